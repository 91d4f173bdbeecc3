// call outer::value: 0.6; wrt x
// call outer::inner::deep: 0.6; wrt x
// call exported: 0.6; wrt x
pub mod outer {
    const SCALE: f64 = 2.5;
    static TABLE: [f64; 4] = [0.5, 1.5, 2.5, 3.5];

    pub fn value(x: f64) -> f64 {
        SCALE * inner::deep(x) + TABLE.iter().map(|t| t * x * x).sum::<f64>()
    }

    pub mod inner {
        pub fn deep(x: f64) -> f64 {
            x.exp() * super::TABLE[1]
        }
    }
}

#[no_mangle]
pub extern "C" fn exported(x: f64) -> f64 {
    outer::value(x) * x
}
