// The bug panel: compares a pasted divide with Canopy's, and follows a wrong line down to a wrong move.

class BugPanel {
  #engine;
  #place;
  #depth;
  /** The moves that were followed. */
  #path = [];

  /** `place` returns the position, and `depth` the depth to begin with. */
  constructor(engine, place, depth) {
    this.#engine = engine;
    this.#place = place;
    this.#depth = depth;
    byId('bug-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#compare();
    });
    byId('bug-restart').addEventListener('click', () => this.restart());
  }

  /** Begins again at the position of the page. */
  restart() {
    this.#path = [];
    byId('trail').replaceChildren();
    this.#ask();
  }

  get #left() {
    return this.#depth() - this.#path.length;
  }

  /** The position after the moves that were followed. */
  get #here() {
    const place = this.#place();
    return { ...place, moves: [place.moves, ...this.#path].join(' ').trim() };
  }

  /** Asks for the divide of the current position. */
  #ask() {
    const { variant, fen, moves } = this.#here;
    const option = variant === 'chess' ? '' : `setoption name UCI_Variant value ${variant}\n`;
    const where = fen === 'startpos' ? 'startpos' : `fen ${fen}`;
    byId('bug-question').textContent = this.#path.length === 0
      ? 'Give your engine these commands, and paste its answer:'
      : `The error is below ${this.#path.join(' ')}. Now these commands:`;
    const position = moves ? `position ${where} moves ${moves}` : `position ${where}`;
    byId('bug-command').textContent = `${option}${position}\ngo perft ${this.#left}`;
    byId('theirs').value = '';
    byId('bug-result').replaceChildren();
  }

  async #compare() {
    const result = byId('bug-result');
    result.textContent = 'Counting…';
    const request = { do: 'compare', depth: this.#left, text: byId('theirs').value, ...this.#here };
    try {
      const found = await this.#engine.ask(request);
      result.replaceChildren(...await this.#describe(found));
    } catch (error) {
      result.textContent = error.message;
    }
  }

  /** What the comparison says, as elements. */
  async #describe(found) {
    const missing = found.lines.filter((line) => line.theirs === null);
    const different = found.lines.filter((line) => line.theirs !== null && line.theirs !== line.ours);
    if (found.same) return [paragraph('Every line agrees with Canopy.', 'right')];
    if (missing.length === found.lines.length && found.extra.length === 0) {
      return [paragraph('No move was found in this text. A line looks like e2e4: 20', 'wrong')];
    }
    const parts = [];
    if (missing.length > 0) {
      parts.push(paragraph(`${plural(missing.length, 'legal move')} missing:`, 'wrong'));
      const reasons = await Promise.all(missing.map((line) => this.#explain(line.uci)));
      parts.push(list(reasons));
    }
    if (found.extra.length > 0) {
      parts.push(paragraph(`${plural(found.extra.length, 'listed move')} not legal:`, 'wrong'));
      parts.push(list(found.extra.map(({ reason }) => reason)));
    }
    if (found.repeated.length > 0) {
      parts.push(paragraph(`Listed more than once: ${found.repeated.join(' ')}`, 'wrong'));
    }
    if (found.unreadable.length > 0) {
      parts.push(paragraph(`Lines whose move cannot be read: ${found.unreadable.join(' | ')}`, 'wrong'));
    }
    if (found.total) {
      const { sum, total } = found.total;
      parts.push(paragraph(`The total ${total} is not the sum of the lines, ${sum}.`, 'wrong'));
    }
    if (different.length > 0) parts.push(...this.#counts(different));
    return parts;
  }

  async #explain(move) {
    const { text } = await this.#engine.ask({ do: 'explain', move, ...this.#here });
    return text;
  }

  /** The lines with different counts, each with a button that follows it. */
  #counts(different) {
    const table = document.createElement('table');
    table.innerHTML = '<thead><tr><th scope="col">Move</th><th scope="col">Canopy</th>'
      + '<th scope="col">Yours</th><th scope="col">Difference</th><td></td></tr></thead><tbody></tbody>';
    const deeper = this.#left > 1;
    for (const line of different) {
      const row = document.createElement('tr');
      row.className = 'wrong';
      const cell = (text) => {
        const cell = document.createElement('td');
        cell.textContent = text;
        return cell;
      };
      const gap = BigInt(line.theirs) - BigInt(line.ours);
      const last = document.createElement('td');
      if (deeper) {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = `Follow ${line.uci}`;
        button.addEventListener('click', () => this.#follow(line.uci));
        last.append(button);
      }
      row.append(cell(`${line.uci} (${line.san})`), cell(line.ours), cell(line.theirs),
        cell(gap > 0n ? `+${gap}` : String(gap)), last);
      table.tBodies[0].append(row);
    }
    const text = deeper
      ? 'The first wrong line is as good as any. Follow it, one ply deeper each time:'
      : 'At depth 1, each move counts 1:';
    return [paragraph(text), table];
  }

  #follow(move) {
    const item = document.createElement('li');
    item.textContent = `${move} is wrong at depth ${this.#left}`;
    byId('trail').append(item);
    this.#path.push(move);
    this.#ask();
    byId('theirs').focus();
  }
}

function paragraph(text, className = '') {
  const element = document.createElement('p');
  element.className = className;
  element.textContent = text;
  return element;
}

function list(texts) {
  const element = document.createElement('ul');
  element.className = 'verdict';
  element.append(...texts.map((text) => {
    const item = document.createElement('li');
    item.textContent = text;
    return item;
  }));
  return element;
}

function plural(count, noun) {
  return `${count} ${noun}${count === 1 ? ' is' : 's are'}`;
}
