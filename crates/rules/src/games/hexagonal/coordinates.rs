//! Cell names of a letter and a number, for boards that may have more than 26 rows or columns.
//!
//! Letters go on as columns of spreadsheets do: a to z, then aa, ab, …; so `z9`, `aa9`. Always lower case: front ends that
//! do not mind the case may spell them as they like.

const LETTERS: usize = 26;

/// The letters of a row or column, counted from 0.
pub fn letters(index: usize) -> String {
    let letter = |i: usize| char::from(b'a' + (i % LETTERS) as u8);
    let mut text: Vec<char> = vec![letter(index)];
    let mut left = index / LETTERS;
    while left > 0 {
        text.push(letter(left - 1));
        left = (left - 1) / LETTERS;
    }
    text.iter().rev().collect()
}

/// The index that letters stand for and the number after them: `c14` is (2, 14), `aa3` is (26, 3). No sign, no leading
/// zero, nothing before or after.
pub fn parse(text: &str) -> Option<(usize, usize)> {
    let split = text.bytes().take_while(u8::is_ascii_lowercase).count();
    let (letters, digits) = text.split_at(split);
    if digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let count = letters.bytes().try_fold(0usize, |count, letter| {
        count.checked_mul(LETTERS)?.checked_add(usize::from(letter - b'a') + 1)
    })?;
    Some((count.checked_sub(1)?, digits.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_round() {
        let some = |index: usize| letters(index);
        assert_eq!(
            [0, 1, 25, 26, 27, 51, 52, 701, 702].map(some),
            ["a", "b", "z", "aa", "ab", "az", "ba", "zz", "aaa"]
        );
        for index in 0..2000 {
            assert_eq!(parse(&format!("{}{}", letters(index), index + 1)), Some((index, index + 1)));
        }
    }

    #[test]
    fn anything_else_is_no_name() {
        let long = "z".repeat(40) + "1";
        let many = "a".to_owned() + &"9".repeat(40);
        for text in [
            "", "a", "1", "a0", "a01", "a+1", "A1", "a1 ", " a1", "a1b", "é1", "aé1", "-", "a-1", &long,
            &many,
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
        assert_eq!(parse("aa1"), Some((26, 1)));
    }
}
