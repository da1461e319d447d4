//! Small dense symmetric matrices: Cholesky factors, solving, inverting.

/// A square matrix, row by row.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub(crate) fn zeros(size: usize) -> Self {
        Self { size, cells: vec![0.0; size * size] }
    }

    pub(crate) fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    pub(crate) fn at_mut(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.cells[row * self.size + column]
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.size..(row + 1) * self.size]
    }

    /// How many rows and columns there are.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// Multiplies every cell.
    pub(crate) fn scale(&mut self, factor: f64) {
        for cell in &mut self.cells {
            *cell *= factor;
        }
    }

    /// `self * middle * self`, for a symmetric `middle`.
    pub(crate) fn around(&self, middle: &Self) -> Self {
        let product = |one: &Self, other: &Self| {
            let n = one.size;
            let mut cells = vec![0.0; n * n];
            for (row, out) in cells.chunks_mut(n.max(1)).enumerate() {
                for (factor, line) in one.row(row).iter().zip(other.cells.chunks(n.max(1))) {
                    for (sum, x) in out.iter_mut().zip(line) {
                        *sum += factor * x;
                    }
                }
            }
            Self { size: n, cells }
        };
        product(&product(self, middle), self)
    }

    /// The lower Cholesky factor; `None` unless the matrix is safely positive definite.
    pub(crate) fn cholesky(&self) -> Option<Cholesky> {
        // A pivot that lost eleven digits of its diagonal entry is rounding noise: the matrix is singular.
        const SINGULAR: f64 = 1e-11;
        let n = self.size;
        let mut factor = Self::zeros(n);
        for row in 0..n {
            for column in 0..=row {
                let done = factor.row(row).iter().zip(factor.row(column)).take(column);
                let sum = done.fold(self.at(row, column), |sum, (x, y)| sum - x * y);
                *factor.at_mut(row, column) = if row > column {
                    sum / factor.at(column, column)
                } else if sum > SINGULAR * self.at(row, row) && sum.is_finite() {
                    libm::sqrt(sum)
                } else {
                    return None;
                };
            }
        }
        Some(Cholesky { factor })
    }
}

/// A lower triangular factor `L` of a matrix `L L'`.
#[derive(Debug)]
pub(crate) struct Cholesky {
    factor: Matrix,
}

impl Cholesky {
    /// The `x` with `L L' x = right`.
    pub(crate) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let n = self.factor.size;
        let mut x = right.to_vec();
        for row in 0..n {
            let (known, rest) = x.split_at_mut(row);
            let sum = self.factor.row(row).iter().zip(known).fold(rest[0], |sum, (l, y)| sum - l * *y);
            rest[0] = sum / self.factor.at(row, row);
        }
        for row in (0..n).rev() {
            let (open, rest) = x.split_at_mut(row);
            rest[0] /= self.factor.at(row, row);
            for (y, l) in open.iter_mut().zip(self.factor.row(row)) {
                *y -= l * rest[0];
            }
        }
        x
    }

    /// The inverse of the matrix that was factored.
    pub(crate) fn inverse(&self) -> Matrix {
        let n = self.factor.size;
        let mut inverse = Matrix::zeros(n);
        let mut unit = vec![0.0; n];
        for column in 0..n {
            unit[column] = 1.0;
            for (row, value) in self.solve(&unit).into_iter().enumerate() {
                *inverse.at_mut(row, column) = value;
            }
            unit[column] = 0.0;
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(size: usize, cells: &[f64]) -> Matrix {
        Matrix { size, cells: cells.to_vec() }
    }

    #[test]
    fn inverse_of_a_known_matrix() {
        let inverse = matrix(2, &[4.0, 2.0, 2.0, 3.0]).cholesky().expect("positive definite").inverse();
        for (got, want) in inverse.cells.iter().zip([0.375, -0.25, -0.25, 0.5]) {
            assert!((got - want).abs() < 1e-15);
        }
    }

    #[test]
    fn a_matrix_around_another() {
        let (outer, middle) = (matrix(2, &[2.0, 1.0, 1.0, 3.0]), matrix(2, &[1.0, 0.0, 0.0, 2.0]));
        assert_eq!(outer.around(&middle), matrix(2, &[6.0, 8.0, 8.0, 19.0]));
        assert_eq!(Matrix::zeros(0).around(&Matrix::zeros(0)), Matrix::zeros(0));
    }

    #[test]
    fn singular_matrices_have_no_factor() {
        assert!(matrix(2, &[1.0, -1.0, -1.0, 1.0]).cholesky().is_none());
        assert!(matrix(1, &[0.0]).cholesky().is_none());
        assert!(matrix(1, &[f64::NAN]).cholesky().is_none());
    }
}
