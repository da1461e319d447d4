//! `stats`: the published figures, and counts that cannot be.
use crate::support::{done, hoppity, json, keys, repository};
use serde_json::Value;
use std::fs;

const KEYS: [&str; 14] = [
    "elo",
    "elo_error",
    "elo_high",
    "elo_low",
    "games",
    "held",
    "llr",
    "los",
    "lower",
    "nelo",
    "nelo_error",
    "score",
    "upper",
    "verdict",
];

fn figure(document: &Value, key: &str) -> f64 {
    document[key].as_f64().unwrap_or_else(|| panic!("{key} of {document}"))
}

/// The rows of a data file of the statistics.
fn rows(name: &str) -> Vec<Vec<String>> {
    let path = repository().join("crates/stats/tests/data").join(name);
    let text = fs::read_to_string(path).expect("a data file");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// The flag for counts as the data files have them.
fn flag(counts: &str) -> [String; 2] {
    let flag = if counts.split(' ').count() == 3 { "--wdl" } else { "--penta" };
    [flag.to_owned(), counts.replace(' ', ",")]
}

#[test]
fn published_elo() {
    for row in rows("elo.tsv") {
        let [flag, counts] = flag(&row[2]);
        let got = json(&["stats", &flag, &counts, "--json"]);
        assert_eq!(keys(&got), KEYS);
        for (key, want, tolerance) in [
            ("elo", &row[3], 1e-3),
            ("elo_error", &row[4], 1e-3),
            ("los", &row[5], 1e-3),
            ("nelo", &row[6], 1e-3),
            ("nelo_error", &row[7], 1e-3),
        ] {
            // A program that divides by zero leaves a dash.
            let Ok(want) = want.parse::<f64>() else { continue };
            assert!((figure(&got, key) - want).abs() < tolerance, "{row:?}: {key} of {got}");
        }
        assert!(got["llr"].is_null() && got["verdict"].is_null());
    }
}

#[test]
fn published_tests() {
    let results = rows("elo.tsv");
    // Every seventh comes to each of the results, models and hypotheses.
    for row in rows("sprt.tsv").iter().step_by(7) {
        let [kind, id, model, elo0, elo1, alpha, beta, want, _, verdict] = &row[..] else {
            panic!("{row:?}")
        };
        let counts = results.iter().find(|result| result[0] == *kind && result[1] == *id).expect("results");
        let [flag, counts] = flag(&counts[2]);
        let hypotheses = format!("{elo0},{elo1}");
        let args = [
            "stats",
            &flag,
            &counts,
            "--sprt",
            &hypotheses,
            "--model",
            model,
            "--alpha",
            alpha,
            "--beta",
            beta,
        ];
        let got = json(&[&args[..], &["--json"]].concat());
        let want: f64 = want.parse().expect("a number");
        assert!((figure(&got, "llr") - want).abs() <= 0.005 * want.abs().max(1.0), "{row:?}: {got}");
        assert_eq!(got["verdict"], verdict.as_str(), "{row:?}");
        if [alpha, beta].iter().all(|rate| *rate == "0.05") {
            // The logarithm of 19.
            let bound = 2.944_438_979_166_440_3;
            assert!(
                (figure(&got, "upper") - bound).abs() < 1e-12
                    && (figure(&got, "lower") + bound).abs() < 1e-12
            );
        }
    }
}

#[test]
fn in_words() {
    let text = done(&["stats", "--penta", "5,10,30,12,8", "--sprt", "-5,0", "--model", "logistic"]);
    for part in
        ["games     130 in 65 pairs", "Elo       +21.4 ± 45.2", "nElo      +28.5", "82.5 %", "SPRT      LLR"]
    {
        assert!(text.contains(part), "`{part}` is not in {text}");
    }
    assert!(text.contains("undecided between -5.0 and +0.0 Elo"), "{text}");
    let decided = |counts: &str| done(&["stats", "--wdl", counts, "--sprt", "0,50"]);
    assert!(decided("90,10,20").contains("H1 is accepted: +50.0 rather than +0.0 normalised Elo"));
    assert!(decided("20,10,90").contains("H0 is accepted: +0.0 rather than +50.0 normalised Elo"));
    let sure = done(&["stats", "--wdl", "5000,0,1"]);
    assert!(sure.contains("> 99.9 %") && !sure.contains("SPRT"), "{sure}");
}

#[test]
fn no_counts_give_false_certainty() {
    let most = 1_000_000_000_000_000u64;
    let huge = [
        format!("{most},{most},{most}"),
        format!("{most},0,0"),
        format!("0,{most},0"),
        format!("0,0,{most}"),
    ];
    for counts in huge.iter().map(String::as_str).chain(["0,0,0", "10,0,0", "0,10,0", "1,0,0", " 1, 2,3 "]) {
        for model in ["normalized", "logistic"] {
            let text = done(&["stats", "--wdl", counts, "--sprt", "-1000,1000", "--model", model, "--json"]);
            assert!(!text.contains("\"los\": 1.0") && !text.contains("\"los\": 0.0,"), "{text}");
            let got: Value = serde_json::from_str(&text).expect("one document");
            for key in KEYS.iter().filter(|&&key| key != "verdict" && key != "held") {
                assert!(figure(&got, key).is_finite(), "{counts}: {got}");
            }
            assert!(figure(&got, "elo_low") < figure(&got, "elo_high"), "{counts}: {got}");
        }
    }
    let nothing = json(&["stats", "--penta", "0,0,0,0,0", "--json"]);
    assert!(figure(&nothing, "elo").abs() < 1e-9 && figure(&nothing, "elo_error") > 1000.0, "{nothing}");
}

#[test]
fn what_the_results_alone_do_not_give_is_marked() {
    let held = |flag: &str, counts: &str| -> Vec<String> {
        let got = json(&["stats", flag, counts, "--json"]);
        got["held"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|key| key.as_str().expect("a key").to_owned())
            .collect()
    };
    assert_eq!(held("--wdl", "10,0,0"), ["elo", "elo_high", "elo_error", "nelo", "nelo_error", "los"]);
    assert_eq!(held("--penta", "0,0,0,0,0").len(), 7);
    assert_eq!(held("--wdl", "0,10,0"), ["elo_error"]);
    assert!(held("--wdl", "100000,0,1").is_empty() && held("--penta", "0,0,3,1,0").is_empty());
    for (flag, counts, marked) in [
        ("--wdl", "10,0,0", true),
        ("--penta", "0,0,0,0,0", true),
        ("--penta", "0,0,0,5,0", true),
        ("--wdl", "100000,0,1", false),
        ("--wdl", "0,10,0", false),
        ("--wdl", "300,100,200", false),
    ] {
        let text = done(&["stats", flag, counts]);
        let last = text.lines().last().expect("a line");
        assert_eq!(last.starts_with("* held: "), marked, "{text}");
        assert_eq!(text.matches('*').count() > 1, marked, "{text}");
    }
    let finite = done(&["stats", "--wdl", "100000,0,1"]);
    assert!(finite.contains("Elo       +1999.9 (95 % interval +1811.4 to +2301.3)"), "{finite}");
    assert!(done(&["stats", "--penta", "0,0,1,0,0"]).contains("games     2 in 1 pair\n"));
}

#[test]
fn what_cannot_be_counted_or_tested() {
    let more = "1000000000000001,0,0";
    let wrong: [(&[&str], &[&str]); 23] = [
        (&[], &["--wdl", "--penta"]),
        (&["--wdl", "1,2,3", "--penta", "1,2,3,4,5"], &["--wdl", "--penta", "cannot be used with"]),
        (&["--wdl", "1,2"], &["expected 3 counts, W,D,L, but found 2"]),
        (&["--wdl", "1,2,3,4"], &["expected 3 counts, W,D,L, but found 4"]),
        (&["--penta", "1,2,3"], &["expected 5 counts, LL,LD,WL+DD,WD,WW, but found 3"]),
        (&["--wdl", "-1,2,3"], &["`-1`: expected a whole number from 0"]),
        (&["--wdl", "1.5,2,3"], &["`1.5`: expected a whole number from 0"]),
        (&["--wdl", ""], &["expected 3 counts"]),
        (&["--wdl", "--json"], &["expected 3 counts"]),
        (&["--wdl", ",,"], &["``: expected a whole number"]),
        (&["--wdl", more], &["expected a whole number from 0 to 1000000000000000"]),
        (&["--wdl", "99999999999999999999,0,0"], &["expected a whole number from 0 to 1000000000000000"]),
        (&["--wdl", "1,2,3", "--sprt", "5"], &["two numbers", "such as 0,5"]),
        (&["--wdl", "1,2,3", "--sprt", "0,nan"], &["two numbers", "such as 0,5"]),
        (&["--wdl", "1,2,3", "--sprt", "0,1,2"], &["two numbers", "such as 0,5"]),
        (&["--wdl", "1,2,3", "--sprt", "5,5"], &["H0 must be below that of H1", "--sprt 0,5"]),
        (&["--wdl", "1,2,3", "--sprt", "5,0"], &["5 is not below 0", "--sprt 0,5"]),
        (&["--wdl", "1,2,3", "--sprt", "0,1e300"], &["within -1000 to 1000 Elo"]),
        (
            &["--wdl", "1,2,3", "--sprt", "0,5", "--alpha", "0"],
            &["alpha and beta must be above 0", "--alpha 0.05"],
        ),
        (&["--wdl", "1,2,3", "--sprt", "0,5", "--beta", "-0.1"], &["alpha and beta must be above 0"]),
        (&["--wdl", "1,2,3", "--sprt", "0,5", "--alpha", "0.5", "--beta", "0.5"], &["less than 1"]),
        (&["--wdl", "1,2,3", "--sprt", "0,5", "--model", "bayes"], &["normalized", "logistic"]),
        (&["--wdl", "1,2,3", "--alpha", "0.01"], &["--sprt"]),
    ];
    for (args, words) in wrong {
        hoppity(&[&["stats"], args].concat()).refused(2, words);
    }
}
