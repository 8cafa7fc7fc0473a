//! The exported functions. All pointers come from C, so this is the only module with `unsafe` code.
#![allow(unsafe_code, reason = "the C interface")]

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use bindings::{Counting, Game, Given, Positions, Question, Stop, rules, split_variant};

use crate::answer::canopy_answer;
use crate::last_error::{self, c_string};

/// The function failed; `canopy_last_error` has the reason.
pub const CANOPY_ERROR: c_int = -1;

/// Gets a move in UCI notation and the leaves below it.
#[expect(non_camel_case_types, reason = "the name in C")]
pub type canopy_line_fn =
    Option<unsafe extern "C" fn(user: *mut c_void, uci: *const c_char, leaves: u64)>;

/// Gets a legal move in UCI notation and in SAN.
#[expect(non_camel_case_types, reason = "the name in C")]
pub type canopy_move_fn =
    Option<unsafe extern "C" fn(user: *mut c_void, uci: *const c_char, san: *const c_char)>;

/// Sets up `fen`, plays `moves` (UCI notation, separated by blanks, maybe empty), and calls
/// `canopy_answer_add` with each legal move and the leaves `depth` - 1 plies below it. Returns 0, or
/// another number if it fails.
#[expect(non_camel_case_types, reason = "the name in C")]
pub type canopy_divide_fn = Option<
    unsafe extern "C" fn(
        user: *mut c_void,
        fen: *const c_char,
        moves: *const c_char,
        depth: u32,
        answer: *mut canopy_answer,
    ) -> c_int,
>;

/// Why a call failed, as text.
type Failure = Box<dyn std::error::Error>;

/// Runs the body of an exported function. An error or a panic is kept as the last error: a panic must
/// not cross into C.
fn run(body: impl FnOnce() -> Result<c_int, Failure>) -> c_int {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(value)) => return value,
        Ok(Err(error)) => last_error::set(error),
        Err(_) => last_error::set("internal error: a panic, see the standard error output"),
    }
    CANOPY_ERROR
}

/// The text behind a pointer; empty for NULL.
///
/// # Safety
/// The pointer is NULL or points to a string that ends with a zero byte and lives for `'a`.
unsafe fn text<'a>(pointer: *const c_char) -> Result<&'a str, Failure> {
    if pointer.is_null() {
        return Ok("");
    }
    // SAFETY: by the contract of this function.
    let text = unsafe { CStr::from_ptr(pointer) };
    Ok(text.to_str()?)
}

/// The position of the pair of arguments that all functions have.
///
/// # Safety
/// As [`text`], for both pointers.
unsafe fn game(fen: *const c_char, moves: *const c_char) -> Result<Game, Failure> {
    if fen.is_null() {
        return Err("fen is NULL".into());
    }
    // SAFETY: by the contract of this function.
    let fen = unsafe { text(fen) }?;
    // SAFETY: by the contract of this function.
    let moves = unsafe { text(moves) }?;
    Ok(Game::with_prefix(fen, moves, None)?)
}

/// Leaves as a number of 64 bits.
fn leaves64(leaves: u128) -> Result<u64, Failure> {
    let error = |_| format!("{leaves} leaves exceed 64 bits").into();
    u64::try_from(leaves).map_err(error)
}

/// Writes through a pointer of the caller, if it is not NULL.
///
/// # Safety
/// The pointer is NULL, or aligned and valid for a write of `T`.
unsafe fn store<T>(pointer: *mut T, value: T) {
    if !pointer.is_null() {
        // SAFETY: by the contract of this function.
        unsafe { pointer.write(value) };
    }
}

fn counting(depth: u32, threads: u32, hash_mb: u32) -> Counting {
    let counting = Counting::new(depth).threads(threads as usize);
    counting.hash_mb(hash_mb as usize)
}

/// The version of the library, such as "0.1.0".
#[unsafe(no_mangle)]
pub extern "C" fn canopy_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => c"",
        };
    VERSION.as_ptr()
}

/// Why the last function failed on this thread, valid until the next one fails there.
#[unsafe(no_mangle)]
pub extern "C" fn canopy_last_error() -> *const c_char {
    last_error::with(CStr::as_ptr)
}

/// Frees a string that a function has stored; NULL is ignored.
///
/// # Safety
/// `text` is NULL, or was stored by a function of this library and not freed since.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn canopy_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: by the contract; all strings that are stored come from `CString::into_raw`.
        drop(unsafe { CString::from_raw(text) });
    }
}

/// Counts the leaves at exactly `depth` plies into `*leaves`. With `threads` 0, one thread per core
/// counts; `hash_mb` is the largest size of the hash table in MB. Returns 0.
///
/// `fen` is a FEN, an EPD or `startpos`. The name of a variant may stand before it, as in `atomic startpos`: then its
/// rules hold. This is so for all functions that have a `fen`.
///
/// # Safety
/// The strings end with a zero byte; `leaves` is NULL, which is an error, or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn canopy_perft(
    fen: *const c_char,
    moves: *const c_char,
    depth: u32,
    threads: u32,
    hash_mb: u32,
    leaves: *mut u64,
) -> c_int {
    run(|| {
        if leaves.is_null() {
            return Err("leaves is NULL".into());
        }
        // SAFETY: by the contract of this function.
        let game = unsafe { game(fen, moves) }?;
        let total = counting(depth, threads, hash_mb).perft(&game)?;
        let total = leaves64(total)?;
        // SAFETY: by the contract of this function.
        unsafe { store(leaves, total) };
        Ok(0)
    })
}

/// Calls `line` with each legal move and the leaves below it, in the order in which Stockfish prints
/// them. Otherwise as `canopy_perft`. Returns the number of moves.
///
/// # Safety
/// The strings end with a zero byte; `line` accepts `user`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn canopy_divide(
    fen: *const c_char,
    moves: *const c_char,
    depth: u32,
    threads: u32,
    hash_mb: u32,
    line: canopy_line_fn,
    user: *mut c_void,
) -> c_int {
    run(|| {
        let line = line.ok_or("line is NULL")?;
        // SAFETY: by the contract of this function.
        let game = unsafe { game(fen, moves) }?;
        let lines = counting(depth, threads, hash_mb).divide(&game)?;
        let lines = lines.into_iter();
        let lines = lines.map(|(mv, leaves)| Ok((c_string(&mv), leaves64(leaves)?)));
        let lines: Vec<(CString, u64)> = lines.collect::<Result<_, Failure>>()?;
        for (mv, leaves) in &lines {
            // SAFETY: `line` is a function of this type and accepts `user`; the string outlives the call.
            unsafe { line(user, mv.as_ptr(), *leaves) };
        }
        Ok(lines.len() as c_int)
    })
}

/// Calls `mv` with each legal move, in the order in which Stockfish prints them. Returns their number.
///
/// # Safety
/// The strings end with a zero byte; `mv` accepts `user`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn canopy_moves(
    fen: *const c_char,
    moves: *const c_char,
    mv: canopy_move_fn,
    user: *mut c_void,
) -> c_int {
    run(|| {
        let on_move = mv.ok_or("mv is NULL")?;
        // SAFETY: by the contract of this function.
        let game = unsafe { game(fen, moves) }?;
        let names = game.moves();
        for names in &names {
            let (uci, san) = (c_string(&names.uci), c_string(&names.san));
            // SAFETY: `mv` is a function of this type and accepts `user`; the strings outlive the call.
            unsafe { on_move(user, uci.as_ptr(), san.as_ptr()) };
        }
        Ok(names.len() as c_int)
    })
}

/// Whether a move in UCI notation or SAN is legal: returns 1 or 0. Stores the reason in `*text`, to be
/// freed with `canopy_free`; `text` may be NULL.
///
/// # Safety
/// The strings end with a zero byte; `text` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn canopy_explain(
    fen: *const c_char,
    moves: *const c_char,
    mv: *const c_char,
    text: *mut *mut c_char,
) -> c_int {
    run(|| {
        // SAFETY: by the contract of this function.
        let game = unsafe { game(fen, moves) }?;
        // SAFETY: by the contract of this function.
        let mv = unsafe { self::text(mv) }?;
        let verdict = bindings::explain(&game, mv)?;
        if !text.is_null() {
            // SAFETY: by the contract of this function.
            unsafe { store(text, c_string(&verdict.text).into_raw()) };
        }
        Ok(c_int::from(verdict.legal))
    })
}

/// Explains wrong counts from a text alone: a total, a divide in any format, a table, or failing rows of a suite, with
/// other words around them. `fen` (may be NULL), `moves` and `depth` (0 for none) are what the text does not say; `fen`
/// may be the name of a variant alone. The
/// answer may end with a question; add the program's total for it to the text, as "depth 2 of FEN: 286".
///
/// Returns 1 if all numbers are right, or 0. Stores the answer in `*answer`, to be freed with `canopy_free`; `answer`
/// may be NULL.
///
/// # Safety
/// The strings end with a zero byte; `answer` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn canopy_why(
    text: *const c_char,
    fen: *const c_char,
    moves: *const c_char,
    depth: u32,
    chess960: c_int,
    answer: *mut *mut c_char,
) -> c_int {
    run(|| {
        // SAFETY: by the contract of this function.
        let text = unsafe { self::text(text) }?;
        // SAFETY: by the contract of this function.
        let fen = unsafe { self::text(fen) }?;
        // SAFETY: by the contract of this function.
        let moves = unsafe { self::text(moves) }?;
        // The name of a variant may stand alone.
        let (variant, fen) = match rules(fen) {
            Ok(_) => (fen, ""),
            Err(_) => split_variant(fen),
        };
        let given = Given {
            fen: (!fen.is_empty()).then(|| fen.to_owned()),
            moves: moves.split_whitespace().map(str::to_owned).collect(),
            depth: (depth != 0).then_some(depth),
            chess960: chess960 != 0,
            rules: rules(variant)?,
        };
        let why = bindings::why(text, &given, &[], &Stop::new())?;
        if !answer.is_null() {
            // SAFETY: by the contract of this function.
            unsafe { store(answer, c_string(&why.to_string()).into_raw()) };
        }
        Ok(c_int::from(why.is_right()))
    })
}

/// Adds a move to the answer of a callback: in UCI notation or SAN, with the leaves below it.
///
/// # Safety
/// `answer` is the one that the callback was called with, during that call; the string ends with a
/// zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn canopy_answer_add(
    answer: *mut canopy_answer,
    mv: *const c_char,
    leaves: u64,
) {
    // SAFETY: by the contract, it is NULL or the exclusive reference of `ask`, which waits meanwhile.
    let Some(answer) = (unsafe { answer.as_mut() }) else {
        return;
    };
    // SAFETY: by the contract of this function. Bytes that are not UTF-8 are no move.
    let mv = unsafe { text(mv) }.unwrap_or("(not UTF-8)");
    answer.add(mv, leaves);
}

/// Asks `divide` for counts of `count` positions, each to `depth` plies, until an answer is wrong.
/// Then finds the smallest position that shows the bug. With `fens` NULL, asks about some hundred
/// positions that expose known bugs, and ignores `depth`; positions of Chess960, where castling is
/// `e1h1`, are among them only if `chess960` is not 0. `divide` gets FENs without the name of their variant.
///
/// Returns 0 if everything is right, or 1 and the explanation in `*text`, to be freed with
/// `canopy_free`.
///
/// # Safety
/// `divide` accepts `user`; `fens` is NULL or points to `count` strings that end with a zero byte;
/// `text` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn canopy_find_bug(
    divide: canopy_divide_fn,
    user: *mut c_void,
    fens: *const *const c_char,
    count: usize,
    depth: u32,
    chess960: c_int,
    text: *mut *mut c_char,
) -> c_int {
    run(|| {
        let divide = divide.ok_or("divide is NULL")?;
        let built_in = Positions::BuiltIn {
            chess960: chess960 != 0,
        };
        let (variant, positions) = match fens.is_null() {
            true => ("chess".to_owned(), built_in),
            // SAFETY: by the contract of this function.
            false => of_variant(unsafe { list(fens, count, depth) }?)?,
        };
        let ask = |question: &Question| {
            let (fen, moves) = (c_string(question.fen), c_string(&question.moves.join(" ")));
            let mut answer = canopy_answer::default();
            let pointer: *mut canopy_answer = &mut answer;
            // SAFETY: `divide` is a function of this type and accepts `user`; the strings and the answer
            // outlive the call.
            let code =
                unsafe { divide(user, fen.as_ptr(), moves.as_ptr(), question.depth, pointer) };
            match code {
                0 => Ok(answer.into_text()),
                code => Err(format!("the callback returned {code}")),
            }
        };
        let Some(bug) = bindings::find_bug(&variant, ask, &positions, &Stop::new())? else {
            return Ok(0);
        };
        if !text.is_null() {
            // SAFETY: by the contract of this function.
            unsafe { store(text, c_string(&bug.text).into_raw()) };
        }
        Ok(1)
    })
}

/// The variant whose name stands before all FENs, and the positions.
fn of_variant(list: Vec<(String, u32)>) -> Result<(String, Positions), Failure> {
    let names = list.iter().map(|(text, _)| split_variant(text).0);
    let variant = names.clone().next().unwrap_or("chess").to_owned();
    if names.clone().any(|name| name != variant) {
        return Err("the FENs belong to several variants".into());
    }
    let fens = list
        .iter()
        .map(|(text, depth)| (split_variant(text).1.to_owned(), *depth));
    Ok((variant, Positions::Fens(fens.collect())))
}

/// The FENs behind a pointer.
///
/// # Safety
/// It points to `count` strings that end with a zero byte.
unsafe fn list(
    fens: *const *const c_char,
    count: usize,
    depth: u32,
) -> Result<Vec<(String, u32)>, Failure> {
    let mut list = Vec::with_capacity(count.min(1 << 16));
    for index in 0..count {
        // SAFETY: by the contract, the index is within the array.
        let game = unsafe { fens.add(index) };
        // SAFETY: by the contract, a pointer is there.
        let fen: *const c_char = unsafe { ptr::read(game) };
        // SAFETY: by the contract of this function.
        list.push((unsafe { text(fen) }?.to_owned(), depth));
    }
    Ok(list)
}
