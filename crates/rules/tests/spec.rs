//! Spec strings: they go round, equal ones print alike, and errors have a place.
use hoppity_rules::{Spec, Value};
use proptest::prelude::*;

fn word() -> impl Strategy<Value = String> {
    "[A-Za-z_][A-Za-z0-9_.:+/-]{0,8}".prop_filter("a truth value", |word| word != "true" && word != "false")
}

fn value() -> impl Strategy<Value = Value> {
    let single = prop_oneof![
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::Int),
        prop::num::f64::NORMAL.prop_map(Value::Float),
        (-1e6..1e6f64).prop_map(|x| Value::Float(x.round())),
        word().prop_map(Value::Word),
        ".{0,12}".prop_map(Value::Text),
        "[\"\\\\a, ()=\\[\\]é\n]{0,8}".prop_map(Value::Text),
    ];
    single.prop_recursive(3, 20, 4, |inner| prop::collection::vec(inner, 0..4).prop_map(Value::List))
}

fn spec() -> impl Strategy<Value = Spec> {
    let options = prop::collection::btree_map(word(), value(), 0..5);
    (word(), options).prop_map(|(name, options)| {
        options.into_iter().fold(Spec::new(name), |spec, (key, value)| spec.with(&key, value))
    })
}

proptest! {
    #[test]
    fn specs_go_round(spec in spec()) {
        let text = spec.to_string();
        let read = Spec::parse(&text).unwrap();
        prop_assert_eq!(&read, &spec);
        prop_assert_eq!(read.to_string(), text);
    }

    #[test]
    fn spaces_between_the_parts_do_not_matter(spec in spec()) {
        let spaced = |value: &Value| value.to_string();
        let options: Vec<String> = spec.options.iter().map(|o| format!(" {} =\t{} ", o.key, spaced(&o.value))).collect();
        let text = format!("  {} ({}) ", spec.name, options.join(","));
        prop_assert_eq!(Spec::parse(&text).unwrap(), spec);
    }

    #[test]
    fn any_text_is_read_or_refused_in_place(text in "[a-c0-9(),=.\\[\\]\"\\\\ é-]{0,30}|\\PC{0,20}") {
        match Spec::parse(&text) {
            Ok(spec) => {
                let printed = spec.to_string();
                prop_assert_eq!(Spec::parse(&printed).unwrap(), spec);
            }
            Err(error) => {
                prop_assert!(text.is_char_boundary(error.at.unwrap()));
                prop_assert!(!error.what.is_empty());
            }
        }
        if let Err(error) = Value::parse(&text) {
            prop_assert!(text.is_char_boundary(error.at.unwrap()));
        }
    }

    #[test]
    fn a_spoilt_spec_is_read_or_refused_in_place(spec in spec(), cut in any::<prop::sample::Index>(), put in "\\PC?") {
        let mut chars: Vec<char> = spec.to_string().chars().collect();
        let at = cut.index(chars.len());
        chars.splice(at..=at, put.chars());
        let text: String = chars.into_iter().collect();
        if let Err(error) = Spec::parse(&text) {
            prop_assert!(text.is_char_boundary(error.at.unwrap()));
        }
    }

    #[test]
    fn equal_values_print_alike(number in -1_i64 << 53..1_i64 << 53, word in word()) {
        for (a, b) in [
            (Value::Int(number), Value::Float(number as f64)),
            (Value::Word(word.clone()), Value::Text(word.clone())),
        ] {
            prop_assert_eq!(a == b, a.to_string() == b.to_string());
        }
        let list = |value| Value::List(vec![value]);
        prop_assert_eq!(list(Value::Word(word.clone())).to_string(), list(Value::Text(word)).to_string());
    }
}

#[test]
fn values_are_of_the_kind_they_look_like() {
    use Value::{Bool, Float, Int, List, Text, Word};
    let kind = |text: &str| format!("{:?}", Value::parse(text).unwrap());
    for (text, value) in [
        ("true", Bool(true)),
        ("-3", Int(-3)),
        ("0.5", Float(0.5)),
        ("1e3", Float(1000.0)),
        ("9223372036854775808", Float(9_223_372_036_854_775_808.0)),
        ("by:30", Word("by:30".into())),
        ("1:5", Word("1:5".into())),
        ("nan", Word("nan".into())),
        ("-inf", Word("-inf".into())),
        (r#""a \"b\" \\""#, Text(r#"a "b" \"#.into())),
        ("[4, 4,[],x]", List(vec![Int(4), Int(4), List(vec![]), Word("x".into())])),
    ] {
        assert_eq!(kind(text), format!("{value:?}"), "{text}");
    }
    assert_eq!(format!("{:?}", Value::from(" a")), r#"Text(" a")"#);
    assert_eq!(format!("{:?}", Value::from("true")), r#"Text("true")"#);
    assert_eq!(Value::from("true").to_string(), r#""true""#);
    assert_ne!(Value::Int(i64::MAX), Value::Float(i64::MAX as f64));
}

#[test]
fn the_printed_form_is_sorted_and_bare() {
    let spec = Spec::parse(r#"mcts( sims = 2000.0, rave=500,policy="light",c=0.50)"#).unwrap();
    assert_eq!(spec.to_string(), "mcts(c=0.5,policy=light,rave=500,sims=2000)");
    assert_eq!(Spec::parse("mcts()").unwrap().to_string(), "mcts");
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let error = |text: &str| Spec::parse(text).unwrap_err().to_string();
    assert_eq!(error(""), "expected a name, found the end (at character 1)");
    assert_eq!(error("a(b)"), "expected `=` after `b`, found `)` (at character 4)");
    assert_eq!(error("a(b=1,b=2)"), "`b` is given twice (at character 7)");
    assert_eq!(error("a(b=1"), "expected `,` or `)`, found the end (at character 6)");
    assert_eq!(error("a(b=1,)"), "expected an option's name, found `)` (at character 7)");
    assert_eq!(error("a(b=)"), "expected a value, found `)` (at character 5)");
    assert_eq!(error("a(b=[1,)"), "expected a value, found `)` (at character 8)");
    assert_eq!(error("a(b=[1)"), "expected `,` or `]`, found `)` (at character 7)");
    assert_eq!(error("a(b=\"x)"), "the quoted text has no end (at character 5)");
    assert_eq!(error("a(b=\"\\x\")"), "`\\` may stand only before `\"` and `\\` (at character 6)");
    assert_eq!(error("a(b=1e999)"), "`1e999` is too large (at character 5)");
    assert_eq!(error("a x"), "`x` after the end of the spec (at character 3)");
    assert!(error(&format!("a(b={}", "[".repeat(100_000))).starts_with("lists nest too deep"));
}
