// The perft panel: counts on all cores, root move by root move, and can be stopped.

/** From this depth on, each reply is counted as a task of its own, so that the cores have equal work. */
const SPLIT_DEPTH = 4;

class PerftPanel {
  #engine;
  #place;
  /** The run that is counting. */
  #run = null;

  /** `place` returns the position as the fields of a request. */
  constructor(engine, place) {
    this.#engine = engine;
    this.#place = place;
    byId('perft-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.count();
    });
    byId('stop').addEventListener('click', () => this.stop());
    byId('copy').addEventListener('click', () => copy(byId('divide').value, byId('copy')));
  }

  /** Ends the count. */
  stop() {
    if (this.#run) this.#engine.stop(this.#run);
  }

  /** Ends the count, and removes its result: it belongs to another position. */
  clear() {
    this.stop();
    this.#run = null;
    this.#show({ running: false, text: '', divide: '', done: 0 });
  }

  async count() {
    this.stop();
    const run = { leaves: 0n };
    this.#run = run;
    const depth = Number(byId('depth').value);
    const place = this.#place();
    const begun = performance.now();
    this.#show({ running: true, text: `Counting at depth ${depth}…`, divide: '', done: 0 });
    try {
      const lines = await this.#divide(place, depth, run);
      if (this.#run !== run) return;
      const total = lines.reduce((sum, [, leaves]) => sum + leaves, 0n);
      const seconds = (performance.now() - begun) / 1000;
      const text = lines.map(([move, leaves]) => `${move}: ${leaves}\n`).join('');
      const speed = Number(total) / seconds / 1e6;
      this.#show({
        running: false,
        text: `${total.toLocaleString('en')} leaves at depth ${depth} in ${seconds.toFixed(2)} s`
          + ` (${speed.toFixed(0)} million leaves/s, ${Engine.cores} worker${Engine.cores === 1 ? '' : 's'})`,
        divide: `${text}\nNodes searched: ${total}\n`,
        done: 1,
      });
    } catch (error) {
      if (this.#run !== run) return;
      const text = error instanceof Stopped
        ? `Stopped: ${run.leaves.toLocaleString('en')} leaves at depth ${depth} counted so far, not all.`
        : error.message;
      this.#show({ running: false, text, divide: '', done: 0 });
    }
    if (this.#run === run) this.#run = null;
  }

  /** The leaves below each move: [['a2a3', 20n], ...]. */
  async #divide(place, depth, run) {
    const { moves } = await this.#engine.ask({ do: 'position', ...place }, run);
    if (depth === 1) return moves.map(({ uci }) => [uci, 1n]);
    const roots = moves.map(({ uci }) => ({ uci, leaves: 0n }));
    const after = (moves) => ({ ...place, moves: [place.moves, ...moves].join(' ').trim() });
    let tasks = roots.map((root) => ({ root, moves: [root.uci], depth: depth - 1 }));
    if (depth >= SPLIT_DEPTH) {
      const replies = tasks.map(async ({ root, moves }) => {
        const { moves: list } = await this.#engine.ask({ do: 'position', ...after(moves) }, run);
        return list.map(({ uci }) => ({ root, moves: [root.uci, uci], depth: depth - 2 }));
      });
      tasks = (await Promise.all(replies)).flat();
    }
    let done = 0;
    await Promise.all(tasks.map(async (task) => {
      const request = { do: 'perft', depth: task.depth, ...after(task.moves) };
      // Not in one expression with `+=`, which reads the sum before the wait.
      const leaves = BigInt(await this.#engine.ask(request, run));
      task.root.leaves += leaves;
      run.leaves += leaves;
      done += 1;
      byId('progress').value = done / tasks.length;
    }));
    return roots.map(({ uci, leaves }) => [uci, leaves]);
  }

  #show({ running, text, divide, done }) {
    byId('run').disabled = running;
    byId('stop').disabled = !running;
    byId('copy').disabled = divide === '';
    byId('perft-status').textContent = text;
    byId('divide').value = divide;
    byId('progress').value = done;
  }
}
