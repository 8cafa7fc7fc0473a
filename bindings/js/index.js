import { start } from './call.js';
import { MODULE } from './module.js';

let call = null;

/** The module is compiled by the first call. */
function module() {
  if (call === null) {
    const text = atob(MODULE);
    const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
    call = start(new WebAssembly.Module(bytes));
  }
  return call;
}

/** A FEN or a move is malformed or illegal. The message says where and why. */
export class PositionError extends Error {
  name = 'PositionError';
}

function ask(request, divide) {
  const answer = module()(request, divide);
  if (answer.error) {
    const { kind, text } = answer.error;
    if (kind === 'position') throw new PositionError(text);
    throw kind === 'request' ? new TypeError(text) : new RangeError(text);
  }
  return answer.value;
}

/** A misspelt option would change the answer without a word. */
function refuseUnknown(options, known) {
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new TypeError(`unknown option '${unknown}', expected one of: ${known.join(', ')}`);
}

/** The fields of a request that say which position is meant. */
function game(fen, options = {}) {
  refuseUnknown(options, ['moves', 'chess960', 'variant']);
  const { moves = [], chess960 = null, variant = null } = options;
  // A string is iterable as well.
  if (typeof moves === 'string') throw new TypeError(`expected moves such as ['e2e4', 'e7e5'], found ${show(moves)}`);
  return { fen, moves: Array.from(moves).join(' '), chess960, variant };
}

/** A count as a number. Counting more than a number holds would take years. */
function number(text) {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} leaves exceed 2^53`);
  return value;
}

export function perft(fen, depth, options) {
  return number(ask({ do: 'perft', depth, ...game(fen, options) }));
}

export function divide(fen, depth, options) {
  const lines = ask({ do: 'divide', depth, ...game(fen, options) });
  return Object.fromEntries(lines.map(([move, leaves]) => [move, number(leaves)]));
}

export function statistics(fen, depth, options) {
  const kinds = ask({ do: 'statistics', depth, ...game(fen, options) });
  return Object.fromEntries(Object.entries(kinds).map(([kind, leaves]) => [kind, number(leaves)]));
}

export function position(fen, options) {
  return ask({ do: 'position', ...game(fen, options) });
}

export function moves(fen, options) {
  return position(fen, options).moves.map((move) => move.uci);
}

export function explain(fen, move, options) {
  return ask({ do: 'explain', move, ...game(fen, options) });
}

export function compareDivide(fen, depth, text, options) {
  return ask({ do: 'compare', depth, text, ...game(fen, options) });
}

export function why(text, options = {}) {
  refuseUnknown(options, ['fen', 'moves', 'depth', 'chess960', 'also', 'variant']);
  const { depth = null, also = [], fen = null, ...rest } = options;
  return ask({ do: 'why', text, depth, also: Array.from(also, String), ...game(fen, rest) });
}

export function findBug(divide, options = {}) {
  if (typeof divide !== 'function') throw new TypeError(`divide must be a function, not ${show(divide)}`);
  refuseUnknown(options, ['positions', 'depth', 'chess960', 'variant']);
  const { positions = null, depth = 3, chess960 = false, variant = null } = options;
  const pairs = positions?.map((entry) => (typeof entry === 'string' ? [entry, depth] : entry));
  // What the function throws is a bug of the generator; a wrong type is an error of the call.
  let wrong = null;
  const answer = (question) => {
    let counts;
    try {
      counts = divide(question.fen, question.moves, question.depth);
    } catch (error) {
      return { error: String(error?.stack ?? error) };
    }
    const entries = entriesOf(counts);
    if (entries === null) {
      wrong = new TypeError(`divide must return an object or a Map of moves and numbers, not ${show(counts)}`);
      return { error: wrong.message, fatal: true };
    }
    return { text: entries.map(([move, leaves]) => `${move}: ${leaves}\n`).join('') };
  };
  try {
    return ask({ do: 'find_bug', positions: pairs ?? null, chess960, variant }, answer);
  } catch (error) {
    throw wrong ?? error;
  }
}

function entriesOf(counts) {
  if (counts === null || typeof counts !== 'object' || typeof counts.then === 'function') return null;
  const entries = counts instanceof Map ? [...counts] : Object.entries(counts);
  const whole = (leaves) => typeof leaves === 'bigint' || Number.isSafeInteger(leaves);
  return entries.every(([, leaves]) => whole(leaves)) ? entries : null;
}

function show(value) {
  if (typeof value?.then === 'function') return 'a promise';
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}
