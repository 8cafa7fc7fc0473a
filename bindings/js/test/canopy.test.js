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

test('variants', () => {
  const pocket = '2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1';
  const options = { variant: 'crazyhouse' };
  assert.equal(canopy.perft(pocket, 2, options), 3083);
  assert.equal(canopy.statistics(pocket, 1, options).drops, 62);
  assert.ok(canopy.moves(pocket, options).includes('Q@a1'));
  assert.match(canopy.explain(pocket, 'N@d4', options).text, /pocket/);
  assert.equal(canopy.position('8/8/8/8/4K3/8/8/k7 b - - 0 1', { variant: 'kingofthehill' }).over,
    'the game is over: the white king has reached e4');
  assert.throws(() => canopy.perft(pocket, 1), { name: 'PositionError', message: /crazyhouse/ });
  assert.throws(() => canopy.perft('startpos', 1, { variant: 'losers' }), { name: 'TypeError', message: /allowed are chess/ });
  const chess = (fen, moves, depth) => canopy.divide(fen, depth, { moves });
  assert.match(canopy.findBug(chess, { variant: 'horde' }).text, /.+/);
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

const POSITION_5 = 'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8';

test('why names the known defects that give a total, and what tells them apart', () => {
  const found = canopy.why('62416', { fen: POSITION_5, depth: 3 });
  assert.match(found.text, /: 62416, right is 62379\n/);
  assert.deepEqual(found.claims[0], {
    fen: POSITION_5, moves: [], depth: 3, lines: [1, 1], total: '62416', correct: '62379', right: false, wrong_counts: [], wrong_columns: [],
  });
  const kept = found.next.totals.find(({ id }) => id === 'castling-right-kept-after-rook-captured');
  assert.ok(kept.totals.length > 0);
  assert.deepEqual(found.next.totals.map(({ id }) => id), found.causes.map(({ id }) => id));
});

test('why narrows its answer', () => {
  const text = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 depth 1: 7';
  const found = canopy.why(text);
  const [{ id, totals: [total] }] = found.next.totals;
  for (const answer of [total, Number(total), BigInt(total)]) {
    const fewer = canopy.why(text, { also: [answer] });
    assert.equal(fewer.causes[0].id, id);
    assert.ok(fewer.causes.length < found.causes.length);
  }
});

test('why: a divide, right numbers, and errors', () => {
  const divide = canopy.why('Kiwipete depth 2, all lines right but e5d7: 44 (45)');
  assert.deepEqual(divide.claims[0].wrong_counts, [{ move: 'e5d7', counted: '44', correct: '45' }]);
  const right = canopy.why('perft 2: 600', { moves: ['e2e4'] });
  assert.deepEqual([right.right, right.causes, right.next], [true, [], null]);
  assert.throws(() => canopy.why('my engine is wrong'), { name: 'RangeError', message: /no number of leaves/ });
  assert.throws(() => canopy.why('20', { fen: '8/8 w' }), { name: 'PositionError', message: /8\/8 w/ });
  assert.throws(() => canopy.why('20', { depth: 0 }), { name: 'RangeError', message: /1 to 255/ });
  assert.throws(() => canopy.why('20', { also: [1.5] }), { name: 'TypeError', message: /also/ });
  assert.throws(() => canopy.why('20', { answers: [1] }), /unknown option 'answers', expected one of: fen/);
});
