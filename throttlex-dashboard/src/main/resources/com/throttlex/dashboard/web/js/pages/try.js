import {html, nothing} from 'lit';
import {live as liveValue} from 'lit/live.js';
import {call} from 'app/core/api.js';
import {Load} from 'app/core/load.js';
import {Page} from 'app/core/page.js';
import {router} from 'app/core/router.js';
import {segments} from 'app/parts/small.js';
import {explanation} from 'app/try/explanation.js';
import {checkOf} from 'app/try/curl.js';

const FIELDS = [
  {name: 'user', label: 'User', sample: 'u-42'},
  {name: 'endpoint', label: 'Path', sample: '/api/v1/orders'},
  {name: 'method', label: 'Method', sample: 'POST'},
  {name: 'ip', label: 'Address', sample: '203.0.113.9'},
  {name: 'apiKey', label: 'API key', secret: true},
  {name: 'service', label: 'Service', sample: 'order-api'},
  {name: 'tier', label: 'Tier', help: 'By default the tier that the user has.'},
  {name: 'priority', label: 'Priority class', sample: 'normal'},
  {name: 'cost', label: 'Cost', sample: 'of the rule', whole: true},
];
const PAIRS = [
  {name: 'attributes', label: 'Attributes', sample: 'region=eu', mark: '='},
  {name: 'headers', label: 'Headers', sample: 'X-Tenant: acme', mark: ':', secret: true},
];
const SAMPLE = "curl -X POST https://api.example.com/api/v1/orders -H 'X-API-Key: k-1' -H 'X-Forwarded-For: 203.0.113.9'";

/** A request that is only thought of: which rules apply, and what they would decide. Nothing is consumed. */
class Try extends Page {
  static properties = {values: {state: true}, curl: {state: true}, wrong: {state: true}};

  constructor() {
    super();
    Object.assign(this, {values: new Map(), curl: '', wrong: null});
    this.answer = new Load(this);
  }

  willUpdate(changed) {
    if (changed.has('route') && !this.begun) {
      this.begun = true;
      const known = [...FIELDS, ...PAIRS].filter((field) => !field.secret && this.route.query.get(field.name));
      this.values = new Map(known.map((field) => [field.name, this.route.query.get(field.name)]));
      if (known.length) {
        this.#explain();
      }
    }
  }

  #set(name, value) {
    this.values = new Map(this.values).set(name, value);
  }

  #body() {
    const body = {};
    for (const {name, whole} of FIELDS) {
      const text = (this.values.get(name) ?? '').trim();
      if (text !== '') {
        body[name] = whole && /^\d+$/.test(text) ? Number(text) : text;
      }
    }
    for (const {name, mark} of PAIRS) {
      const lines = (this.values.get(name) ?? '').split('\n').filter((line) => line.trim());
      if (lines.length) {
        body[name] = Object.fromEntries(lines.map((line) => {
          const at = line.indexOf(mark);
          return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
        }));
      }
    }
    return body;
  }

  #explain() {
    const body = this.#body();
    this.answer.clear();
    this.answer.run((signal) => call('POST', '/api/v1/explain', {body, signal}));
  }

  /** Keeps the request in the address, without secrets, for reload and the back button. */
  #keep() {
    const kept = [...FIELDS, ...PAIRS].map((field) => [field.name, field.secret ? null : this.values.get(field.name)]);
    router.note(Object.fromEntries(kept));
  }

  #submit(event) {
    event.preventDefault();
    this.#keep();
    this.#explain();
  }

  #take(event) {
    event.preventDefault();
    try {
      const check = checkOf(this.curl);
      const text = (field) => {
        const value = check[field.name];
        return field.mark && value && typeof value === 'object'
          ? Object.entries(value).map(([name, one]) => `${name}${field.mark}${field.mark === ':' ? ' ' : ''}${one}`).join('\n') : String(value ?? '');
      };
      this.values = new Map([...FIELDS, ...PAIRS].map((field) => [field.name, text(field)]));
      this.wrong = null;
      this.#keep();
      this.#explain();
    } catch (error) {
      this.wrong = error.message;
    }
  }

  render() {
    const way = this.route?.query.get('by') === 'curl' ? 'curl' : 'form';
    return html`
      <div class="head"><h1>Try</h1>${segments('Describe the request by', [['form', 'Form'], ['curl', 'curl line']], way,
        (chosen) => router.note({by: chosen === 'curl' ? 'curl' : null}))}</div>
      <p class="wide-text quiet">See which rules apply to a request, and what they would decide now. Nothing is consumed.</p>
      ${way === 'curl' ? this.#curlForm() : nothing} ${this.#form(way)}
      ${this.answer.show((data) => explanation(data), 'answer')}`;
  }

  #curlForm() {
    return html`<form class="stack" @submit=${this.#take}>
      <label for="curl">A curl command, as you would run it</label>
      <textarea id="curl" class="code" rows="4" spellcheck="false" placeholder=${SAMPLE} .value=${liveValue(this.curl)}
        aria-invalid=${this.wrong !== null} aria-describedby="curl-wrong" data-test="curl"
        @input=${(event) => (this.curl = event.target.value)}></textarea>
      <div id="curl-wrong">${this.wrong ? html`<p class="wrong" role="alert">${this.wrong}</p>` : nothing}</div>
      <p class="help">The page reads path, method, headers, the first address of X-Forwarded-For, and the sub of a JWT.
        If the command sends a check, the page reads the check. It sends nothing to the URL.</p>
      <div class="actions-left"><button class="primary" data-test="read-curl">Read and explain</button></div>
    </form>`;
  }

  #form(way) {
    return html`<form @submit=${this.#submit}>
      <details class="request" ?open=${way === 'form'}>
        <summary class=${way === 'form' ? 'unseen' : ''}>The request as it was read</summary>
        <div class="group">
          ${FIELDS.map((field) => html`<div class="field"><label for="try-${field.name}">${field.label}</label>
            <input id="try-${field.name}" .value=${liveValue(this.values.get(field.name) ?? '')} placeholder=${field.sample ?? ''}
              autocomplete="off" spellcheck="false" inputmode=${field.whole ? 'numeric' : nothing} data-test="try-${field.name}"
              @input=${(event) => this.#set(field.name, event.target.value)}>
            ${field.help ? html`<p class="help">${field.help}</p>` : nothing}</div>`)}
          ${PAIRS.map((field) => html`<div class="field"><label for="try-${field.name}">${field.label}, one per line</label>
            <textarea id="try-${field.name}" rows="2" .value=${liveValue(this.values.get(field.name) ?? '')} placeholder=${field.sample}
              spellcheck="false" @input=${(event) => this.#set(field.name, event.target.value)}></textarea></div>`)}
        </div>
        <div class="actions-left"><button class="primary" data-test="explain">Explain</button></div>
      </details>
    </form>`;
  }
}

customElements.define('tx-try', Try);
