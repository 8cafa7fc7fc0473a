//! Prints the source of a program for devices: `count`, `count-by-making` or `walk`.

use gpu::Program;

fn main() -> Result<(), String> {
    let name = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "count".to_owned());
    let program = match name.as_str() {
        "count" => Program::Count,
        "count-by-making" => Program::CountByMaking,
        "walk" => Program::Walk,
        other => return Err(format!("there is no program {other}")),
    };
    print!("{}", program.source());
    Ok(())
}
