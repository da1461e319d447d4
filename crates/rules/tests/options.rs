//! How options are read: wrong names and values are refused with their place and what would be right.
use hoppity_rules::{About, OptionDoc, Options, Spec, SpecError};

const fn option(name: &'static str, default: &'static str) -> OptionDoc {
    OptionDoc { name, values: "", default, about: "" }
}

const ABOUT: About = About {
    name: "thing",
    summary: "",
    options: &[
        option("board", "16"),
        option("rules", "classic"),
        option("camp", "(by board)"),
        option("c", "0.5"),
        option("rave", "true"),
        option("order", "[tl,br]"),
        option("path", "\"\""),
    ],
    presets: &[],
    source: "",
};

const NONE: About = About { options: &[], ..ABOUT };

fn spec(text: &str) -> Spec {
    Spec::parse(text).unwrap()
}

/// What `read` says of these options.
fn refused<T: std::fmt::Debug>(text: &str, read: impl Fn(&Options<'_>) -> Result<T, SpecError>) -> String {
    let spec = spec(text);
    read(&Options::new(&spec, &ABOUT).unwrap()).unwrap_err().to_string()
}

#[test]
fn an_unknown_key_is_refused_with_the_nearest_right_one() {
    let refused = |text: &str, about| Options::new(&spec(text), about).unwrap_err().to_string();
    assert_eq!(
        refused("thing(c=1, bord=8)", &ABOUT),
        "`thing` has no option `bord`; did you mean `board`? (at character 12)"
    );
    assert_eq!(
        refused("thing(zzz=8)", &ABOUT),
        "`thing` has no option `zzz`; expected one of: board, rules, camp, c, rave, order, path (at character 7)"
    );
    assert_eq!(refused("thing(x=8)", &NONE), "`thing` has no option `x`; it has none (at character 7)");
}

#[test]
fn options_that_are_not_given_are_none() {
    let spec = spec("thing");
    let options = Options::new(&spec, &ABOUT).unwrap();
    assert_eq!(options.int("board", 3..=16), Ok(None));
    assert_eq!(options.float("c", 0.0..=9.0), Ok(None));
    assert_eq!(options.flag("rave"), Ok(None));
    assert_eq!(options.word("rules", &["classic"]), Ok(None));
    assert_eq!(options.text("path"), Ok(None));
    assert_eq!(options.ints("camp", 1..=9), Ok(None));
    assert_eq!(options.words("order", &["tl"]), Ok(None));
    assert!(options.knows("board") && !options.knows("bord"));
}

#[test]
fn options_that_are_given_are_read() {
    let spec = spec(r#"thing(board=8,c=2,rave=false,rules="usc561",path="a b",camp=[4,3],order=[br,tl])"#);
    let options = Options::new(&spec, &ABOUT).unwrap();
    assert_eq!(options.int("board", 3..=16), Ok(Some(8)));
    assert_eq!(options.float("c", 0.0..=9.0), Ok(Some(2.0)));
    assert_eq!(options.flag("rave"), Ok(Some(false)));
    assert_eq!(options.word("rules", &["classic", "usc561"]), Ok(Some("usc561")));
    assert_eq!(options.text("path"), Ok(Some("a b")));
    assert_eq!(options.ints("camp", 1..=9), Ok(Some(vec![4, 3])));
    assert_eq!(options.words("order", &["tl", "br"]), Ok(Some(vec!["br", "tl"])));
}

#[test]
fn a_value_of_the_wrong_kind_or_range_is_refused_with_its_place() {
    let int = |o: &Options<'_>| o.int("board", 3..=16);
    assert_eq!(
        refused("thing(board=17)", int),
        "`board=17`: expected a whole number from 3 to 16 (at character 7)"
    );
    assert_eq!(
        refused("thing(c=1, board=8.5)", int),
        "`board=8.5`: expected a whole number from 3 to 16 (at character 12)"
    );
    assert_eq!(
        refused("thing(board=big)", int),
        "`board=big`: expected a whole number from 3 to 16 (at character 7)"
    );
    let float = |o: &Options<'_>| o.float("c", 0.0..=2.0);
    assert_eq!(refused("thing(c=2.5)", float), "`c=2.5`: expected a number from 0 to 2 (at character 7)");
    assert_eq!(refused("thing(c=true)", float), "`c=true`: expected a number from 0 to 2 (at character 7)");
    let flag = |o: &Options<'_>| o.flag("rave");
    assert_eq!(refused("thing(rave=1)", flag), "`rave=1`: expected true or false (at character 7)");
    let word = |o: &Options<'_>| o.word("rules", &["classic", "usc561"]);
    assert_eq!(
        refused("thing(rules=clasic)", word),
        "`rules=clasic`: expected one of: classic, usc561 (did you mean `classic`?) (at character 7)"
    );
    assert_eq!(
        refused("thing(rules=[classic])", word),
        "`rules=[classic]`: expected one of: classic, usc561 (did you mean `classic`?) (at character 7)"
    );
    assert_eq!(
        refused("thing(rules=3)", word),
        "`rules=3`: expected one of: classic, usc561 (at character 7)"
    );
    let text = |o: &Options<'_>| o.text("path").map(|text| text.map(str::to_owned));
    assert_eq!(refused("thing(path=[])", text), "`path=[]`: expected a quoted text (at character 7)");
    let ints = |o: &Options<'_>| o.ints("camp", 1..=9);
    let expected = "expected a list of whole numbers from 1 to 9 (at character 7)";
    assert_eq!(refused("thing(camp=4)", ints), format!("`camp=4`: {expected}"));
    assert_eq!(refused("thing(camp=[4,10])", ints), format!("`camp=[4,10]`: {expected}"));
    assert_eq!(refused("thing(camp=[4,[3]])", ints), format!("`camp=[4,[3]]`: {expected}"));
    let words = |o: &Options<'_>| o.words("order", &["tl", "br"]);
    assert_eq!(
        refused("thing(order=[tl,xx])", words),
        "`order=[tl,xx]`: expected a list of: tl, br (at character 7)"
    );
}

#[test]
fn refusals_of_a_reader_stand_at_its_option() {
    let spec = spec("thing(c=1, board=8)");
    let options = Options::new(&spec, &ABOUT).unwrap();
    assert_eq!(options.refuse("board", "too small").at, Some(11));
    assert_eq!(options.refuse("camp", "does not fit").at, None);
}

#[test]
fn the_canonical_spec_is_sorted_and_without_defaults() {
    let canonical = |text: &str| Options::new(&spec(text), &ABOUT).unwrap().canonical().to_string();
    assert_eq!(canonical("thing(rules=usc561,board=8)"), "thing(board=8,rules=usc561)");
    assert_eq!(canonical("thing(rules=classic,board=16,c=0.50,rave=true,order=[tl, br])"), "thing");
    assert_eq!(canonical("other(camp=[4,3],path=\"\")"), "thing(camp=[4,3])");
    assert_eq!(canonical("thing(c=1.0,rules=\"web\")"), "thing(c=1,rules=web)");
}
