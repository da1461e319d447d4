//! The command line of an experiment, and where its results go.
use anyhow::Context;
use clap::Parser;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use serde::Serialize;
use std::path::PathBuf;

/// How an experiment is to be run.
#[derive(Clone, Debug, Parser)]
#[command(about = "An experiment; its README says what it measures")]
pub struct Run {
    /// The size whose figures are worth more and take hours, instead of the one that takes minutes
    #[arg(long)]
    pub full: bool,
    /// Games played at once; 0: as many as there are cores
    #[arg(long, default_value_t = 0)]
    pub threads: usize,
    /// The folder for the results, instead of the experiment's own
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Run {
    /// Reads the command line.
    pub fn from_args() -> Run {
        Run::parse()
    }

    /// The smaller or the full one of two sizes.
    pub fn size<T>(&self, small: T, full: T) -> T {
        if self.full { full } else { small }
    }

    /// What a job makes of each number below `count`, in their order; as many at once as [`Run::threads`] says.
    pub fn each<T: Send>(
        &self,
        count: usize,
        job: impl Fn(usize) -> anyhow::Result<T> + Send + Sync,
    ) -> anyhow::Result<Vec<T>> {
        let pool = ThreadPoolBuilder::new().num_threads(self.threads).build()?;
        pool.install(|| (0..count).into_par_iter().with_max_len(1).map(job).collect())
    }

    /// Writes rows as `FILE.csv` (`FILE-full.csv` for the full size) into the folder of an experiment, and prints them.
    pub fn write<T: Serialize>(&self, experiment: &str, file: &str, rows: &[T]) -> anyhow::Result<()> {
        let folder = self.out.clone().unwrap_or_else(|| PathBuf::from("experiments").join(experiment));
        let path = folder.join(format!("{file}{}.csv", self.size("", "-full")));
        let mut writer = csv::Writer::from_writer(Vec::new());
        for row in rows {
            writer.serialize(row)?;
        }
        let text = String::from_utf8(writer.into_inner()?)?;
        print!("{text}");
        let failed =
            || format!("{} cannot be written; run this from the top folder or give --out", path.display());
        std::fs::write(&path, text).with_context(failed)
    }
}
