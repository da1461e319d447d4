//! Other people's programs as processes of ours: started, asked, held to their limits, and ended for certain.
//!
//! A program gets a process group of its own, so that a Ctrl-C meant for us does not reach it, and so that whatever it
//! starts ends with it. A [`guardian`] outside our process knows every group, and ends them if we are killed.
mod child;
mod command;
mod guardian;
mod log;

pub(crate) use child::{Child, Ended, Limits, Patience};
pub(crate) use command::{CommandLine, Fill};
