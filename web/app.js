// Connects the panels: one position, which the board, the FEN, the moves and the URL fragment show.

/** The start position of the variant. */
const START = 'startpos';

function byId(id) {
  return document.getElementById(id);
}

/** Copies a text and says so on the button. */
async function copy(text, button) {
  const label = button.dataset.label ?? button.textContent;
  button.dataset.label = label;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Not allowed here';
  }
  setTimeout(() => { button.textContent = label; }, 1500);
}

const engine = new Engine();
/** The variant, the FEN that was set up, and the moves played from there. */
const state = { variant: 'chess', fen: START, moves: [] };
const place = () => ({ variant: state.variant, fen: state.fen, moves: state.moves.join(' ') });
const board = new Board(byId('board'), byId('palette'), edited);
const perftPanel = new PerftPanel(engine, place);
new WhyPanel(engine, place);
const bugPanel = new BugPanel(engine, place, () => Number(byId('depth').value));
/** The FEN on the board. */
let shown = '';
/** Counts positions, so that the answer about an earlier one is not shown. */
let version = 0;

/** Shows the position of `state`. */
async function show() {
  const current = ++version;
  perftPanel.clear();
  byId('played').textContent = state.moves.join(' ');
  byId('back').disabled = state.moves.length === 0;
  byId('explanation').textContent = '';
  history.replaceState(null, '', `#${fragment()}`);
  bugPanel.restart();
  try {
    const position = await engine.ask({ do: 'position', ...place() });
    if (current !== version) return;
    showPosition(position);
  } catch (error) {
    if (current !== version) return;
    byId('status').textContent = error.message;
    byId('status').className = 'wrong';
    byId('moves').replaceChildren();
    board.checkers = [];
  }
}

function showPosition({ fen, warnings, over, checkers, moves }) {
  const [placement, turn, castling] = fen.split(' ');
  if (board.placement !== placement) board.placement = placement;
  board.checkers = checkers;
  byId('fen').value = shown = fen;
  for (const input of document.getElementsByName('turn')) input.checked = input.value === turn;
  for (const input of document.getElementsByName('castling')) input.checked = castling.includes(input.value);
  const side = turn === 'w' ? 'White' : 'Black';
  const ended = over ?? (checkers.length > 0 ? 'checkmate' : 'stalemate');
  const count = moves.length === 0 ? ended : `${moves.length} legal move${moves.length === 1 ? '' : 's'}`;
  const check = checkers.length > 0 && moves.length > 0 ? ', in check' : '';
  byId('status').textContent = [`${side} to move${check}: ${count}.`, ...warnings].join(' ');
  byId('status').className = '';
  byId('moves').replaceChildren(...moves.map(({ uci, san }) => {
    const item = document.createElement('li');
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = san;
    button.title = uci;
    button.addEventListener('click', () => {
      state.moves.push(uci);
      show();
    });
    item.append(button);
    return item;
  }));
}

/** The board, the side to move or castling was changed by hand. */
function edited() {
  const turn = document.querySelector('[name="turn"]:checked').value;
  const rights = [...document.querySelectorAll('[name="castling"]:checked')];
  const castling = rights.map((input) => input.value).join('') || '-';
  // What the board does not show: the pocket of crazyhouse, and the checks that are left in three-check.
  const [ranks, , , , checks] = shown.split(' ');
  const pocket = ranks.match(/\[.*\]/)?.[0] ?? '';
  const left = checks?.includes('+') ? ` ${checks}` : '';
  setUp(`${board.placement}${pocket} ${turn} ${castling} -${left} 0 1`);
}

function setUp(fen, moves = []) {
  Object.assign(state, { fen, moves });
  byId('fen').value = fen;
  const [placement] = fen.split(' ');
  if (moves.length === 0 && fen !== START) board.placement = placement;
  show();
}

function fragment() {
  const fields = { fen: state.fen, depth: byId('depth').value };
  if (state.variant !== 'chess') fields.variant = state.variant;
  if (state.moves.length > 0) fields.moves = state.moves.join(' ');
  return new URLSearchParams(fields).toString();
}

function readFragment() {
  const fields = new URLSearchParams(location.hash.slice(1));
  const depth = Number(fields.get('depth'));
  if (Number.isInteger(depth) && depth >= 1 && depth <= 20) byId('depth').value = depth;
  const variant = fields.get('variant') ?? 'chess';
  // An unknown name is left to the engine, which says what is allowed.
  state.variant = variant;
  byId('variant').value = variant;
  setUp(fields.get('fen') ?? START, (fields.get('moves') ?? '').split(/\s+/).filter(Boolean));
}

byId('fen-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const fen = byId('fen').value.trim();
  setUp(fen === '' ? START : fen);
});
byId('variant').addEventListener('change', () => {
  state.variant = byId('variant').value;
  setUp(START);
});
byId('start').addEventListener('click', () => setUp(START));
byId('clear').addEventListener('click', () => setUp('8/8/8/8/8/8/8/8 w - - 0 1'));
byId('flip').addEventListener('click', () => board.flip());
byId('share').addEventListener('click', () => copy(location.href, byId('share')));
byId('back').addEventListener('click', () => {
  state.moves.pop();
  show();
});
byId('depth').addEventListener('change', () => {
  history.replaceState(null, '', `#${fragment()}`);
  bugPanel.restart();
});
byId('explain-form').addEventListener('submit', async (event) => {
  event.preventDefault();
  const move = byId('explain').value.trim();
  const output = byId('explanation');
  try {
    const { legal, text } = await engine.ask({ do: 'explain', move, ...place() });
    output.textContent = text;
    output.className = legal ? 'right' : 'wrong';
  } catch (error) {
    output.textContent = error.message;
    output.className = 'wrong';
  }
});
for (const input of document.querySelectorAll('[name="turn"], [name="castling"]')) {
  input.addEventListener('change', edited);
}
window.addEventListener('hashchange', readFragment);
readFragment();
