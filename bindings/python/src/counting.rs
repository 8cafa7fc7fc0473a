//! Counts and estimates.

use std::time::Duration;

use bindings::{Estimation, Game};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::{self, Fen, Moves, game, number};
use crate::results::Estimate;
use crate::waiting::wait;

/// Counts the leaves at exactly `depth` plies.
///
/// `fen` is a FEN, an EPD, `startpos` or an object with a method `fen`; `moves` are played from there, in UCI notation or SAN. With
/// `threads=0`, one thread per core counts. `hash_mb` is the largest size of the hash table. `progress` is
/// called about 20 times a second with the fraction that is done, finally with 1.0. Ctrl-C ends the count.
///
/// Each call starts a thread. `perft_many` counts many positions in one call.
///
/// `variant` is the name of a variant: `crazyhouse`, `atomic`, `antichess`, `kingofthehill`, `3check`, `horde`,
/// `racingkings`, or `chess`. Without it, a board of python-chess says its own, and all else is chess.
#[pyfunction]
#[pyo3(signature = (fen, depth, *, moves = Moves::default(), threads = 0, hash_mb = 0, chess960 = None, progress = None, variant = None))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
pub(crate) fn perft(
    py: Python<'_>,
    fen: Fen,
    depth: i128,
    moves: Moves,
    threads: i128,
    hash_mb: i128,
    chess960: Option<bool>,
    progress: Option<&Bound<'_, PyAny>>,
    variant: Option<&str>,
) -> PyResult<u128> {
    let game = game(&fen, &moves, chess960, variant)?;
    let counting = arguments::counting(depth, threads, hash_mb)?;
    wait(py, progress, |stop, gauge| {
        counting.stopped_by(stop).progress(gauge).perft(&game)
    })
}

/// The leaves below each legal move, by its UCI notation, in the order in which Stockfish prints them.
///
/// With `chess960=True`, castling is the king capturing its rook; `None` means only where standard notation
/// cannot express it. Otherwise as `perft`.
#[pyfunction]
#[pyo3(signature = (fen, depth, *, moves = Moves::default(), threads = 0, hash_mb = 0, chess960 = None, progress = None, variant = None))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
pub(crate) fn divide<'py>(
    py: Python<'py>,
    fen: Fen,
    depth: i128,
    moves: Moves,
    threads: i128,
    hash_mb: i128,
    chess960: Option<bool>,
    progress: Option<&Bound<'_, PyAny>>,
    variant: Option<&str>,
) -> PyResult<Bound<'py, PyDict>> {
    let game = game(&fen, &moves, chess960, variant)?;
    let counting = arguments::counting(depth, threads, hash_mb)?;
    let lines = wait(py, progress, |stop, gauge| {
        counting.stopped_by(stop).progress(gauge).divide(&game)
    })?;
    dict(py, lines)
}

/// The leaves by kind: captures, checks, mates and others. Variants have other kinds than chess. Otherwise as `perft`.
#[pyfunction]
#[pyo3(signature = (fen, depth, *, moves = Moves::default(), threads = 0, hash_mb = 0, progress = None, variant = None))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
pub(crate) fn statistics<'py>(
    py: Python<'py>,
    fen: Fen,
    depth: i128,
    moves: Moves,
    threads: i128,
    hash_mb: i128,
    progress: Option<&Bound<'_, PyAny>>,
    variant: Option<&str>,
) -> PyResult<Bound<'py, PyDict>> {
    let game = game(&fen, &moves, None, variant)?;
    let counting = arguments::counting(depth, threads, hash_mb)?;
    let counted = wait(py, progress, |stop, gauge| {
        counting.stopped_by(stop).progress(gauge).statistics(&game)
    })?;
    dict(py, counted)
}

/// As `canopy.perft_many`, with lists.
#[pyfunction]
#[pyo3(signature = (fens, depth, *, threads = 0, hash_mb = 0, progress = None, variant = None))]
pub(crate) fn perft_list(
    py: Python<'_>,
    fens: Vec<Fen>,
    depth: i128,
    threads: i128,
    hash_mb: i128,
    progress: Option<&Bound<'_, PyAny>>,
    variant: Option<&str>,
) -> PyResult<Vec<u128>> {
    let counting = arguments::counting(depth, threads, hash_mb)?;
    wait(py, progress, |stop, gauge| {
        let games = fens
            .iter()
            .map(|fen| fen.game(&Moves::default(), None, variant));
        let games: Vec<Game> = games.collect::<Result<_, _>>()?;
        counting.stopped_by(stop).progress(gauge).perft_many(&games)
    })
}

/// Estimates the leaves at a depth that takes too long to count, from random lines.
///
/// It ends after `seconds`, or when half the width of the interval is `precision` times the value.
#[pyfunction]
#[pyo3(signature = (fen, depth, *, moves = Moves::default(), seconds = 10.0, precision = 1e-3, seed = 0, threads = 0, variant = None))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
pub(crate) fn estimate(
    py: Python<'_>,
    fen: Fen,
    depth: i128,
    moves: Moves,
    seconds: f64,
    precision: f64,
    seed: i128,
    threads: i128,
    variant: Option<&str>,
) -> PyResult<Estimate> {
    let game = game(&fen, &moves, None, variant)?;
    let (depth, threads) = (arguments::depth(depth)?, arguments::threads(threads)?);
    let seed = number("seed", seed, u64::MAX)?;
    let time = Duration::try_from_secs_f64(seconds)
        .map_err(|_| PyValueError::new_err(format!("seconds {seconds} is not a time")))?;
    let found = wait(py, None, |stop, _| {
        let stop = stop.clone();
        Estimation {
            depth,
            time,
            precision,
            seed,
            threads,
            stop,
        }
        .run(&game)
    })?;
    Ok(found.into())
}

fn dict<'py, K: IntoPyObject<'py>>(
    py: Python<'py>,
    entries: impl IntoIterator<Item = (K, u128)>,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (key, value) in entries {
        dict.set_item(key, value)?;
    }
    Ok(dict)
}
