import {html, nothing} from 'lit';
import {problemBox} from 'app/parts/problem.js';

/** Data that an element loads: its state is `idle`, `loading`, `ready` or `failed`. */
export class Load {
  state = 'idle';
  data = null;
  problem = null;
  #turn = null;
  #again = null;

  constructor(host) {
    this.host = host;
    host.addController(this);
  }

  /** A page that a 401 interrupted comes back after the next sign-in. */
  hostConnected() {
    const interrupted = this.state === 'loading' && this.#turn === null;
    if (interrupted || (this.state === 'failed' && this.problem.status === 401)) {
      this.again();
    }
  }

  hostDisconnected() {
    this.#turn?.abort();
    this.#turn = null;
  }

  /** Runs a function that loads; an earlier run that is not complete is dropped. */
  async run(loader) {
    this.#turn?.abort();
    const turn = new AbortController();
    this.#turn = turn;
    this.#again = loader;
    this.state = this.data === null ? 'loading' : 'ready';
    this.host.requestUpdate();
    try {
      const data = await loader(turn.signal);
      this.#end(turn, {state: 'ready', data, problem: null});
    } catch (problem) {
      this.#end(turn, {state: 'failed', problem});
    }
  }

  #end(turn, result) {
    if (this.#turn === turn) {
      Object.assign(this, result);
      this.host.requestUpdate();
    }
  }

  again() {
    if (this.#again) {
      this.run(this.#again);
    }
  }

  /** Forgets the data, for another subject. */
  clear() {
    this.#turn?.abort();
    Object.assign(this, {state: 'idle', data: null, problem: null});
  }

  /** Renders the data, or that it is loading or could not be loaded. */
  show(ready, what = 'data') {
    if (this.state === 'failed') {
      return problemBox(this.problem, {retry: () => this.again(), what});
    }
    if (this.state === 'ready' && this.data !== null) {
      return ready(this.data);
    }
    return this.state === 'idle' ? nothing : html`<p class="loading" role="status">Loading ${what}…</p>`;
  }
}

/** Runs a function again and again while its element is on the page, and the page is not hidden. */
export class Repeat {
  #timer = null;

  constructor(host, milliseconds, run) {
    Object.assign(this, {milliseconds, run});
    host.addController(this);
  }

  hostConnected() {
    this.#timer = setInterval(() => document.hidden || this.run(), this.milliseconds);
  }

  hostDisconnected() {
    clearInterval(this.#timer);
  }
}
