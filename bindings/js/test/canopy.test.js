import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as canopy from '../index.js';

const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';

test('perft and divide', () => {
  assert.equal(canopy.perft('startpos', 5), 4865609);
  assert.equal(canopy.perft(KIWIPETE, 4), 4085603);
  assert.equal(canopy.perft('startpos', 0), 1);
  const divide = canopy.divide('startpos', 3, { moves: ['e2e4', 'e5'] });
  assert.equal(Object.keys(divide)[0], 'a2a3');
  const sum = Object.values(divide).reduce((a, b) => a + b);
  assert.equal(sum, canopy.perft('startpos', 3, { moves: ['e2e4', 'e7e5'] }));
});

test('moves and Chess960 castling', () => {
  assert.equal(canopy.moves(KIWIPETE).length, 48);
  assert.ok(canopy.moves(KIWIPETE).includes('e1g1'));
  assert.ok(canopy.moves(KIWIPETE, { chess960: true }).includes('e1h1'));
  assert.deepEqual(canopy.position('4k3/8/8/8/8/8/4r3/4K3 w - - 0 1').checkers, ['e2']);
});

test('statistics', () => {
  const { nodes, captures, checkmates } = canopy.statistics('startpos', 4);
  assert.deepEqual([nodes, captures, checkmates], [197281, 1576, 8]);
});

test('explain', () => {
  const pinned = canopy.explain('4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1', 'Bd3');
  assert.equal(pinned.legal, false);
  assert.equal(pinned.reasons[0].code, 'pinned');
  assert.equal(canopy.explain('startpos', 'g1f3').san, 'Nf3');
});

test('errors', () => {
  assert.throws(() => canopy.perft('8/8/8 w - -', 1), { name: 'PositionError', message: /8\/8\/8/ });
  assert.throws(() => canopy.perft('startpos', 256), RangeError);
  assert.throws(() => canopy.perft('startpos', 1.5), TypeError);
  assert.throws(() => canopy.perft(undefined, 1), TypeError);
  assert.throws(() => canopy.explain('startpos', 'zz9'), { name: 'PositionError' });
  assert.throws(() => canopy.perft('startpos', 1, { moves: 'e2e4' }), /expected moves such as .* found "e2e4"/);
  assert.throws(() => canopy.findBug(5), /must be a function, not 5/);
  assert.throws(() => canopy.perft('startpos', 1, { move: ['e2e4'] }), /unknown option 'move', expected one of: moves/);
  assert.throws(() => canopy.findBug(() => ({}), { fens: [] }), /unknown option 'fens', expected one of: positions/);
});

test('compareDivide', () => {
  const text = 'e2e4 - 20\nNodes searched: 20';
  const found = canopy.compareDivide('startpos', 2, text);
  assert.equal(found.same, false);
  assert.equal(found.lines.find((line) => line.uci === 'e2e4').theirs, '20');
  assert.equal(found.lines.find((line) => line.uci === 'd2d4').theirs, null);
});

test('findBug explains a missing en passant capture', () => {
  const enPassant = (fen, moves) => canopy.position(fen, { moves }).moves
    .filter((move) => canopy.explain(fen, move.uci, { moves }).text.includes('en passant'))
    .map((move) => move.uci);
  const forgetful = (fen, moves, depth) => {
    const divide = canopy.divide(fen, depth, { moves });
    for (const move of enPassant(fen, moves)) delete divide[move];
    return divide;
  };
  const bug = canopy.findBug(forgetful);
  assert.equal(bug.kind, 'wrong');
  assert.match(bug.text, /en passant is legal/);
  assert.equal(bug.depth, 1);
});

test('findBug: a right generator, exceptions and wrong types', () => {
  const right = (fen, moves, depth) => canopy.divide(fen, depth, { moves });
  assert.equal(canopy.findBug(right, { positions: ['startpos', [KIWIPETE, 2]] }), null);
  const throws = () => { throw new Error('out of cheese'); };
  assert.match(canopy.findBug(throws, { positions: ['startpos'] }).text, /out of cheese/);
  assert.throws(() => canopy.findBug(() => 20), /not 20/);
  assert.throws(() => canopy.findBug(async () => ({})), /a promise/);
});
