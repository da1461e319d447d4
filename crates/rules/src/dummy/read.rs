//! Reads the text of a tree.
use super::tree::{Kind, Tree};
use crate::{MAX_SEATS, Seat, SpecError};

/// How deep nodes may nest: more than anybody writes, little enough that no input exhausts the stack.
pub(super) const MAX_NESTING: usize = 200;

pub(super) fn tree(text: &str) -> Result<Tree, SpecError> {
    let mut reader =
        Reader { text, at: 0, kinds: Vec::new(), names: Vec::new(), first_row: None, seats: Vec::new() };
    reader.node(0)?;
    reader.space();
    if let Some(c) = reader.peek() {
        return Err(SpecError::at(reader.at, format!("`{c}` after the end of the tree")));
    }
    reader.finish()
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// The nodes met so far. One that is still being read holds a place.
    kinds: Vec<Option<Kind>>,
    names: Vec<(&'a str, usize)>,
    /// Where the first row of numbers stands and how many there are: as many as seats.
    first_row: Option<(usize, usize)>,
    /// Every seat to move and where it stands.
    seats: Vec<(usize, Seat)>,
}

impl<'a> Reader<'a> {
    fn node(&mut self, depth: usize) -> Result<usize, SpecError> {
        self.space();
        let start = self.at;
        if depth > MAX_NESTING {
            return Err(SpecError::at(start, format!("nodes nest deeper than {MAX_NESTING}")));
        }
        let name = self.name()?;
        if let Some(name) = name {
            let known = self.names.iter().find(|(known, _)| *known == name).map(|&(_, node)| node);
            match (self.eat('='), known) {
                (false, Some(node)) => return Ok(node),
                (false, None) => {
                    return Err(SpecError::at(start, format!("no node before this is called `@{name}`")));
                }
                (true, Some(_)) => {
                    return Err(SpecError::at(start, format!("`@{name}` is the name of two nodes")));
                }
                (true, None) => self.names.push((name, self.kinds.len())),
            }
        }
        if !self.eat('(') {
            return Err(self.expected("a node: `(`, or the name of one"));
        }
        self.space();
        let number = self.kinds.len();
        self.kinds.push(None);
        let kind = match self.peek() {
            Some(c) if c.is_ascii_alphabetic() => self.inner(c, depth)?,
            _ => {
                let payoffs = self.numbers(start, ')')?;
                Kind::Leaf { payoffs, by_counter: self.eat('!') }
            }
        };
        self.kinds[number] = Some(kind);
        Ok(number)
    }

    fn inner(&mut self, letter: char, depth: usize) -> Result<Kind, SpecError> {
        let seat = Seat::from_letter(letter).filter(|_| letter.is_ascii_uppercase());
        let seat =
            seat.ok_or_else(|| SpecError::at(self.at, format!("`{letter}` is no seat; expected A to F")))?;
        self.seats.push((self.at, seat));
        self.at += 1;
        let open = self.at;
        let values = if self.eat('[') { Some(self.numbers(open, ']')?) } else { None };
        let mut children = Vec::new();
        while !self.eat(')') {
            if self.peek().is_none() {
                return Err(self.expected("a node or `)`"));
            }
            children.push(self.node(depth + 1)?);
        }
        if children.is_empty() {
            // Filled in when the number of seats is known.
            children.push(self.kinds.len());
            self.kinds.push(None);
        }
        Ok(Kind::Inner { seat, values, children })
    }

    /// The rest of a row of numbers, whose opening bracket stood at `start`.
    fn numbers(&mut self, start: usize, close: char) -> Result<Box<[i32]>, SpecError> {
        let mut numbers = vec![self.number()?];
        while self.eat(',') {
            numbers.push(self.number()?);
        }
        if !self.eat(close) {
            return Err(self.expected(&format!("`,` or `{close}`")));
        }
        if numbers.len() > MAX_SEATS {
            return Err(SpecError::at(
                start,
                format!("{} numbers; there are at most {MAX_SEATS} seats", numbers.len()),
            ));
        }
        let (first, count) = *self.first_row.get_or_insert((start, numbers.len()));
        if count != numbers.len() {
            let there = format!("{count} at character {}", first + 1);
            return Err(SpecError::at(
                start,
                format!("{} numbers here, but {there}: one a seat", numbers.len()),
            ));
        }
        Ok(numbers.into())
    }

    fn number(&mut self) -> Result<i32, SpecError> {
        self.space();
        let rest = &self.text[self.at..];
        let len = rest.find(|c: char| !c.is_ascii_digit() && c != '-').unwrap_or(rest.len());
        let Ok(number) = rest[..len].parse() else {
            let right = format!("a whole number from {} to {}", i32::MIN, i32::MAX);
            return Err(if len == 0 {
                self.expected(&right)
            } else {
                SpecError::at(self.at, format!("`{}`: expected {right}", &rest[..len]))
            });
        };
        self.at += len;
        Ok(number)
    }

    fn name(&mut self) -> Result<Option<&'a str>, SpecError> {
        if !self.eat('@') {
            return Ok(None);
        }
        let rest = &self.text[self.at..];
        let len = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        if len == 0 {
            return Err(self.expected("letters and digits after `@`"));
        }
        self.at += len;
        Ok(Some(&rest[..len]))
    }

    /// The tree, once all is read.
    fn finish(self) -> Result<Tree, SpecError> {
        let nowhere =
            || SpecError::whole("no row of numbers tells how many seats there are; write (1,0) or the like");
        let (_, seats) = self.first_row.ok_or_else(nowhere)?;
        if let Some(&(at, seat)) = self.seats.iter().find(|(_, seat)| seat.index() >= seats) {
            let numbers = if seats == 1 { "number" } else { "numbers" };
            return Err(SpecError::at(
                at,
                format!("`{seat}` moves, but rows have {seats} {numbers}, one a seat"),
            ));
        }
        let drawn = || Kind::Leaf { payoffs: vec![0; seats].into(), by_counter: false };
        let kinds: Vec<Kind> = self.kinds.into_iter().map(|kind| kind.unwrap_or_else(drawn)).collect();
        match kinds[0] {
            Kind::Leaf { .. } => {
                Err(SpecError::at(0, "the game is over before it begins; expected a seat to move"))
            }
            Kind::Inner { .. } => Ok(Tree::new(seats, kinds)),
        }
    }

    fn eat(&mut self, c: char) -> bool {
        self.space();
        let found = self.peek() == Some(c);
        self.at += if found { c.len_utf8() } else { 0 };
        found
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn expected(&mut self, what: &str) -> SpecError {
        self.space();
        let found = self.peek().map_or("the end".to_owned(), |c| format!("`{c}`"));
        SpecError::at(self.at, format!("expected {what}, found {found}"))
    }
}
