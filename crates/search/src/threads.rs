//! The option `threads=` of searches that can use more than one.
use hoppity_rules::{OptionDoc, Options, SpecError};

/// For people.
pub(crate) const THREADS: OptionDoc = OptionDoc {
    name: "threads",
    values: "1..256",
    default: "1",
    about: "threads of one search; needs the feature `threads`",
};

/// How many are asked for, if the option is given; refused where this build has no threads inside a search.
pub(crate) fn read(options: &Options<'_>) -> Result<Option<usize>, SpecError> {
    let threads = options.int(THREADS.name, 1..=256)?.map(|n| n as usize);
    if threads.is_some_and(|n| n > 1) && !cfg!(feature = "threads") {
        let why = "this build has no threads inside a search; build it with `--features threads`";
        return Err(options.refuse(THREADS.name, why));
    }
    Ok(threads)
}
