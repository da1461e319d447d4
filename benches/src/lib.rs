//! Criterion benches, each in `benches/`: `cargo bench -p hoppity-benches --bench halma`. There is nothing here but them.
