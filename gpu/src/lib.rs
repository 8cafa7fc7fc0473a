//! Perft on GPUs.
mod backend;
mod cuda;
mod expansion;
mod kernels;
mod levels;
mod opencl;
mod table;
pub use backend::DeviceError;
pub use expansion::{LastPlies, Settings};
pub use kernels::kernel_source;
#[cfg(test)]
mod quick {
    use super::*;
    use crate::expansion::Expansion;
    use movegen::chess::{DevicePosition, Position, Kernel};
    use movegen::perft::{Stop, Counter};
    #[test]
    fn quick() {
        let t = std::time::Instant::now();
        let device = opencl::devices().unwrap()[0];
        let cl = device.open().unwrap();
        eprintln!("open {:?}", t.elapsed());
        for last_plies in [LastPlies::EachMove, LastPlies::Differential] {
        let cl = device.open().unwrap();
        let x = Expansion::new(cl, &Settings { depth: 6, memory: 64 << 20, table: None, seed: 0, last_plies }).map_err(|e| e.1).unwrap();
        for fen in ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -",
        "1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf -",
        "r1q1k2r/pb1nppbp/1p4p1/2pPP3/2P2P2/q1N2N2/P3B1PP/R1BQ1RK1 b kq -"] {
            let p: Position = fen.parse().unwrap();
            for d in 1..=5 {
                let t = std::time::Instant::now();
                let c = x.count(&[DevicePosition::new(&p)], d, &Stop::new()).unwrap();
                let e = Kernel::best().leaves(&p, d, &Stop::new()).unwrap();
                eprintln!("{last_plies:?} {fen} {d} {} {e} {:?} {}", c[0], t.elapsed(), if c[0]==e {""} else {"WRONG"});
            }
        }
        }
    }
}
