//! Linear algebra for a few dozen unknowns, done by hand: libraries choose their kernels by the processor at run time, and
//! then the same search takes another path on another machine.

/// A square matrix, row by row.
pub(crate) type Matrix = Vec<Vec<f64>>;

/// Eigenvalues and, as columns, eigenvectors of a symmetric matrix, by cyclic Jacobi rotations.
pub(crate) fn eigen(symmetric: &Matrix) -> (Vec<f64>, Matrix) {
    const MOST_SWEEPS: usize = 60;
    let n = symmetric.len();
    let mut a = symmetric.clone();
    let mut vectors = identity(n);
    for _ in 0..MOST_SWEEPS {
        let off: f64 = (0..n).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| a[i][j] * a[i][j]).sum();
        let size: f64 = (0..n).map(|i| a[i][i] * a[i][i]).sum();
        if off <= 1e-30 * size {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                rotate(&mut a, &mut vectors, p, q);
            }
        }
    }
    ((0..n).map(|i| a[i][i]).collect(), vectors)
}

/// Makes the entries at (p, q) and (q, p) zero.
fn rotate(a: &mut Matrix, vectors: &mut Matrix, p: usize, q: usize) {
    if a[p][q] == 0.0 {
        return;
    }
    let half = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    let tangent = half.signum() / (half.abs() + (half * half + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    let turn = |x: &mut f64, y: &mut f64| (*x, *y) = (cosine * *x - sine * *y, sine * *x + cosine * *y);
    for row in a.iter_mut().chain(vectors) {
        let (left, right) = row.split_at_mut(q);
        turn(&mut left[p], &mut right[0]);
    }
    let (upper, lower) = a.split_at_mut(q);
    upper[p].iter_mut().zip(&mut lower[0]).for_each(|(x, y)| turn(x, y));
}

pub(crate) fn identity(n: usize) -> Matrix {
    (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect()
}

/// The solution of `matrix x = right` by Cholesky's factors; `None` unless the matrix is safely positive definite.
pub(crate) fn solve(matrix: &Matrix, right: &[f64]) -> Option<Vec<f64>> {
    const SINGULAR: f64 = 1e-12;
    let n = right.len();
    let mut lower = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..=i {
            let rest = (0..j).fold(matrix[i][j], |rest, k| rest - lower[i][k] * lower[j][k]);
            lower[i][j] = if i > j {
                rest / lower[j][j]
            } else if rest > SINGULAR * matrix[i][i] && rest.is_finite() {
                rest.sqrt()
            } else {
                return None;
            };
        }
    }
    let mut x = right.to_vec();
    for i in 0..n {
        x[i] = (0..i).fold(x[i], |rest, k| rest - lower[i][k] * x[k]) / lower[i][i];
    }
    for i in (0..n).rev() {
        x[i] = (i + 1..n).fold(x[i], |rest, k| rest - lower[k][i] * x[k]) / lower[i][i];
    }
    Some(x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hoppity_rules::random::{RngExt, stream};

    /// A random symmetric positive definite matrix.
    fn random(n: usize, seed: u64) -> Matrix {
        let mut rng = stream(seed, &[]);
        let half: Matrix = (0..n).map(|_| (0..n).map(|_| rng.random_range(-1.0..1.0)).collect()).collect();
        let entry = |i: usize, j: usize| (0..n).map(|k| half[i][k] * half[j][k]).sum::<f64>();
        (0..n).map(|i| (0..n).map(|j| entry(i, j) + if i == j { 0.1 } else { 0.0 }).collect()).collect()
    }

    #[test]
    fn eigenvectors_make_the_matrix_again_and_are_orthonormal() {
        for (seed, n) in [1, 2, 3, 12, 40].into_iter().enumerate() {
            let matrix = random(n, seed as u64);
            let (values, vectors) = eigen(&matrix);
            for i in 0..n {
                for j in 0..n {
                    let again: f64 = (0..n).map(|k| vectors[i][k] * values[k] * vectors[j][k]).sum();
                    assert!((again - matrix[i][j]).abs() < 1e-9 * n as f64, "{n}: {i} {j}");
                    let dot: f64 = (0..n).map(|k| vectors[k][i] * vectors[k][j]).sum();
                    assert!((dot - f64::from(u8::from(i == j))).abs() < 1e-9);
                }
            }
        }
    }

    #[test]
    fn solutions_solve_and_singular_matrices_are_refused() {
        let matrix = random(9, 3);
        let right: Vec<f64> = (0..9).map(f64::from).collect();
        let x = solve(&matrix, &right).unwrap();
        for i in 0..9 {
            let again: f64 = (0..9).map(|j| matrix[i][j] * x[j]).sum();
            assert!((again - right[i]).abs() < 1e-9);
        }
        assert_eq!(solve(&vec![vec![1.0, 1.0], vec![1.0, 1.0]], &[1.0, 2.0]), None);
        assert_eq!(solve(&vec![vec![f64::NAN]], &[1.0]), None);
    }
}
