import {Problem, send} from 'app/core/api.js';

const SECONDS = 300;
const RATE_SECONDS = 10;
const HIDDEN_MS = 30_000;
const SERIES = ['allowed', 'denied', 'delayed', 'shed'];

/** What `/api/v1/live` says: one stream for the whole page, closed while the tab is hidden. */
class Live extends EventTarget {
  /** `off`, `connecting`, `live` or `waiting` (to connect again). */
  status = 'off';
  problem = null;
  /** The latest five minutes, oldest first: `{at, allowed, denied, delayed, shed}`. */
  seconds = [];
  /** The latest event, or null. */
  latest = null;
  /** The rules of the latest seconds: lists of numbers of decisions. */
  #rules = [];
  #stream = null;
  #timer = null;
  #wanted = false;

  start() {
    this.#wanted = true;
    document.addEventListener('visibilitychange', this.#visibility);
    this.#connect();
  }

  stop() {
    this.#wanted = false;
    document.removeEventListener('visibilitychange', this.#visibility);
    this.#close();
    Object.assign(this, {seconds: [], latest: null});
    this.#rules = [];
    this.#become('off');
  }

  #visibility = () => {
    clearTimeout(this.#timer);
    if (document.hidden) {
      this.#timer = setTimeout(() => this.#close(), HIDDEN_MS);
    } else if (!this.#stream) {
      this.#connect();
    }
  };

  #close() {
    clearTimeout(this.#timer);
    this.#stream?.abort();
    this.#stream = null;
  }

  #become(status, problem = null) {
    Object.assign(this, {status, problem});
    this.dispatchEvent(new Event('change'));
  }

  async #connect() {
    this.#close();
    const stream = new AbortController();
    this.#stream = stream;
    this.#become('connecting');
    let problem = null;
    try {
      const response = await send('GET', '/api/v1/live', {accept: 'text/event-stream', signal: stream.signal});
      await this.#read(response.body.pipeThrough(new TextDecoderStream()).getReader());
    } catch (error) {
      problem = error instanceof Problem ? error : new Problem(0, {detail: String(error)});
    }
    if (this.#stream === stream && this.#wanted) {
      this.#stream = null;
      this.#become('waiting', problem);
      this.#timer = setTimeout(() => this.#connect(), 1000 * (problem?.retryAfter ?? 3));
    }
  }

  async #read(reader) {
    let text = '';
    for (;;) {
      const {value, done} = await reader.read();
      if (done) {
        return;
      }
      text += value;
      const events = text.split(/\r?\n\r?\n/);
      text = events.pop();
      events.forEach((event) => this.#take(event));
    }
  }

  #take(event) {
    let type = 'message';
    let data = '';
    for (const line of event.split(/\r?\n/)) {
      if (line.startsWith('event:')) {
        type = line.slice(6).trim();
      } else if (line.startsWith('data:')) {
        data += line.slice(5);
      }
    }
    if (type === 'history') {
      this.seconds = JSON.parse(data).seconds;
      this.#become('live');
    } else if (type === 'live') {
      this.#takeSecond(JSON.parse(data));
    }
  }

  #takeSecond(live) {
    this.latest = live;
    if (live.second?.at) {
      const after = this.seconds.filter((second) => second.at < live.second.at);
      this.seconds = [...after, live.second].slice(-SECONDS);
      this.#rules = [...this.#rules, live.rules ?? []].slice(-RATE_SECONDS);
    }
    this.#become('live');
  }

  /** Decisions a second, as the mean of the latest ten seconds, or of those that are known. */
  rates() {
    const from = (this.seconds.at(-1)?.at ?? 0) - RATE_SECONDS;
    const recent = this.seconds.filter((second) => second.at > from);
    return Object.fromEntries(
        SERIES.map((name) => [name, recent.reduce((sum, second) => sum + (second[name] ?? 0), 0) / (recent.length || 1)]));
  }

  /** Decisions a second by rule, most first. */
  ruleRates() {
    const sums = new Map();
    for (const rule of this.#rules.flat()) {
      const sum = sums.get(rule.rule) ?? {rule: rule.rule, allowed: 0, denied: 0, delayed: 0, shadowDenied: 0};
      for (const name of ['allowed', 'denied', 'delayed', 'shadowDenied']) {
        sum[name] += (rule[name] ?? 0) / this.#rules.length;
      }
      sums.set(rule.rule, sum);
    }
    return [...sums.values()].sort((a, b) => b.allowed + b.denied - a.allowed - a.denied);
  }

  /** Returns whether the service has made no decision since its start; null if that is not known. */
  get empty() {
    const totals = this.latest?.totals;
    return totals ? SERIES.every((name) => !totals[name]) : null;
  }
}

export const live = new Live();
