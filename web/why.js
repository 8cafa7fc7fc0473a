// The panel for pasted numbers: compares all known defects with them, in a worker, and can be stopped.

class WhyPanel {
  #engine;
  #place;
  /** The run that is comparing. */
  #run = null;

  /** `place` returns the position as the fields of a request. */
  constructor(engine, place) {
    this.#engine = engine;
    this.#place = place;
    byId('why-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#explain();
    });
    byId('why-stop').addEventListener('click', () => this.#engine.stop(this.#run));
  }

  async #explain() {
    const run = {};
    this.#run = run;
    const text = byId('why-text').value;
    const here = byId('why-here').checked ? this.#place() : {};
    this.#show({ running: true, status: 'Comparing all known defects with the numbers…' });
    try {
      const found = await this.#engine.ask({ do: 'why', text, ...here }, run);
      this.#show({ running: false, answer: found.text });
    } catch (error) {
      const stopped = error instanceof Stopped;
      this.#show({ running: false, status: stopped ? 'Stopped.' : error.message, wrong: !stopped });
    }
  }

  #show({ running, status = '', answer = '', wrong = false }) {
    byId('why-run').disabled = running;
    byId('why-stop').disabled = !running;
    byId('why-status').textContent = status;
    byId('why-status').className = wrong ? 'wrong' : '';
    byId('why-answer').textContent = answer;
    byId('why-answer').hidden = answer === '';
  }
}
