// The WebAssembly module in Web Workers: one per core, started when needed.
//
// The page may be opened as a file, where browsers start no worker from another file, and load none. So the module is
// a constant of module.js, and the worker is made from the text of two functions: `start` of module.js and this one.

/** The code of a worker. It gets the compiled module first, and then requests with a number. */
function workerCode() {
  let call = null;
  self.onmessage = ({ data }) => {
    if (data.module) {
      call = start(data.module);
      return;
    }
    let answer;
    try {
      answer = call(data.request);
    } catch (error) {
      answer = { error: { kind: 'internal', text: String(error) } };
    }
    self.postMessage({ id: data.id, answer });
  };
}

class Engine {
  #module = null;
  #url = URL.createObjectURL(new Blob([`${start}\n(${workerCode})();`], { type: 'text/javascript' }));
  /** The workers; each does one request at a time. */
  #workers = [];
  #queue = [];
  #next = 0;

  /** The number of workers that count at the same time. */
  static cores = Math.max(1, navigator.hardwareConcurrency || 1);

  /** Sends a request; the promise has the value, or fails with the reason. Requests of `run` can be stopped. */
  async ask(request, run = null) {
    this.#module ??= Engine.#compile();
    const module = await this.#module;
    return new Promise((resolve, reject) => {
      this.#queue.push({ request, run, resolve, reject });
      this.#dispatch(module);
    });
  }

  /** Drops the requests of a run, and ends the workers that are busy with one. */
  stop(run) {
    const dropped = this.#queue.filter((job) => job.run === run);
    this.#queue = this.#queue.filter((job) => job.run !== run);
    for (const worker of this.#workers.filter((worker) => worker.job?.run === run)) {
      worker.thread.terminate();
      dropped.push(worker.job);
    }
    this.#workers = this.#workers.filter((worker) => worker.job?.run !== run);
    for (const job of dropped) job.reject(new Stopped());
    if (this.#queue.length > 0) this.#module.then((module) => this.#dispatch(module));
  }

  #dispatch(module) {
    while (this.#queue.length > 0) {
      let worker = this.#workers.find((worker) => worker.job === null);
      if (!worker) {
        if (this.#workers.length >= Engine.cores) return;
        worker = this.#startWorker(module);
      }
      worker.job = this.#queue.shift();
      worker.thread.postMessage({ id: this.#next++, request: worker.job.request });
    }
  }

  #startWorker(module) {
    const worker = { thread: new Worker(this.#url), job: null };
    const done = (finish) => {
      const { job } = worker;
      worker.job = null;
      finish(job);
      this.#dispatch(module);
    };
    worker.thread.onmessage = ({ data: { answer } }) => done((job) => {
      if (answer.error) job.reject(new Error(answer.error.text));
      else job.resolve(answer.value);
    });
    worker.thread.onerror = (event) => {
      this.#workers = this.#workers.filter((other) => other !== worker);
      worker.thread.terminate();
      done((job) => job?.reject(new Error(event.message || 'the worker failed')));
    };
    worker.thread.postMessage({ module });
    this.#workers.push(worker);
    return worker;
  }

  static async #compile() {
    const packed = Uint8Array.from(atob(MODULE), (char) => char.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return WebAssembly.compile(await new Response(stream).arrayBuffer());
  }
}

/** A request was stopped. */
class Stopped extends Error {}
