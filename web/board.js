// The board editor: 64 buttons in a grid. One of them can be reached by Tab, arrow keys go to the others.

const FILES = 'abcdefgh';

class Board {
  /** The letters of the pieces, by square: { e1: 'K' }. In crazyhouse, a promoted piece has a mark behind it: 'Q~'. */
  pieces = {};
  /** The piece that a click places; null moves or removes. */
  #brush = null;
  #flipped = false;
  /** The square whose piece the next click moves. */
  #held = null;
  #focus = 'e4';
  #checkers = [];

  constructor(element, palette, onChange) {
    this.element = element;
    this.palette = palette;
    this.onChange = onChange;
    this.#drawPalette();
    element.addEventListener('keydown', (event) => this.#key(event));
    this.draw();
  }

  /** The first field of a FEN. */
  get placement() {
    const rank = (number) => {
      const letters = [...FILES].map((file) => this.pieces[file + number] ?? '1').join('');
      return letters.replace(/1+/g, (empty) => empty.length);
    };
    return [8, 7, 6, 5, 4, 3, 2, 1].map(rank).join('/');
  }

  set placement(text) {
    this.pieces = {};
    const [ranks] = text.split('[');
    ranks.split('/').slice(0, 8).forEach((row, index) => {
      const letters = row.replace(/[1-8]/g, (count) => '1'.repeat(Number(count)));
      (letters.match(/[^~]~?/g) ?? []).forEach((letter, file) => {
        if (letter !== '1' && file < 8) this.pieces[FILES[file] + (8 - index)] = letter;
      });
    });
    this.#held = null;
    this.draw();
  }

  /** Marks the pieces that give check. */
  set checkers(squares) {
    this.#checkers = squares;
    this.draw();
  }

  flip() {
    this.#flipped = !this.#flipped;
    this.draw();
  }

  draw() {
    const hadFocus = this.element.contains(document.activeElement);
    const ranks = this.#flipped ? '12345678' : '87654321';
    const files = this.#flipped ? [...FILES].reverse().join('') : FILES;
    this.element.replaceChildren(...[...ranks].map((rank) => {
      const row = document.createElement('div');
      row.setAttribute('role', 'row');
      row.append(...[...files].map((file) => this.#square(file + rank)));
      row.firstChild.dataset.rank = rank;
      return row;
    }));
    for (const square of this.element.lastChild.children) square.dataset.file = square.dataset.square[0];
    if (hadFocus) this.#button(this.#focus).focus();
  }

  #square(name) {
    const piece = this.pieces[name];
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.square = name;
    button.setAttribute('role', 'gridcell');
    const light = (FILES.indexOf(name[0]) + Number(name[1])) % 2 === 0 ? 'light' : 'dark';
    const checked = this.#checkers.includes(name);
    button.className = `square ${light}${checked ? ' checked' : ''}`;
    const what = piece ? pieceName(piece) : 'empty';
    button.setAttribute('aria-label', `${name} ${what}${checked ? ', gives check' : ''}`);
    button.setAttribute('aria-selected', String(name === this.#held));
    button.tabIndex = name === this.#focus ? 0 : -1;
    if (piece) button.append(pieceDrawing(piece));
    button.addEventListener('click', () => this.#click(name));
    return button;
  }

  #button(name) {
    return this.element.querySelector(`[data-square="${name}"]`);
  }

  #click(name) {
    this.#focus = name;
    if (this.#brush !== null) {
      if (this.#brush === this.pieces[name] || this.#brush === 'x') this.#put(name, null);
      else this.#put(name, this.#brush);
    } else if (this.#held !== null) {
      const piece = this.pieces[this.#held];
      const from = this.#held;
      this.#held = null;
      if (from === name) {
        this.draw();
      } else {
        delete this.pieces[from];
        this.#put(name, piece);
      }
    } else if (this.pieces[name]) {
      this.#held = name;
      this.draw();
    }
  }

  #put(name, piece) {
    if (piece) this.pieces[name] = piece;
    else delete this.pieces[name];
    this.draw();
    this.onChange();
  }

  #key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (steps[event.key]) {
      const sign = this.#flipped ? -1 : 1;
      const [file, rank] = steps[event.key].map((step) => sign * step);
      const clamp = (value) => Math.min(7, Math.max(0, value));
      const to = [clamp(FILES.indexOf(this.#focus[0]) + file), clamp(Number(this.#focus[1]) - 1 + rank)];
      this.#button(this.#focus).tabIndex = -1;
      this.#focus = FILES[to[0]] + (to[1] + 1);
      this.#button(this.#focus).tabIndex = 0;
      this.#button(this.#focus).focus();
    } else if (/^[pnbrqkPNBRQK]$/.test(event.key)) {
      this.#put(this.#focus, event.key);
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      this.#put(this.#focus, null);
    } else {
      return;
    }
    event.preventDefault();
  }

  #drawPalette() {
    const choices = [null, ...'KQRBNP', 'x', ...'kqrbnp'];
    const buttons = choices.map((choice) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.setAttribute('role', 'radio');
      button.setAttribute('aria-checked', String(choice === null));
      if (choice === null) {
        button.textContent = '✥';
        button.setAttribute('aria-label', 'Move pieces');
      } else if (choice === 'x') {
        button.textContent = '✕';
        button.setAttribute('aria-label', 'Remove pieces');
      } else {
        button.append(pieceDrawing(choice));
        button.setAttribute('aria-label', pieceName(choice));
      }
      button.addEventListener('click', () => {
        this.#brush = choice;
        this.#held = null;
        buttons.forEach((other) => other.setAttribute('aria-checked', String(other === button)));
        this.draw();
      });
      return button;
    });
    this.palette.replaceChildren(...buttons);
  }
}
