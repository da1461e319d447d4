//! The path of a run as a picture: a line for each parameter, from its start at 0, as parts of its range.
use crate::outputs::Path;
use plotters::prelude::*;

const SIZE: (u32, u32) = (960, 540);
/// More parameters than this share colours.
const COLOURS: usize = 12;

/// An SVG document.
pub(crate) fn path(path: &Path<'_>) -> String {
    let mut svg = String::new();
    // Writing to a string does not fail; a plot without an extent is left empty.
    let drawn = draw(path, &mut svg);
    if drawn.is_err() { String::new() } else { svg }
}

fn draw(path: &Path<'_>, svg: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let parts: Vec<Vec<f64>> = (0..path.space.parameters.len()).map(|i| of_parameter(path, i)).collect();
    let most = parts.iter().flatten().fold(0.05_f64, |most, part| most.max(part.abs()));
    let last = path.rows.last().map_or(1.0, |row| row.step.max(1) as f64);
    let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d(0.0..last, -1.05 * most..1.05 * most)?;
    chart.configure_mesh().x_desc("round").y_desc("change, as a part of the range").draw()?;
    for (i, (parameter, parts)) in path.space.parameters.iter().zip(&parts).enumerate() {
        let colour = HSLColor((i % COLOURS) as f64 / COLOURS as f64, 0.75, 0.42).stroke_width(2);
        let points = path.rows.iter().map(|row| row.step as f64).zip(parts.iter().copied());
        chart
            .draw_series(LineSeries::new(points, colour))?
            .label(parameter.name.as_str())
            .legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 18, y)], colour));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .draw()?;
    root.present()?;
    Ok(())
}

/// How far a parameter has moved from where it started, row by row, as a part of its range.
fn of_parameter(path: &Path<'_>, i: usize) -> Vec<f64> {
    let (min, max) = path.space.parameters[i].range();
    let start = path.rows.first().map_or(0.0, |row| row.numbers[i]);
    path.rows.iter().map(|row| (row.numbers[i] - start) / (max - min)).collect()
}
