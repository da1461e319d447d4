//! A running program, and the conversation with it.
use super::guardian::{Guardian, MARK};
use super::log::Log;
use hoppity_search::{Clock, EngineFault, WallClock};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::fmt;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Waits for a word from us, so that it is known to the guardian before it does anything; limits itself; becomes the
/// program. `$1` and `$2` are the seconds of processor time and the KiB of memory, or `unlimited`.
const GATE: &str = r#"read -r _ || exit 125
ulimit -c 0
[ "$1" = unlimited ] || ulimit -t "$1" || exit 125
[ "$2" = unlimited ] || ulimit -v "$2" || exit 125
shift 2; exec "$@""#;

/// The most output that an answer may be, and the longest line in it.
const MOST_OUTPUT: usize = 1 << 20;
const LONGEST_LINE: usize = 1 << 16;
/// How long a stop, or the end of a program whose children hold its output open, may go unnoticed.
const LOOK: Duration = Duration::from_millis(50);
/// How long a program that has closed its output, or was told to quit, may take to end.
const GRACE: Duration = Duration::from_millis(200);

/// What a program may spend in its life, held by the system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Seconds of processor time.
    pub(crate) cpu_seconds: Option<u64>,
    /// MiB of address space.
    pub(crate) memory_mib: Option<u64>,
}

/// How long to wait for an answer.
#[derive(Clone, Debug)]
pub(crate) struct Patience {
    /// Runs since the waiting began.
    pub(crate) clock: WallClock,
    pub(crate) limit: Duration,
    /// Ends all waiting when set.
    pub(crate) stop: Arc<AtomicBool>,
}

impl Patience {
    /// How long it has been waited.
    pub(crate) fn elapsed(&self) -> Duration {
        self.clock.now()
    }
}

/// Why a conversation is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    /// What the program has done; `None` if it was not its doing.
    pub(crate) fault: Option<EngineFault>,
    pub(crate) message: String,
}

impl Ended {
    pub(crate) fn by(fault: EngineFault, message: impl Into<String>) -> Ended {
        Ended { fault: Some(fault), message: message.into() }
    }

    fn otherwise(message: impl Into<String>) -> Ended {
        Ended { fault: None, message: message.into() }
    }
}

/// A program that runs until this is dropped, at the latest.
pub(crate) struct Child {
    process: std::process::Child,
    pid: Pid,
    input: Option<ChildStdin>,
    output: Option<ChildStdout>,
    errors: Option<ChildStderr>,
    /// Output that nobody has taken yet.
    buffer: Vec<u8>,
    log: Log,
    guardian: &'static Guardian,
    /// Whether its group is gone, and its number free for others.
    reaped: bool,
}

impl fmt::Debug for Child {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "process {}", self.process.id())
    }
}

impl Child {
    /// Starts a program, in another folder than ours if one is given.
    pub(crate) fn start(words: &[String], limits: Limits, folder: Option<&Path>) -> Result<Child, Ended> {
        let guardian = Guardian::get().map_err(Ended::otherwise)?;
        let number = |limit: Option<u64>| limit.map_or("unlimited".to_owned(), |limit| limit.to_string());
        let mut command = Command::new("/bin/sh");
        command.args(["-c", GATE, "hoppity-gate", &number(limits.cpu_seconds)]);
        command.arg(number(limits.memory_mib.map(|mib| mib << 10))).args(words);
        command.env(MARK, guardian.mark()).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = folder {
            command.current_dir(folder);
        }
        let failed =
            |error: &dyn fmt::Display| Ended::otherwise(format!("`{}` cannot be started: {error}", words[0]));
        let mut process = command.spawn().map_err(|error| failed(&error))?;
        let pid = Pid::from_child(&process);
        let (input, output, errors) = (process.stdin.take(), process.stdout.take(), process.stderr.take());
        let (buffer, log) = (Vec::new(), Log::default());
        let mut child = Child { process, pid, input, output, errors, buffer, log, guardian, reaped: false };
        guardian.watch(child.process.id()).map_err(|error| failed(&error))?;
        child.open_gate().map_err(|error| failed(&error))?;
        Ok(child)
    }

    fn open_gate(&mut self) -> std::io::Result<()> {
        if let Some(input) = &mut self.input {
            input.write_all(b"go\n")?;
            rustix::io::ioctl_fionbio(&*input, true)?;
        }
        if let Some(output) = &self.output {
            rustix::io::ioctl_fionbio(output, true)?;
        }
        if let Some(errors) = &self.errors {
            rustix::io::ioctl_fionbio(errors, true)?;
        }
        Ok(())
    }

    /// Sends a text and waits for the answer, which ends where `end` says: after so many bytes of the output so far.
    pub(crate) fn ask(
        &mut self,
        text: &str,
        patience: &Patience,
        end: impl Fn(&[u8]) -> Option<usize>,
    ) -> Result<Vec<u8>, Ended> {
        let mut pending = text.as_bytes();
        self.write(&mut pending)?;
        loop {
            if pending.is_empty()
                && let Some(length) = end(&self.buffer)
            {
                return Ok(self.buffer.drain(..length).collect());
            }
            self.check_amount()?;
            let left = self.left(patience)?;
            self.wait(!pending.is_empty(), left.min(LOOK))?;
            self.read_errors();
            if !self.read_output()? && end(&self.buffer).is_none() {
                return Err(self.gone());
            }
            self.write(&mut pending)?;
        }
    }

    /// Waits until the program has ended by itself, dropping what it says. How it ended, and the processor time it took,
    /// with that of the children it has waited for, where the system tells.
    pub(crate) fn wait_for_end(
        &mut self,
        patience: &Patience,
    ) -> Result<(ExitStatus, Option<Duration>), Ended> {
        self.input = None;
        let mut said = 0;
        while !self.has_ended() {
            let left = self.left(patience)?;
            if self.output.is_some() || self.errors.is_some() {
                self.wait(false, left.min(LOOK / 10))?;
            } else {
                // It has closed both, and so gives no sign of its end.
                std::thread::sleep(left.min(LOOK / 50));
            }
            self.read_errors();
            if !self.read_output()? {
                self.output = None;
            }
            said += self.buffer.len();
            self.buffer.clear();
            if said > MOST_OUTPUT {
                return Err(Ended::by(EngineFault::Flood, format!("it wrote over {said} bytes")));
            }
        }
        self.read_errors();
        let spent = self.cpu_time();
        let status = self.reap().ok_or_else(|| Ended::otherwise("its end cannot be told"))?;
        Ok((status, spent))
    }

    /// What it has written to standard error so far.
    pub(crate) fn log(&self) -> &Log {
        &self.log
    }

    /// Lets the program end by itself, after a last text, for a moment.
    pub(crate) fn quit(&mut self, text: &str) {
        let _ = self.write(&mut text.as_bytes());
        self.input = None;
        let clock = WallClock::new();
        while !self.has_ended() && clock.now() < GRACE {
            let _ = self.wait(false, Duration::from_millis(5));
            if self.output.is_none() && self.errors.is_none() {
                std::thread::sleep(Duration::from_millis(1));
            }
            self.read_errors();
            if self.read_output().is_ok_and(|open| !open) {
                self.output = None;
            }
            self.buffer.clear();
        }
    }

    fn cpu_time(&self) -> Option<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id())).ok()?;
        // The name, in parentheses, may hold anything; the times are the 12th to the 15th field after it.
        let fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11).take(4);
        let ticks: Vec<u64> = fields.filter_map(|field| field.parse().ok()).collect();
        let seconds = ticks.iter().sum::<u64>() as f64 / rustix::param::clock_ticks_per_second() as f64;
        (ticks.len() == 4).then(|| Duration::from_secs_f64(seconds))
    }

    fn left(&self, patience: &Patience) -> Result<Duration, Ended> {
        if patience.stop.load(Ordering::Relaxed) {
            return Err(Ended::otherwise("the game was given up"));
        }
        let left = patience.limit.saturating_sub(patience.clock.now());
        if left.is_zero() {
            let rest = if self.buffer.is_empty() { "no answer" } else { "no whole answer" };
            let message =
                format!("{rest} within {:.3} s{}", patience.limit.as_secs_f64(), self.log.last_words());
            return Err(Ended::by(EngineFault::TimeOut, message));
        }
        Ok(left)
    }

    /// Waits until there is something to read, or room to write if that is wanted.
    fn wait(&self, writing: bool, most: Duration) -> Result<(), Ended> {
        let mut fds = Vec::with_capacity(3);
        fds.extend(self.output.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        fds.extend(self.errors.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        fds.extend(self.input.as_ref().filter(|_| writing).map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
        if fds.is_empty() {
            return Ok(());
        }
        let time = Timespec { tv_sec: most.as_secs() as i64, tv_nsec: i64::from(most.subsec_nanos()) };
        match poll(&mut fds, Some(&time)) {
            Ok(_) | Err(Errno::INTR) => Ok(()),
            Err(error) => Err(Ended::otherwise(format!("waiting for it failed: {error}"))),
        }
    }

    /// Writes as much as there is room for.
    fn write(&mut self, pending: &mut &[u8]) -> Result<(), Ended> {
        while !pending.is_empty() {
            let Some(input) = &self.input else { return Ok(()) };
            match rustix::io::write(input, pending) {
                Ok(written) => *pending = &pending[written..],
                Err(Errno::AGAIN) => return Ok(()),
                Err(Errno::INTR) => {}
                Err(Errno::PIPE) => {
                    self.input = None;
                    return Err(self.gone());
                }
                Err(error) => return Err(Ended::otherwise(format!("writing to it failed: {error}"))),
            }
        }
        Ok(())
    }

    /// Reads what there is, but no more than a flood's worth; `false` at the end of the output, or if the program ended.
    fn read_output(&mut self) -> Result<bool, Ended> {
        let Some(output) = &self.output else { return Ok(false) };
        let mut chunk = [0; 16 << 10];
        let mut ended = false;
        while self.buffer.len() <= MOST_OUTPUT {
            match rustix::io::read(output, &mut chunk) {
                Ok(0) => return Ok(false),
                Ok(length) => self.buffer.extend(&chunk[..length]),
                Err(Errno::AGAIN) if ended => return Ok(false),
                // The output of a program that has ended may be held open by others; its last words may just have come.
                Err(Errno::AGAIN) if self.has_ended() => ended = true,
                Err(Errno::AGAIN) => return Ok(true),
                Err(Errno::INTR) => {}
                Err(error) => return Err(Ended::otherwise(format!("reading from it failed: {error}"))),
            }
        }
        Ok(true)
    }

    /// Reads what there is on standard error, but not for ever.
    fn read_errors(&mut self) {
        let Some(errors) = &self.errors else { return };
        let mut chunk = [0; 16 << 10];
        for _ in 0..64 {
            match rustix::io::read(errors, &mut chunk) {
                Ok(0) => {
                    self.errors = None;
                    return;
                }
                Ok(length) => self.log.add(&chunk[..length]),
                Err(_) => return,
            }
        }
    }

    fn check_amount(&self) -> Result<(), Ended> {
        let longest = self.buffer.split(|&byte| byte == b'\n').map(<[u8]>::len).max().unwrap_or(0);
        let flood = |what: String| Err(Ended::by(EngineFault::Flood, what));
        if longest > LONGEST_LINE {
            return flood(format!("it wrote a line of over {LONGEST_LINE} bytes"));
        }
        if self.buffer.len() > MOST_OUTPUT {
            return flood(format!("it wrote over {MOST_OUTPUT} bytes for one answer"));
        }
        Ok(())
    }

    /// Why nothing more comes from it, or goes to it.
    fn gone(&mut self) -> Ended {
        let clock = WallClock::new();
        while !self.has_ended() && clock.now() < GRACE {
            std::thread::sleep(Duration::from_millis(1));
        }
        self.read_errors();
        let middle = if self.buffer.is_empty() { "" } else { " in the middle of an answer" };
        let what = if self.has_ended() {
            self.reap().map_or("it ended".to_owned(), |status| format!("it ended with {status}"))
        } else if self.input.is_none() {
            "it closed its input".to_owned()
        } else {
            "it closed its output".to_owned()
        };
        Ended::by(EngineFault::Crash, format!("{what}{middle}{}", self.log.last_words()))
    }

    /// Whether the program has ended; its process is kept until [`Child::reap`].
    fn has_ended(&self) -> bool {
        if self.reaped {
            return true;
        }
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(self.pid), options), Ok(None))
    }

    /// Ends all that is left of the group, then lets the system forget the process. Only then may its number, which is
    /// that of the group, be used again.
    fn reap(&mut self) -> Option<ExitStatus> {
        if !self.reaped {
            let _ = kill_process_group(self.pid, Signal::KILL);
            self.guardian.forget(self.process.id());
            self.reaped = true;
        }
        self.process.wait().ok()
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.reap();
    }
}
