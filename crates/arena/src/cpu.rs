//! Processor time: what a thread has really worked, however many others share its core.
use std::time::Duration;

/// The processor time that this thread has spent since it began; zero where the system does not tell.
#[cfg(unix)]
pub(crate) fn thread_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let part = |n: i64| u64::try_from(n).unwrap_or(0);
    Duration::from_secs(part(time.tv_sec)) + Duration::from_nanos(part(time.tv_nsec))
}

/// The processor time that this thread has spent since it began; zero where the system does not tell.
#[cfg(not(unix))]
pub(crate) fn thread_time() -> Duration {
    Duration::ZERO
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn work_takes_processor_time_and_sleep_does_not() {
        let begun = thread_time();
        std::thread::sleep(Duration::from_millis(60));
        let slept = thread_time().saturating_sub(begun);
        assert!(slept < Duration::from_millis(30), "{slept:?}");
        while thread_time().saturating_sub(begun) < Duration::from_millis(40) {
            std::hint::spin_loop();
        }
    }
}
