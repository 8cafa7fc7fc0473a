//! Counts on an OpenCL device against those of the CPU. Without a device nothing is compared, unless
//! `CANOPY_NEEDS_OPENCL` is set, as `.ci/run` does.

use std::io::Write as _;
use std::sync::atomic::{AtomicU32, Ordering};

use movegen::chess::{DevicePosition, EachMove, Kernel as CpuKernel, Position, random};
use movegen::perft::estimate::{CountTail, Plan, Row, Sampler, Walker as _};
use movegen::perft::{Counter as _, Perft, Stop};
use movegen::random::Random;

use crate::backend::{Arg, Backend, DeviceError, Interrupted};
use crate::counter::{CounterSettings, CountingDevice, DeviceCounter};
use crate::cuda;
use crate::expansion::Expansion;
use crate::kernels::{Kernel, Program};
use crate::memory::{LastPlies, Settings};
use crate::opencl::{self, OpenCl, OpenClDevice};
use crate::pool::DevicePool;
use crate::walker::{DeviceWalker, WalkingDevice, Walks};

const ROOTS: [&str; 9] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -",
    "1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf -",
    "r1q1k2r/pb1nppbp/1p4p1/2pPP3/2P2P2/q1N2N2/P3B1PP/R1BQ1RK1 b kq -",
    // The castling rook shields the king.
    "4k3/8/8/8/8/8/8/qR3K2 w B -",
];

fn roots() -> Vec<Position> {
    ROOTS.map(|fen| fen.parse().expect(fen)).to_vec()
}

/// Says on the terminal what the current test leaves out: the harness hides what `eprintln!` prints if a test passes.
fn skipped(reason: impl std::fmt::Display) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    writeln!(std::io::stderr(), "{test}: skipped: {reason}").expect("standard error");
}

fn first_device() -> Option<OpenClDevice> {
    let reason = match opencl::devices() {
        Ok(devices) => return devices.into_iter().next(),
        Err(reason) => reason,
    };
    assert!(
        std::env::var_os("CANOPY_NEEDS_OPENCL").is_none(),
        "no device: {reason}"
    );
    skipped(reason);
    None
}

fn settings(last_plies: LastPlies) -> Settings {
    Settings {
        depth: 5,
        memory: 64 << 20,
        table: None,
        seed: 0,
        last_plies,
    }
}

fn open(settings: Settings) -> Option<Expansion<OpenCl>> {
    let backend = first_device()?
        .open(settings.last_plies.program())
        .expect("kernels");
    Some(Expansion::new(backend, settings))
}

/// Compares the counts of all positions at one depth.
fn compare(expansion: &mut Expansion<impl Backend>, positions: &[Position], depth: u32) {
    let packed: Vec<DevicePosition> = positions.iter().map(DevicePosition::new).collect();
    let counts = expansion.count(&packed, depth, &Stop::new());
    let counts = counts.expect("counts");
    let (kernel, stop) = (CpuKernel::best(), Stop::new());
    for (position, count) in positions.iter().zip(counts) {
        let expected = kernel.leaves(position, depth, &stop);
        assert_eq!(Some(count), expected, "{position:#} {depth}");
    }
}

/// Random boards that fit, and positions of random games.
fn random_positions(number: usize) -> Vec<Position> {
    let mut random = Random::new(13);
    let roots = roots();
    let mut positions = Vec::new();
    while positions.len() < number / 2 {
        let setup = random::setup(&mut random, positions.len() % 2 == 0);
        let valid = Position::from_setup(&setup).ok();
        positions.extend(valid.map(|found| found.0).filter(DevicePosition::fits));
    }
    let mut position = roots[0];
    while positions.len() < number {
        let moves: Vec<_> = position.legal_moves().into_iter().collect();
        position = match moves.is_empty() || random.one_in(60) {
            true => random.pick(&roots),
            false => position.play(random.pick(&moves)),
        };
        positions.push(position);
    }
    positions
}

#[test]
fn counts_equal_those_of_the_cpu() {
    for last_plies in [LastPlies::Differential, LastPlies::EachMove] {
        let Some(mut expansion) = open(settings(last_plies)) else {
            return;
        };
        for depth in 1..=4 {
            compare(&mut expansion, &roots(), depth);
        }
        // Together with equal positions, and below one another.
        let mut many = roots();
        for root in roots() {
            many.extend(root.legal_moves().into_iter().map(|mv| root.play(mv)));
        }
        many.extend(many.clone());
        compare(&mut expansion, &many, 3);
    }
}

#[test]
fn a_hundred_thousand_random_positions() {
    let Some(mut expansion) = open(settings(LastPlies::Differential)) else {
        return;
    };
    let positions = random_positions(100_000);
    compare(&mut expansion, &positions, 2);
    compare(&mut expansion, &positions, 3);
}

/// The same counts with the least memory, and with tables in which nearly every place is taken again and again.
#[test]
fn little_memory_and_tiny_tables_change_nothing() {
    for (memory, table) in [
        (1, None),
        (1, Some(0)),
        (1, Some(1 << 8)),
        (1 << 20, Some(1 << 12)),
        (64 << 20, Some(64 << 20)),
    ] {
        for seed in 0..2 {
            let settings = Settings {
                memory,
                table,
                seed,
                ..settings(LastPlies::Differential)
            };
            let Some(mut expansion) = open(settings) else {
                return;
            };
            // Twice: the second time with what the first has stored.
            for _ in 0..2 {
                compare(&mut expansion, &roots(), 4);
            }
            let used = expansion.take_table_use();
            assert_eq!(used.probes > 0, table.is_some(), "{used:?}");
            assert_eq!(
                used.stores > 0,
                table.is_some_and(|bytes| bytes > 0),
                "{used:?}"
            );
        }
    }
}

#[test]
fn tables_save_work() {
    for (bytes, found_again) in [(0, false), (16 << 20, true)] {
        let settings = Settings {
            table: Some(bytes),
            ..settings(LastPlies::Differential)
        };
        let Some(mut expansion) = open(settings) else {
            return;
        };
        let start = &roots()[..1];
        compare(&mut expansion, start, 5);
        let first = expansion.take_table_use();
        // Equal positions of a level are found without a table.
        assert!(first.hits * 3 > first.probes, "{first:?}");
        assert_eq!(first.stores > 5_000, found_again, "{first:?}");
        assert!(first.false_hit_chance() < 1e-10);
        compare(&mut expansion, start, 5);
        let second = expansion.take_table_use();
        assert_eq!(
            (second.probes, second.hits) == (1, 1),
            found_again,
            "{second:?}"
        );
    }
}

/// A device that fails when a given number of kernels have run.
struct Faulty {
    device: OpenCl,
    runs_left: AtomicU32,
    error: DeviceError,
}

impl Backend for Faulty {
    type Buffer = <OpenCl as Backend>::Buffer;

    fn allocate(&self, bytes: usize) -> Result<Self::Buffer, DeviceError> {
        self.device.allocate(bytes)
    }

    fn write(&self, buffer: &Self::Buffer, data: &[u8]) -> Result<(), DeviceError> {
        self.device.write(buffer, data)
    }

    fn read(
        &self,
        buffer: &Self::Buffer,
        start: usize,
        data: &mut [u8],
    ) -> Result<(), DeviceError> {
        self.device.read(buffer, start, data)
    }

    fn run(
        &self,
        kernel: Kernel,
        items: u32,
        args: &[Arg<'_, Self::Buffer>],
    ) -> Result<(), DeviceError> {
        let left = |runs: u32| runs.checked_sub(1);
        let (success, failure) = (Ordering::Relaxed, Ordering::Relaxed);
        match self.runs_left.fetch_update(success, failure, left) {
            Ok(_) => self.device.run(kernel, items, args),
            // A lack of memory may end; other errors happen again.
            Err(_) => {
                if let DeviceError::OutOfMemory { .. } = self.error {
                    self.runs_left.store(1_000, success);
                }
                Err(self.error.clone())
            }
        }
    }

    fn finish(&self) -> Result<(), DeviceError> {
        self.device.finish()
    }
}

fn faulty(program: Program, runs: u32, error: &DeviceError) -> Option<Faulty> {
    Some(Faulty {
        device: first_device()?.open(program).expect("kernels"),
        runs_left: AtomicU32::new(runs),
        error: error.clone(),
    })
}

/// A counter with a device for each error, which happens when it has run this many kernels.
fn counter(table: usize, runs: u32, errors: &[DeviceError]) -> Option<DeviceCounter> {
    first_device()?;
    let pool = DevicePool::open(
        errors,
        |_| "test".to_owned(),
        |error| {
            let settings = Settings {
                depth: 7,
                memory: 1 << 20,
                table: (table > 0).then_some(table),
                ..settings(LastPlies::Differential)
            };
            let device = faulty(Program::Count, runs, error).expect("a device");
            let device: Box<dyn CountingDevice> = Box::new(Expansion::new(device, settings));
            Ok(device)
        },
    );
    let settings = CounterSettings {
        table,
        seed: 0,
        kernel: CpuKernel::best(),
        threads: 1,
    };
    Some(DeviceCounter::new(pool.expect("devices"), &settings))
}

fn lost() -> DeviceError {
    DeviceError::Call {
        call: "clFinish",
        reason: "the device is lost".to_owned(),
    }
}

#[test]
fn a_run_counts_on_devices_with_any_settings() {
    let kiwipete = roots()[1];
    let expected = kiwipete.divide(5);
    for (hash, threads) in [(0, 1), (0, 2), (1, 1), (16, 2)] {
        let Some(counter) = counter(hash << 20, u32::MAX, &vec![lost(); threads]) else {
            return;
        };
        let perft = Perft::new(5).threads(threads).hash_mb(hash);
        let outcome = perft.run(&kiwipete, &counter, &Stop::new(), |_| {});
        let outcome = outcome.expect("a count");
        let found: Vec<_> = outcome
            .lines
            .iter()
            .map(|line| (line.mv, line.count))
            .collect();
        assert_eq!(found, expected, "{hash} MB, {threads} threads");
        assert_eq!(outcome.table.is_some(), hash > 0);
        assert_eq!(counter.take_remarks(), Vec::<String>::new());
    }
}

#[test]
fn depths_beyond_those_of_the_device_are_counted() {
    let position: Position = "8/8/8/8/8/5k2/7p/7K w - -"
        .parse()
        .expect("two kings and a pawn");
    let Some(counter) = counter(1 << 20, u32::MAX, &[lost()]) else {
        return;
    };
    for depth in 0..=9 {
        let perft = Perft::new(depth).hash_mb(1);
        let outcome = perft.run(&position, &counter, &Stop::new(), |_| {});
        assert_eq!(outcome.expect("a count").total, position.perft(depth));
    }
}

#[test]
fn a_device_that_fails_is_replaced() {
    let start = roots()[0];
    let memory = DeviceError::OutOfMemory { bytes: 5 << 20 };
    for (runs, errors, remark) in [
        (0, vec![lost()], "the device is lost; the CPU continues"),
        (40, vec![lost()], "the device is lost; the CPU continues"),
        (
            40,
            vec![lost(), lost()],
            "the device is lost; the other devices continue",
        ),
        (
            40,
            vec![memory.clone()],
            "(5 MB were requested); the device continues with 1 MB",
        ),
        (0, vec![memory], "the device continues with 1 MB"),
    ] {
        let Some(counter) = counter(0, runs, &errors) else {
            return;
        };
        let perft = Perft::new(6).threads(errors.len());
        let outcome = perft.run(&start, &counter, &Stop::new(), |_| {});
        let outcome = outcome.expect("a count");
        assert!(outcome.complete);
        assert_eq!(outcome.total, 119_060_324);
        let remarks = counter.take_remarks();
        assert!(
            remarks.iter().any(|text| text.ends_with(remark)),
            "{remarks:?}"
        );
    }
}

#[test]
fn too_many_men_are_counted_by_the_cpu() {
    let Some(counter) = counter(0, 0, &[lost()]) else {
        return;
    };
    let fen = "8/8/8/8/PPPPPPPP/PPPPPPPP/3K4/1k6 w - -";
    let setup: movegen::chess::Setup = fen.parse().expect(fen);
    let (position, _) = Position::from_setup(&setup).expect(fen);
    let stop = Stop::new();
    assert_eq!(
        counter.leaves(&position, 2, &stop),
        EachMove.leaves(&position, 2, &stop)
    );
    assert_eq!(counter.take_remarks(), Vec::<String>::new());
}

#[test]
fn a_stop_ends_a_count_without_a_number() {
    let Some(mut expansion) = open(settings(LastPlies::EachMove)) else {
        return;
    };
    let stop = Stop::new();
    stop.stop();
    let start = [DevicePosition::new(&roots()[0])];
    let stopped = expansion.count(&start, 5, &stop);
    assert!(matches!(stopped, Err(Interrupted::Stopped)));
    assert_eq!(
        expansion.count(&start, 4, &Stop::new()).ok(),
        Some(vec![197_281])
    );
}

fn walker(runs: u32, errors: &[DeviceError]) -> Option<DeviceWalker> {
    first_device()?;
    let pool = DevicePool::open(
        errors,
        |_| "test".to_owned(),
        |error| {
            let device = faulty(Program::Walk, runs, error).expect("a device");
            let device: Box<dyn WalkingDevice> = Box::new(Walks::new(device));
            Ok(device)
        },
    );
    Some(DeviceWalker::new(pool.expect("devices"), CpuKernel::best()))
}

/// Batches of a device against those of the CPU, to the last bit.
fn compare_batches(walker: &DeviceWalker, position: &Position, depth: u32, split: u32) {
    let (kernel, stop) = (CpuKernel::best(), Stop::new());
    let plan = Plan::new(depth).split(split);
    let sampler = Sampler::new(position, &plan, &kernel, &stop).expect("a table");
    let tail = CountTail::new(&kernel);
    let expected = |index| sampler.batch(&tail, 9, index, 2_000, &stop);
    let expected: Option<Vec<Row>> = (0..5).map(expected).collect();
    let found = sampler.batches(walker, 9, &[0, 1, 2, 3, 4], 2_000, &stop);
    assert_eq!(found, expected, "{position}");
}

#[test]
fn lines_are_those_of_the_cpu() {
    let Some(walker) = walker(u32::MAX, &[lost()]) else {
        return;
    };
    for root in roots() {
        for (depth, split) in [(9, 1), (10, 2)] {
            compare_batches(&walker, &root, depth, split);
        }
    }
    assert_eq!(walker.take_remarks(), Vec::<String>::new());
}

#[test]
fn a_device_that_fails_while_it_walks_is_replaced() {
    let memory = DeviceError::OutOfMemory { bytes: 5 << 20 };
    for (error, remark) in [(lost(), "the CPU continues"), (memory, "MB")] {
        let Some(walker) = walker(1, &[error]) else {
            return;
        };
        compare_batches(&walker, &roots()[1], 9, 1);
        let remarks = walker.take_remarks();
        assert!(
            remarks.iter().any(|text| text.ends_with(remark)),
            "{remarks:?}"
        );
    }
}

#[test]
fn lines_with_too_many_men_are_walked_by_the_cpu() {
    let Some(walker) = walker(0, &[lost()]) else {
        return;
    };
    let fen = "8/8/8/8/PPPPPPPP/PPPPPPPP/3K4/1k6 w - -";
    compare_batches(&walker, &fen.parse().expect(fen), 8, 1);
    assert_eq!(walker.take_remarks(), Vec::<String>::new());
}

/// Without NVIDIA's compiler nothing is compiled, unless `CANOPY_NEEDS_NVRTC` is set.
#[test]
fn the_kernels_compile_to_ptx() {
    if !cuda::has_compiler() {
        assert!(
            std::env::var_os("CANOPY_NEEDS_NVRTC").is_none(),
            "no compiler"
        );
        skipped("no CUDA compiler");
        return;
    }
    for program in Program::ALL {
        for capability in [(8, 0), (9, 0), (10, 0)] {
            let ptx = cuda::compile(program, capability).expect("PTX").to_src();
            for kernel in Kernel::ALL {
                let entry = format!(".visible .entry {}(", kernel.name());
                assert_eq!(ptx.contains(&entry), kernel.is_in(program), "{kernel:?}");
            }
        }
    }
}
