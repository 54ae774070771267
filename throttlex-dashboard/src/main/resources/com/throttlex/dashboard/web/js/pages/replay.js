import {html, nothing} from 'lit';
import {call} from 'app/core/api.js';
import {bytes, plural, shown} from 'app/core/format.js';
import {Load} from 'app/core/load.js';
import {Page} from 'app/core/page.js';
import {router} from 'app/core/router.js';
import {session} from 'app/core/session.js';
import {segments} from 'app/parts/small.js';
import {replayResult} from 'app/replay/result.js';

const MOST_BYTES = 50 * 1024 * 1024;
const BOOKS = [['current', 'the rules in force'], ['text', 'a rule file…']];
const AGES = [['15m', '15 minutes'], ['1h', 'hour'], ['6h', '6 hours'], ['1d', 'day']];

/** Recorded traffic through other rules: what they would have done. Nothing is changed. */
class Replay extends Page {
  static properties = {files: {state: true}, rules: {state: true}, against: {state: true}, over: {state: true}};

  constructor() {
    super();
    Object.assign(this, {files: [], over: false, rules: {book: 'text', text: ''}, against: {book: 'current', text: ''}, age: '1h', clients: 'leave'});
    this.result = new Load(this);
  }

  #take(list) {
    this.files = [...list];
  }

  #drop = (event) => {
    event.preventDefault();
    this.over = false;
    this.querySelector('#log').files = event.dataTransfer.files;
    this.#take(event.dataTransfer.files);
  };

  #start(event) {
    event.preventDefault();
    this.result.clear();
    this.running = new AbortController();
    const book = ({book, text}) => (book === 'text' ? text : book === 'none' ? null : book);
    const fields = {rules: book(this.rules), against: book(this.against), clients: this.clients};
    const used = Object.entries(fields).filter(([, value]) => value !== null);
    let body = {recorded: this.age, ...Object.fromEntries(used)};
    if (this.#source() === 'log') {
      body = new FormData();
      // As files, because the size of other fields is small.
      used.forEach(([name, value]) => (name === 'clients' ? body.append(name, value) : body.append(name, new Blob([value]), name)));
      this.files.forEach((file) => body.append('traffic', file, file.name));
    }
    const stop = this.running.signal;
    this.result.run((signal) => call('POST', '/api/v1/replay', {body, signal: AbortSignal.any([signal, stop])}));
  }

  #source() {
    return this.route?.query.get('of') === 'recorded' ? 'recorded' : 'log';
  }

  get #bytes() {
    return this.files.reduce((sum, file) => sum + file.size, 0);
  }

  #ready() {
    const filled = ({book, text}) => book !== 'text' || text.trim() !== '';
    const traffic = this.#source() === 'recorded' || (this.files.length > 0 && this.#bytes <= MOST_BYTES);
    return traffic && filled(this.rules) && filled(this.against) && this.result.state !== 'loading';
  }

  #cancel() {
    this.running?.abort();
    this.result.clear();
    this.requestUpdate();
  }

  render() {
    const source = this.#source();
    const busy = this.result.state === 'loading';
    return html`
      <div class="head"><h1>Replay</h1>${segments('Traffic', [['log', 'A log'], ['recorded', 'Recorded requests']], source,
        (one) => router.note({of: one === 'recorded' ? one : null}), busy)}</div>
      <p class="wide-text quiet">See what rules would have done to past traffic, in virtual time. No counter and no rule is changed.</p>
      <form @submit=${this.#start}>
        ${source === 'log' ? this.#log() : this.#recorded()}
        <div class="pair">
          ${this.#book('rules', 'Rules to try', this.rules, (value) => (this.rules = value), BOOKS)}
          ${this.#book('against', 'Compare with', this.against, (value) => (this.against = value), [...BOOKS, ['none', 'nothing']])}
        </div>
        <div class="row"><div><label for="clients">Denied clients</label><select id="clients" @change=${(event) => (this.clients = event.target.value)}>
          <option value="leave">leave</option><option value="retry">come back after the wait</option></select></div>
          <button class="primary" ?disabled=${!this.#ready()} data-test="replay">${busy ? 'Replaying…' : 'Replay'}</button>
          ${busy ? html`<button type="button" @click=${this.#cancel}>Stop</button>` : nothing}</div>
      </form>
      ${busy ? html`<p class="loading" role="status">Replaying. It takes at most 50 seconds; then the result so far is shown.</p>`
        : this.result.show((data) => replayResult(data), 'replay')}`;
  }

  #log() {
    const large = this.#bytes > MOST_BYTES;
    return html`<div class="drop ${this.over ? 'over' : ''}" @drop=${this.#drop}
        @dragover=${(event) => { event.preventDefault(); this.over = true; }} @dragleave=${() => (this.over = false)}>
      <label for="log">Log files</label>
      <input id="log" type="file" multiple @change=${(event) => this.#take(event.target.files)} aria-describedby="log-help" data-test="log">
      <p class="help" id="log-help">Drop them here or choose them: logs of nginx, Apache, Envoy, Caddy, Traefik, JSON lines, CSV; plain, gzip or zstd; up to 50 MB together.</p>
      ${this.files.length ? html`<p class="small" role="status">${plural(this.files.length, 'file')}, ${bytes(this.#bytes)}: ${this.files.map((file) => shown(file.name)).join(', ')}</p>` : nothing}
      ${large ? html`<p class="wrong" role="alert">Together they are larger than 50 MB. Use <span class="code">throttlex replay</span> for them.</p>` : nothing}
    </div>`;
  }

  #recorded() {
    return session.me.service?.record === false
      ? html`<div class="note"><p>The service records no requests. Set <span class="code">record</span> in its configuration, or use a log.</p></div>`
      : html`<div class="row"><div><label for="age">Requests of the last</label><select id="age" @change=${(event) => (this.age = event.target.value)}>
          ${AGES.map(([value, text]) => html`<option value=${value} ?selected=${value === this.age}>${text}</option>`)}</select></div></div>`;
  }

  #book(name, label, value, set, options) {
    const read = async (event) => {
      const [file] = event.target.files;
      if (file) {
        set({book: 'text', text: await file.text()});
      }
    };
    return html`<div class="stack"><div><label for="book-${name}">${label}</label>
      <select id="book-${name}" data-test="book-${name}" @change=${(event) => set({...value, book: event.target.value})}>
        ${options.map(([one, text]) => html`<option value=${one} ?selected=${one === value.book}>${text}</option>`)}</select></div>
      ${value.book === 'text' ? html`<div><label for="text-${name}">Rule file</label>
        <textarea id="text-${name}" class="code" rows="8" spellcheck="false" .value=${value.text} placeholder=${'version: 1\nrules:\n  - id: everybody\n    key: [ip]\n    limits: 100/1m'}
          @input=${(event) => set({...value, text: event.target.value})} data-test="text-${name}"></textarea></div>
        <div><label for="file-${name}" class="unseen">${label}, from a file</label><input id="file-${name}" type="file" accept=".yml,.yaml,.json" @change=${read}></div>` : nothing}</div>`;
  }
}

customElements.define('tx-replay', Replay);
