//! What is tuned: named parameters, each a number on a grid or one of several values.
use hoppity_rules::Value;

/// A setting of all parameters: for a number how many steps it is from its start, for a choice the index of the value.
pub type Point = Vec<i64>;

/// Something that can be set.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// What it can be.
    pub domain: Domain,
}

/// What a parameter can be.
#[derive(Clone, Debug, PartialEq)]
pub enum Domain {
    /// A number.
    Number {
        /// Where it begins; the grid goes through it.
        start: f64,
        /// The least it may be.
        min: f64,
        /// The most it may be.
        max: f64,
        /// From one value to the next.
        step: f64,
    },
    /// One of these values.
    Choice {
        /// The index of the one it begins with.
        start: usize,
        /// All of them.
        values: Vec<Value>,
    },
}

/// All parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Space {
    /// In the order of the config.
    pub parameters: Vec<Parameter>,
}

/// What is left of a step when a bound is a rounding error short of it.
const SLACK: f64 = 1e-9;

impl Parameter {
    /// The least and the most that the entry of a point may be.
    pub fn bounds(&self) -> (i64, i64) {
        match &self.domain {
            Domain::Number { start, min, max, step } => {
                (((min - start) / step - SLACK).ceil() as i64, ((max - start) / step + SLACK).floor() as i64)
            }
            Domain::Choice { values, .. } => (0, values.len() as i64 - 1),
        }
    }

    /// How many values it can have.
    pub fn size(&self) -> u64 {
        let (low, high) = self.bounds();
        (high - low + 1).max(0) as u64
    }

    /// The number that an entry of a point stands for; of a choice its index.
    pub fn number(&self, at: i64) -> f64 {
        match &self.domain {
            // Without the rounding errors of the sum, so that what is written down is short.
            Domain::Number { start, step, .. } => tidy(start + at as f64 * step),
            Domain::Choice { .. } => at as f64,
        }
    }

    /// The value that an entry of a point stands for.
    pub fn value(&self, at: i64) -> Value {
        match &self.domain {
            Domain::Number { .. } => {
                let number = self.number(at);
                let whole = number as i64;
                if whole as f64 == number { Value::Int(whole) } else { Value::Float(number) }
            }
            Domain::Choice { values, .. } => values[at as usize].clone(),
        }
    }

    fn nearest(&self, x: f64) -> i64 {
        let (low, high) = self.bounds();
        match self.domain {
            Domain::Number { start, step, .. } => (((x - start) / step).round() as i64).clamp(low, high),
            Domain::Choice { .. } => (x.round() as i64).clamp(low, high),
        }
    }

    /// The least and the most it may be, as a number.
    pub(crate) fn range(&self) -> (f64, f64) {
        match &self.domain {
            Domain::Number { min, max, .. } => (*min, *max),
            Domain::Choice { values, .. } => (0.0, values.len() as f64 - 1.0),
        }
    }
}

impl Space {
    /// Where all begin.
    pub fn start(&self) -> Point {
        let start = |parameter: &Parameter| match parameter.domain {
            Domain::Number { .. } => 0,
            Domain::Choice { start, .. } => start as i64,
        };
        self.parameters.iter().map(start).collect()
    }

    /// The numbers of a point.
    pub fn numbers(&self, point: &[i64]) -> Vec<f64> {
        self.parameters.iter().zip(point).map(|(parameter, &at)| parameter.number(at)).collect()
    }

    /// The nearest point within the bounds.
    pub fn nearest(&self, numbers: &[f64]) -> Point {
        self.parameters.iter().zip(numbers).map(|(parameter, &x)| parameter.nearest(x)).collect()
    }

    /// All points, the last parameter changing fastest; `None` if they are more than `most`.
    pub fn all(&self, most: u64) -> Option<Vec<Point>> {
        let count = self.parameters.iter().try_fold(1_u64, |count, parameter| {
            count.checked_mul(parameter.size()).filter(|&count| count <= most)
        });
        count?;
        let mut points = vec![Vec::new()];
        for parameter in &self.parameters {
            let (low, high) = parameter.bounds();
            let longer = |point: Point| (low..=high).map(move |at| [&point[..], &[at]].concat());
            points = points.into_iter().flat_map(longer).collect();
        }
        Some(points)
    }
}

fn tidy(x: f64) -> f64 {
    let tidied = (x * 1e9).round() / 1e9;
    if tidied.is_finite() { tidied } else { x }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(start: f64, min: f64, max: f64, step: f64) -> Parameter {
        Parameter { name: "x".to_owned(), domain: Domain::Number { start, min, max, step } }
    }

    #[test]
    fn the_grid_goes_through_the_start_and_stays_within_its_bounds() {
        let x = number(0.7, 0.0, 1.0, 0.1);
        assert_eq!(x.bounds(), (-7, 3));
        assert_eq!([-7, -1, 0, 3].map(|at| x.number(at)), [0.0, 0.6, 0.7, 1.0]);
        assert_eq!([-5.0, 0.04, 0.66, 0.7, 9.0].map(|value| x.nearest(value)), [-7, -7, 0, 0, 3]);
        let y = number(5.0, 1.5, 10.0, 2.0);
        assert_eq!((y.bounds(), y.size()), ((-1, 2), 4));
        assert_eq!((y.value(-1), y.value(2)), (Value::Int(3), Value::Int(9)));
    }

    #[test]
    fn all_points_are_counted_before_they_are_made() {
        let choice = Domain::Choice { start: 1, values: vec![Value::Bool(false), Value::Bool(true)] };
        let choice = Parameter { name: "y".to_owned(), domain: choice };
        let space = Space { parameters: vec![choice, number(0.0, 0.0, 2.0, 1.0)] };
        let all = space.all(6).unwrap();
        assert_eq!(all, [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]);
        assert_eq!(space.start(), [1, 0]);
        assert_eq!(space.all(5), None);
    }
}
