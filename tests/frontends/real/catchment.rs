//! Water and heat in a column of soil, with snow above and a river below: the misfit to what was
//! measured. `cost` is differentiated by the first state, the rain and the parameters.

const CELL: f64 = 0.05;
const STEPS: usize = 4;
const STEP: f64 = 1.0 / STEPS as f64;
const ROUNDS: usize = 40;
const CLOSE: f64 = 1e-11;

// ---- numbers ------------------------------------------------------------------------------------

/// Functions that are smooth where their names' sharp relatives are not.
trait Smooth {
    fn logistic(self) -> Self;
    fn softplus(self, width: Self) -> Self;
    fn huber(self, width: Self) -> Self;
}

impl Smooth for f64 {
    fn logistic(self) -> f64 {
        1.0 / (1.0 + (-self).exp())
    }

    fn softplus(self, width: f64) -> f64 {
        let s = self / width;
        if s > 30.0 {
            self
        } else {
            width * s.exp().ln_1p()
        }
    }

    fn huber(self, width: f64) -> f64 {
        match self.abs() {
            small if small < width => 0.5 * self * self,
            large => width * (large - 0.5 * width),
        }
    }
}

/// A matrix with three diagonals, and the right side that goes with it.
struct Tridiagonal {
    rows: Vec<Row>,
}

#[derive(Clone, Copy, Default)]
struct Row {
    below: f64,
    diagonal: f64,
    above: f64,
    right: f64,
}

impl Tridiagonal {
    fn new(n: usize) -> Self {
        Tridiagonal { rows: vec![Row::default(); n] }
    }

    /// Row by row, what each cell has by itself: a diagonal and a right side.
    fn begin(&mut self, cells: impl Iterator<Item = (f64, f64)>) {
        for (row, (diagonal, right)) in self.rows.iter_mut().zip(cells) {
            *row = Row { diagonal, right, ..Row::default() };
        }
    }

    /// Between neighbours: how well the face conducts, and what flows through it downwards anyway.
    fn couple(&mut self, faces: impl Iterator<Item = (f64, f64)>) {
        for (i, (conductance, flow)) in faces.enumerate() {
            if let [upper, lower] = &mut self.rows[i..i + 2] {
                upper.above = -conductance;
                upper.diagonal += conductance;
                upper.right -= flow;
                lower.below = -conductance;
                lower.diagonal += conductance;
                lower.right += flow;
            }
        }
    }

    /// Eliminates downwards, in place, and substitutes upwards.
    fn solve(&mut self, x: &mut [f64]) {
        for i in 1..self.rows.len() {
            let before = self.rows[i - 1];
            let row = &mut self.rows[i];
            let factor = row.below / before.diagonal;
            row.diagonal -= factor * before.above;
            row.right -= factor * before.right;
        }
        let mut next = None;
        for (place, row) in x.iter_mut().zip(&self.rows).rev() {
            *place = match next {
                None => row.right / row.diagonal,
                Some(value) => (row.right - row.above * value) / row.diagonal,
            };
            next = Some(*place);
        }
    }
}

// ---- soil ---------------------------------------------------------------------------------------

/// What a soil is, after van Genuchten and Mualem.
#[derive(Clone)]
struct Soil {
    alpha: f64,
    n: f64,
    m: f64,
    porosity: f64,
    residual: f64,
    ks: f64,
}

impl Soil {
    fn at(depth: f64, p: &Parameters) -> Soil {
        Soil {
            alpha: p.alpha,
            n: p.n,
            m: 1.0 - 1.0 / p.n,
            porosity: p.porosity * (-0.05 * depth).exp(),
            residual: 0.06,
            ks: p.ks * (-p.decay * depth).exp(),
        }
    }

    fn range(&self) -> f64 {
        self.porosity - self.residual
    }

    fn saturation(&self, head: f64) -> f64 {
        if head < 0.0 {
            (1.0 + (-self.alpha * head).powf(self.n)).powf(-self.m)
        } else {
            1.0
        }
    }

    fn moisture(&self, head: f64) -> f64 {
        self.residual + self.range() * self.saturation(head)
    }

    /// The moisture, and how it changes with the head.
    fn retention(&self, head: f64) -> (f64, f64) {
        if head >= 0.0 {
            return (self.porosity, 1e-6);
        }
        let p = (-self.alpha * head).powf(self.n);
        let se = (1.0 + p).powf(-self.m);
        let slope = self.m * self.n * p / -head * se / (1.0 + p);
        (self.residual + self.range() * se, self.range() * slope + 1e-6)
    }

    fn conductivity(&self, head: f64, warmth: f64) -> f64 {
        let flow = (2.0 * (warmth + 1.0)).logistic();
        let se = self.saturation(head);
        if se >= 1.0 {
            return self.ks * flow;
        }
        let part = 1.0 - (1.0 - se.powf(1.0 / self.m)).powf(self.m);
        self.ks * se.sqrt() * part * part * flow
    }
}

/// The column: what it is made of, what is in it, and room to work in.
struct Column {
    soil: Vec<Soil>,
    head: Vec<f64>,
    water: Vec<f64>,
    heat: Vec<f64>,
    next: Vec<f64>,
    paths: Vec<f64>,
    matrix: Tridiagonal,
}

impl Column {
    fn new(head: &[f64], heat: &[f64], p: &Parameters) -> Column {
        let n = head.len();
        let soil: Vec<Soil> = (0..n).map(|i| Soil::at((i as f64 + 0.5) * CELL, p)).collect();
        let water = soil.iter().zip(head).map(|(s, h)| s.moisture(*h)).collect();
        Column {
            soil,
            head: head.to_vec(),
            water,
            heat: heat.to_vec(),
            next: vec![0.0; n],
            paths: vec![0.0; n],
            matrix: Tridiagonal::new(n),
        }
    }

    /// Water moves for a step; the answer is what drains at the bottom.
    fn seep(&mut self, supply: f64) -> f64 {
        let last = self.head.len() - 1;
        let mut drained = 0.0;
        for _ in 0..ROUNDS {
            let cells = self.soil.iter().zip(&self.head).zip(&self.heat);
            for (k, ((soil, head), heat)) in self.paths.iter_mut().zip(cells) {
                *k = soil.conductivity(*head, *heat);
            }
            let cells = self.soil.iter().zip(&self.head).zip(&self.water);
            self.matrix.begin(cells.map(|((soil, head), water)| {
                let (wet, c) = soil.retention(*head);
                (c / STEP, (c * head - (wet - water)) / STEP)
            }));
            self.matrix.couple(self.paths.windows(2).map(|k| {
                let k = 0.5 * (k[0] + k[1]);
                (k / (CELL * CELL), k / CELL)
            }));
            self.matrix.rows[0].right += supply / CELL;
            self.matrix.rows[last].right -= self.paths[last] / CELL;
            self.matrix.solve(&mut self.next);
            let moved = self
                .head
                .iter()
                .zip(&self.next)
                .map(|(old, new)| (new - old).abs())
                .fold(0.0, f64::max);
            self.head.copy_from_slice(&self.next);
            drained = self.paths[last];
            if moved < CLOSE {
                break;
            }
        }
        for ((water, soil), head) in self.water.iter_mut().zip(&self.soil).zip(&self.head) {
            *water = soil.moisture(*head);
        }
        drained
    }

    /// Heat moves for a step, from the air above.
    fn conduct(&mut self, air: f64) {
        for ((k, soil), head) in self.paths.iter_mut().zip(&self.soil).zip(&self.head) {
            *k = 0.03 + 0.14 * soil.saturation(*head);
        }
        let cells = self.soil.iter().zip(&self.water).zip(&self.heat);
        self.matrix.begin(cells.map(|((soil, water), heat)| {
            let volume = 2.0 * (1.0 - soil.porosity) + 4.18 * water;
            let c = volume * CELL * CELL / STEP;
            (c, c * heat)
        }));
        let between = |k: &[f64]| (2.0 * k[0] * k[1] / (k[0] + k[1]), 0.0);
        self.matrix.couple(self.paths.windows(2).map(between));
        let top = 2.0 * self.paths[0];
        self.matrix.rows[0].diagonal += top;
        self.matrix.rows[0].right += top * air;
        self.matrix.solve(&mut self.next);
        self.heat.copy_from_slice(&self.next);
    }

    /// How wet the surface is, from 0 to 1.
    fn wetness(&self) -> f64 {
        (self.water[0] - self.soil[0].residual) / self.soil[0].range()
    }

    fn water_at(&self, depth: f64) -> f64 {
        let place = depth / CELL - 0.5;
        let i = (place as usize).min(self.water.len() - 2);
        let t = place - i as f64;
        (1.0 - t) * self.water[i] + t * self.water[i + 1]
    }
}

// ---- what lies above and below ------------------------------------------------------------------

/// What holds water back for a while.
trait Store {
    /// The outflow of a step into which something flows.
    fn step(&mut self, inflow: f64) -> f64;
}

struct Snow {
    depth: f64,
    rate: f64,
    air: f64,
}

impl Store for Snow {
    fn step(&mut self, rain: f64) -> f64 {
        let frozen = rain * (-2.0 * self.air).logistic();
        self.depth += frozen * STEP;
        let most = self.rate * self.air.softplus(0.5) * (1.0 - (-self.depth / 0.01).exp());
        let melted = most.min(0.9 * self.depth / STEP);
        self.depth -= melted * STEP;
        rain - frozen + melted
    }
}

struct Reservoir {
    volume: f64,
    time: f64,
}

impl Store for Reservoir {
    fn step(&mut self, inflow: f64) -> f64 {
        let out = self.volume / self.time;
        self.volume += STEP * (inflow - out);
        out
    }
}

/// Stores, one behind the other.
struct River<S> {
    stores: Vec<S>,
}

impl<S: Store> Store for River<S> {
    fn step(&mut self, inflow: f64) -> f64 {
        self.stores.iter_mut().fold(inflow, |flow, store| store.step(flow))
    }
}

// ---- the model ----------------------------------------------------------------------------------

struct Parameters {
    alpha: f64,
    n: f64,
    ks: f64,
    decay: f64,
    melting: f64,
    time: f64,
    evaporation: f64,
    porosity: f64,
}

impl From<&[f64]> for Parameters {
    fn from(p: &[f64]) -> Parameters {
        match *p {
            [alpha, n, ks, decay, melting, time, evaporation, porosity] => {
                Parameters { alpha, n, ks, decay, melting, time, evaporation, porosity }
            }
            _ => panic!("there are {} parameters, not 8", p.len()),
        }
    }
}

const DEPTHS: [f64; 3] = [0.1, 0.42, 0.85];

pub fn cost(h0: &[f64], t0: &[f64], rain: &[f64], air: &[f64], seen: &[f64], p: &[f64]) -> f64 {
    let parameters = Parameters::from(p);
    let mut column = Column::new(h0, t0, &parameters);
    let mut snow = Snow { depth: 0.02, rate: parameters.melting, air: 0.0 };
    let stores = (1..=3).map(|i| Reservoir { volume: 0.001 * i as f64, time: parameters.time });
    let mut river = River { stores: stores.collect() };
    let mut misfit = 0.0;
    let days = rain.iter().zip(air).zip(seen.chunks_exact(DEPTHS.len() + 1));
    for ((&rain, &air), seen) in days {
        snow.air = air;
        let mut discharge = 0.0;
        for _ in 0..STEPS {
            let supply = snow.step(rain);
            let excess = (supply - column.soil[0].ks).softplus(0.005);
            let evaporated = parameters.evaporation * (air - 4.0).logistic() * column.wetness();
            let drained = column.seep(supply - excess - evaporated);
            column.conduct(air);
            discharge += STEP * river.step(excess + drained);
        }
        let (discharge_seen, water_seen) = seen.split_last().unwrap();
        misfit += (100.0 * (discharge - discharge_seen)).huber(1.0);
        for (depth, water) in DEPTHS.iter().zip(water_seen) {
            misfit += (20.0 * (column.water_at(*depth) - water)).huber(0.5);
        }
    }
    misfit / rain.len() as f64
}
