//! A process of its own that outlives us by a moment, and ends what we have left running.
//!
//! Nothing in a process that is killed can tidy up, and engines do not always end when their input does. So a small shell
//! script is told of every process group that we start and end. When the pipe to it closes, which the system does however
//! we end, it kills the groups that are still there; then, where there is a `/proc`, all processes that were started
//! below us with our mark in their environment, so that one that has left its group ends as well.
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

/// The name of the mark in the environment.
pub(super) const MARK: &str = "HOPPITY_RUN";

const SCRIPT: &str = r#"
trap '' HUP INT TERM QUIT
groups=' '
while read -r what group; do
  case $what in
    +) groups="$groups$group " ;;
    =) mark=$group ;;
    -) case $groups in *" $group "*) groups="${groups%% "$group" *} ${groups#* "$group" }" ;; esac ;;
  esac
done
for group in $groups; do kill -KILL -- "-$group"; done
[ -d /proc/self ] || exit 0
grep -lF "HOPPITY_RUN=$mark" /proc/[0-9]*/environ | while IFS=/ read -r _ _ process _; do kill -KILL "$process"; done
"#;

/// The link to the guardian of this process.
pub(super) struct Guardian {
    pipe: Mutex<ChildStdin>,
    mark: String,
}

impl Guardian {
    /// The one guardian, started when it is first needed.
    pub(super) fn get() -> Result<&'static Guardian, String> {
        static GUARDIAN: OnceLock<Result<Guardian, String>> = OnceLock::new();
        let guardian = GUARDIAN.get_or_init(|| {
            Guardian::start()
                .map_err(|error| format!("no process can be started to watch over engines: {error}"))
        });
        guardian.as_ref().map_err(Clone::clone)
    }

    fn start() -> io::Result<Guardian> {
        let mut command = Command::new("/bin/sh");
        // Nothing of ours is kept open or busy by it, and no signal to our group reaches it.
        command.args(["-c", SCRIPT, "hoppity-guardian"]).current_dir("/").env_remove(MARK).process_group(0);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        let mut pipe = child.stdin.take().ok_or_else(|| io::Error::other("it has no input"))?;
        // With a dot at its end it is the beginning of no other.
        let mark = format!("{}-{}.", std::process::id(), child.id());
        pipe.write_all(format!("= {mark}\n").as_bytes())?;
        Ok(Guardian { pipe: Mutex::new(pipe), mark })
    }

    /// The value of [`MARK`].
    pub(super) fn mark(&self) -> &str {
        &self.mark
    }

    /// There is a new process group.
    pub(super) fn watch(&self, group: u32) -> io::Result<()> {
        self.tell('+', group)
    }

    /// The group has been killed; its number is about to be free for others.
    pub(super) fn forget(&self, group: u32) {
        // If the guardian is gone there is nobody to mislead.
        let _ = self.tell('-', group);
    }

    fn tell(&self, what: char, group: u32) -> io::Result<()> {
        let mut pipe = self.pipe.lock().unwrap_or_else(PoisonError::into_inner);
        pipe.write_all(format!("{what} {group}\n").as_bytes())
    }
}
