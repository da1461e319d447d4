//! The Go Text Protocol, version 2, with the Havannah names of HTP (the protocol of the Havannah front ends and engines), for
//! every game.
//!
//! Seats have colours where there are two: seat A is white and seat B black, as in HTP, or the other way round, as in
//! Go and Hex ([`Colour`]). With more seats their letters stand in the place of colours. Vertices are our move texts.
mod colour;
mod request;
mod server;
mod time;

pub use colour::Colour;
pub use server::Setup;

use crate::gtp::request::Request;
use crate::gtp::server::{Answer, Server};
use std::io::{self, BufRead, Read, Write};

/// The longest line that is read as a command; positions are far shorter.
const LONGEST: u64 = 1 << 16;

/// Answers commands until `quit`, or the end of the input. No line ends it otherwise, however wrong; what does is an
/// input or output that fails.
pub fn serve(setup: Setup, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut server = Server::new(setup);
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let too_long = line.len() as u64 == LONGEST && line.last() != Some(&b'\n');
        if too_long {
            skip_line(&mut input)?;
        }
        let text = String::from_utf8_lossy(&line).into_owned();
        let Some(request) = Request::parse(&text) else { continue };
        let answer = if too_long {
            Answer::Refused(format!("a line of more than {LONGEST} bytes"))
        } else {
            server.answer(&request)
        };
        let (mark, text) = match &answer {
            Answer::Done(text) | Answer::Quit(text) => ('=', text.as_str()),
            Answer::Refused(why) => ('?', why.as_str()),
        };
        let id = request.id.unwrap_or_default();
        let space = if text.is_empty() { "" } else { " " };
        write!(output, "{mark}{id}{space}{text}\n\n")?;
        output.flush()?;
        if matches!(answer, Answer::Quit(_)) {
            return Ok(());
        }
    }
}

/// Reads to the end of the line and keeps nothing of it.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() || used == 0 {
            return Ok(());
        }
    }
}
