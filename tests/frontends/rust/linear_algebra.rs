// call cholesky: M(3, 3); wrt a
// call solved: M(3, 3), V(3); wrt a b
// call product: V(6), V(6), Z(4), 2, 3, 2; wrt a b; of c
struct Matrix {
    rows: usize,
    columns: usize,
    data: Vec<f64>,
}

impl Matrix {
    fn zeros(rows: usize, columns: usize) -> Self {
        Matrix { rows, columns, data: vec![0.0; rows * columns] }
    }
    fn from(data: &[f64], columns: usize) -> Self {
        Matrix { rows: data.len() / columns, columns, data: data.to_vec() }
    }
    fn times(&self, other: &Matrix) -> Matrix {
        let mut out = Matrix::zeros(self.rows, other.columns);
        for i in 0..self.rows {
            for j in 0..other.columns {
                out[(i, j)] = (0..self.columns).map(|k| self[(i, k)] * other[(k, j)]).sum();
            }
        }
        out
    }
    fn transposed(&self) -> Matrix {
        let mut out = Matrix::zeros(self.columns, self.rows);
        for i in 0..self.rows {
            for j in 0..self.columns {
                out[(j, i)] = self[(i, j)];
            }
        }
        out
    }
}

impl std::ops::Index<(usize, usize)> for Matrix {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.data[i * self.columns + j]
    }
}

impl std::ops::IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.data[i * self.columns + j]
    }
}

fn positive(a: &[f64], n: usize) -> Matrix {
    let m = Matrix::from(a, n);
    let mut s = m.times(&m.transposed());
    for i in 0..n {
        s[(i, i)] += 2.0;
    }
    s
}

pub fn cholesky(a: &[f64]) -> f64 {
    let s = positive(a, 3);
    let mut l = Matrix::zeros(3, 3);
    let mut sum = 0.0;
    for i in 0..3 {
        for j in 0..=i {
            let v = s[(i, j)] - (0..j).map(|k| l[(i, k)] * l[(j, k)]).sum::<f64>();
            l[(i, j)] = if i == j { v.sqrt() } else { v / l[(j, j)] };
        }
        sum += 2.0 * l[(i, i)].ln();
    }
    sum
}

pub fn solved(a: &[f64], b: &[f64]) -> f64 {
    let n = b.len();
    let mut m = positive(a, n);
    let mut x = b.to_vec();
    for k in 0..n {
        for i in k + 1..n {
            let f = m[(i, k)] / m[(k, k)];
            for j in k..n {
                let v = m[(k, j)];
                m[(i, j)] -= f * v;
            }
            x[i] -= f * x[k];
        }
    }
    for i in (0..n).rev() {
        let rest: f64 = (i + 1..n).map(|j| m[(i, j)] * x[j]).sum();
        x[i] = (x[i] - rest) / m[(i, i)];
    }
    x.iter().map(|v| v * v).sum()
}

pub fn product(a: &[f64], b: &[f64], c: &mut [f64], n: usize, k: usize, m: usize) {
    let _ = n;
    c.copy_from_slice(&Matrix::from(a, k).times(&Matrix::from(b, m)).data);
}
