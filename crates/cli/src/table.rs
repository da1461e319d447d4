//! Tables for people.
use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table, TableStyle};

/// An empty table in the house style: no borders, a line below the header.
pub(crate) fn table(header: &[&str]) -> Table {
    let style = TableStyle::new().header_separator(LineStyle::none().fill('-').junction('-'));
    let mut table = Table::new();
    table.load_style(style).set_content_arrangement(ContentArrangement::Disabled).set_header(header);
    table
}

/// Lets long texts wrap, to the width of the terminal where there is one.
pub(crate) fn wrap(table: &mut Table) {
    /// What a table that goes into a file or pipe may take, and the bounds of what is readable.
    const USUAL: u16 = 110;
    const READABLE: std::ops::RangeInclusive<u16> = 70..=140;
    let width = table.width().unwrap_or(USUAL).clamp(*READABLE.start(), *READABLE.end());
    table.set_width(width).set_content_arrangement(ContentArrangement::Dynamic);
}

/// Aligns these columns to the right, as numbers want.
pub(crate) fn align_right(table: &mut Table, columns: impl IntoIterator<Item = usize>) {
    for column in columns {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

/// The table as text without the blanks that pad its edges.
pub(crate) fn text(mut table: Table) -> String {
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    table.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

/// A figure to one decimal with its sign; zero is never negative.
pub(crate) fn signed(value: f64) -> String {
    format!("{:+.1}", (value * 10.0).round() / 10.0 + 0.0)
}

/// A likelihood in percent: no number of games makes anything certain.
pub(crate) fn likely(probability: f64) -> String {
    let percent = format!("{:.1}", 100.0 * probability);
    match percent.as_str() {
        "100.0" => "> 99.9 %".to_owned(),
        "0.0" => "< 0.1 %".to_owned(),
        _ => format!("{percent} %"),
    }
}
