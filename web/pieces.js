// The pieces of workbench/src/tell/page/pieces.svg, and their names.
document.getElementById('symbols').innerHTML = `
<symbol id="p" viewBox="0 0 45 45"><path d="M22.5 9a5.7 5.7 0 0 1 3.9 9.9c2 1 3.2 2.4 3.4 4.1h-3.6c.5 5.2 3 8.4 6.3 10.5 1.3.9 2 2 2 3.5v2h-24v-2c0-1.5.7-2.6 2-3.5 3.3-2.1 5.8-5.3 6.3-10.5h-3.6c.2-1.7 1.4-3.1 3.4-4.1A5.7 5.7 0 0 1 22.5 9z"/></symbol>
<symbol id="n" viewBox="0 0 45 45"><path d="M33.8 39C34.6 27 33 19 28.5 14.5 26.5 12.3 24 11 21.8 10.6L19.8 6l-3 4.4c-3.2 1.7-5.2 5.1-6.4 9.1C9.6 22 8 23.5 7.6 26c-.2 2.3 1.6 3.8 3.8 3.3l3.1-1.7c2-.2 4.1-1 6-3 .3 3.4-2 5.4-5 7.6-2.5 1.8-3.7 3.8-3.7 6.8z"/><path class="line" d="M26.3 16.2c2.9 4.4 4 10.2 3.7 18.6"/><circle class="dot" cx="16.4" cy="17" r="1.5"/><circle class="dot" cx="10.6" cy="25.4" r=".9"/></symbol>
<symbol id="b" viewBox="0 0 45 45"><path d="M22.5 10c5 3.6 8 7.6 8 12 0 3.2-1.6 5.6-4 7.2l.9 3.3c3.4.5 6.1 1.8 6.9 4V39H10.7v-2.5c.8-2.2 3.5-3.5 6.9-4l.9-3.3c-2.4-1.6-4-4-4-7.2 0-4.4 3-8.4 8-12z"/><circle cx="22.5" cy="7.8" r="2.5"/><path class="line" d="M25.8 14.8l-4.3 6.4M18.5 29.2h8M17.6 32.6h9.8"/></symbol>
<symbol id="r" viewBox="0 0 45 45"><path d="M11.5 8h5.2v3.4h3.4V8h4.8v3.4h3.4V8h5.2v7.5l-3.7 3 .6 12.2 3.1 2.8c.8.7 1 1.8 1 3.5v2h-24v-2c0-1.7.2-2.8 1-3.5l3.1-2.8.6-12.2-3.7-3z"/><path class="line" d="M15.4 18.5h14.2M14.6 30.7h15.8"/></symbol>
<symbol id="q" viewBox="0 0 45 45"><path d="M11 29L8.2 14.5l6.6 8.5.8-12.5 4.4 11.6L22.5 9l2.5 13.1 4.4-11.6.8 12.5 6.6-8.5L34 29c-1 1.7-.9 2.9 0 4.6.5 1.5.5 3.3.5 5.4h-24c0-2.1 0-3.9.5-5.4.9-1.7 1-2.9 0-4.6z"/><circle cx="8" cy="12.6" r="2.2"/><circle cx="15.4" cy="8.8" r="2.2"/><circle cx="22.5" cy="7.2" r="2.2"/><circle cx="29.6" cy="8.8" r="2.2"/><circle cx="37" cy="12.6" r="2.2"/><path class="line" d="M11 29q11.5-3 23 0M11 33.6q11.5-2.4 23 0"/></symbol>
<symbol id="k" viewBox="0 0 45 45"><path d="M21 3.5h3v3h3v3h-3v4h-3v-4h-3v-3h3z"/><path d="M11 18c3-3.6 7.2-4.8 11.5-4.8S31 14.4 34 18l-4.6 10.6c.3 2.5 1.7 3.8 3.7 5.1 1.1.9 1.4 1.9 1.4 3.3v2h-24v-2c0-1.4.3-2.4 1.4-3.3 2-1.3 3.4-2.6 3.7-5.1z"/><path class="line" d="M15.6 28.6h13.8M13.4 32.8h18.2M22.5 17.5v6.5M19.5 20.5h6"/></symbol>
`;

const KINDS = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };

/** 'white knight' for N, 'black pawn' for p, 'white promoted queen' for Q~. */
function pieceName(piece) {
  const [letter, promoted] = piece;
  const color = letter === letter.toUpperCase() ? 'white' : 'black';
  return `${color} ${promoted ? 'promoted ' : ''}${KINDS[letter.toLowerCase()]}`;
}

/** The drawing of a piece. */
function pieceDrawing(letter) {
  const SVG = 'http://www.w3.org/2000/svg';
  const drawing = document.createElementNS(SVG, 'svg');
  drawing.setAttribute('viewBox', '0 0 45 45');
  drawing.setAttribute('aria-hidden', 'true');
  drawing.setAttribute('class', `piece-${pieceName(letter).split(' ')[0]}`);
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#${letter[0].toLowerCase()}`);
  drawing.append(use);
  return drawing;
}
