//! Prints what Syzygy tables know about positions: the result from -2 (loss) to 2 (win), and the
//! distance to the next capture or pawn move in plies. `-` stands for what is unknown.
//!
//! With folders of tables as arguments, it reads one FEN per line; `scripts/check-syzygy` compares
//! its answers with those of another program. Without arguments, it shows some positions.
//!
//! ```sh
//! cargo run --release -p canopy-engine --example syzygy -- engine/tests/syzygy < positions.fen
//! ```

use std::error::Error;
use std::io::{self, BufRead, BufWriter, Write};

use engine::{Tablebases, Wdl};
use movegen::chess::Position;

fn main() -> Result<(), Box<dyn Error>> {
    let folders: Vec<_> = std::env::args_os().skip(1).collect();
    if folders.is_empty() {
        let tables = Tablebases::open([concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syzygy")]);
        for fen in [
            "8/8/8/8/4k3/8/4P3/4K3 w - - 0 1",
            "8/8/8/3qk3/8/8/8/K6R w - - 0 1",
        ] {
            println!("{fen}: {}", answer(&tables, &fen.parse()?));
        }
        return Ok(());
    }
    let tables = Tablebases::open(&folders);
    let mut out = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        writeln!(out, "{}", answer(&tables, &line?.parse()?))?;
    }
    out.flush()?;
    for error in tables.take_errors() {
        eprintln!("{error}");
    }
    Ok(())
}

fn answer(tables: &Tablebases, position: &Position) -> String {
    let wdl = match tables.wdl(position) {
        Some(Wdl::Loss) => "-2",
        Some(Wdl::BlessedLoss) => "-1",
        Some(Wdl::Draw) => "0",
        Some(Wdl::CursedWin) => "1",
        Some(Wdl::Win) => "2",
        None => "-",
    };
    match tables.dtz(position) {
        Some(plies) => format!("{wdl} {plies}"),
        None => format!("{wdl} -"),
    }
}
