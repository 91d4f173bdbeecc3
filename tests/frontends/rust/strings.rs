// call parsed: V(4); wrt x
// call labelled: V(3); wrt x
pub fn parsed(x: &[f64]) -> f64 {
    let program = "+*-";
    program.chars().zip(&x[1..]).fold(x[0], |found, (c, v)| match c {
        '+' => found + v,
        '*' => found * v,
        _ => found - v * v,
    })
}

pub fn labelled(x: &[f64]) -> f64 {
    let names = ["mass", "length", "time"];
    let mut sum = 0.0;
    for (name, v) in names.iter().zip(x) {
        let label = name.to_string() + "!";
        sum += label.len() as f64 * v * v;
    }
    sum
}
