//! Other programs: our own processor time for a ply that one of them plays, however long it thinks itself.
//!
//! The programs are shell scripts that do next to nothing. What is measured is the time of the thread that plays, not
//! that of the wall: writing, waiting, reading, and the check of the answer.
use criterion::{Criterion, criterion_group, criterion_main};
use hoppity_protocol::agents::{Surroundings, player};
use hoppity_registry::game;
use hoppity_rules::random::stream;
use hoppity_rules::{AnyLine, Seat, Spec};
use hoppity_search::{Action, AnyAgent, Control, Limits, WallClock};
use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// Answers every move with the first legal one.
const JSON: &str = r#"process(cmd="sh -c 'read -r _; echo {}; while read -r request; do move=${request#*legal}; move=${move#*[}; move=${move#?}; echo {\\\"move\\\":\\\"${move%%[!a-z0-9-]*}\\\"}; done'")"#;

fn spec(text: &str) -> Spec {
    text.parse().expect("a spec")
}

fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// An agent that answers a move at a time, and the game it is in; begun anew when it is over.
struct Table {
    game: std::sync::Arc<dyn hoppity_registry::Playable>,
    agent: Box<dyn AnyAgent>,
    line: Box<dyn AnyLine>,
}

impl Table {
    fn new(game_spec: &str, agent: &str) -> Table {
        let game = game(&spec(game_spec)).expect("a game");
        let agent = player(&game, &spec(agent), &Surroundings::default()).expect("an agent").agent;
        let line = game.line();
        let mut table = Table { game, agent, line };
        table.begin();
        table
    }

    fn begin(&mut self) {
        self.line = self.game.line();
        self.agent.start(&*self.line, Seat::A, stream(1, &[])).expect("it starts");
    }

    /// Plays a ply of the program and returns our processor time for it.
    fn ply(&mut self) -> Duration {
        if self.line.outcome().is_some() || self.line.len() >= 100 {
            self.begin();
        }
        let clock = WallClock::new();
        let begun = thread_time();
        let decision = self.agent.choose(&*self.line, &Limits::NONE, &mut Control::new(&clock));
        let Action::Play(index) = decision.expect("an answer").action else { panic!("it resigns") };
        assert!(self.line.push(index));
        thread_time().saturating_sub(begun)
    }
}

fn engines(c: &mut Criterion) {
    let mut group = c.benchmark_group("our processor time for a ply of another program");
    group.sample_size(20);
    for game in ["havannah(size=10)", "halma"] {
        let mut table = Table::new(game, JSON);
        group.bench_function(format!("process, {game}"), |b| {
            b.iter_custom(|plies| (0..plies).map(|_| table.ply()).sum());
        });
    }
    group.finish();
}

criterion_group!(benches, engines);
criterion_main!(benches);
