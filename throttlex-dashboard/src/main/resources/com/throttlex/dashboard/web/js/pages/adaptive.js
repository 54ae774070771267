import {html, nothing} from 'lit';
import {read} from 'app/core/api.js';
import {count, fraction, length, share} from 'app/core/format.js';
import {Load, Repeat} from 'app/core/load.js';
import {Page} from 'app/core/page.js';
import {session} from 'app/core/session.js';
import {changeLimit, fixLimit} from 'app/adaptive/change.js';
import {badge, emptyBox, ruleLink} from 'app/parts/small.js';
import 'app/parts/lines.js';

const REFRESH_MS = 10_000;
const SIGNALS = new Map([
  ['responseTime', ['Response time, 95th percentile', ' ms']], ['responseTimeP99', ['Response time, 99th percentile', ' ms']],
  ['errorRate', ['Error rate', '%']], ['cpu', ['CPU', '%']], ['memory', ['Memory', '%']], ['queueDepth', ['Queue depth', '']],
  ['downstream', ['Called services, lost health', '%']], ['connectionPool', ['Connection pool', '%']], ['circuitBreaker', ['Open breakers', '%']],
]);

/** Where each adaptive limit stands and why, and the health that it follows; both over the last hour. */
class Adaptive extends Page {
  constructor() {
    super();
    this.now = new Load(this);
    this.past = new Load(this);
    new Repeat(this, REFRESH_MS, () => this.#load());
  }

  connectedCallback() {
    super.connectedCallback();
    this.#load();
  }

  #load() {
    this.now.run((signal) => read('/api/v1/adaptive', {}, signal));
    this.past.run(async (signal) => {
      const {points} = await read('/api/v1/adaptive/history', {}, signal);
      return points.map((point) => ({
        at: typeof point.at === 'number' ? point.at * 1000 : Date.parse(point.at),
        health: new Map(Object.entries(point.health)),
        limits: new Map(Object.entries(point.rules).map(([rule, one]) => [rule, one.limit])),
      }));
    });
  }

  async #after(change) {
    if (await change) {
      this.#load();
    }
  }

  render() {
    return html`<h1>Adaptive</h1>${this.now.show((data) => this.#status(data), 'limits')}`;
  }

  #status(data) {
    const {rules, sources, problem, polled, nodes} = data;
    if (!rules.length) {
      return emptyBox('No rule has an adaptive limit.', html`<p class="help">Give a rule <span class="code">adaptive: {min: 100, max: 1000}</span>, and its
        limit moves in this range with the health of what it protects.</p>`);
    }
    const points = this.past.data ?? [];
    return html`
      ${problem ? html`<div class="problem" role="alert"><p class="problem-title">Nodes may have different limits</p><p>${problem}</p></div>` : nothing}
      ${this.past.state === 'failed' ? this.past.show(() => nothing, 'history') : nothing}
      <h2>Limits</h2>
      <ul class="cards" data-test="adaptive">${rules.map((rule) => this.#rule(rule, points))}</ul>
      <h2>Health</h2>
      <p class="quiet small">1 is healthy, 0 is failed.${nodes > 1 ? ` ${nodes} nodes share it.` : ''}</p>
      ${points.length ? html`<tx-lines label="Health in the last hour" .top=${1} .names=${Object.keys(sources).map((name) => [name, name])}
        .points=${points.map((point) => ({at: point.at, values: point.health}))}></tx-lines>` : nothing}
      ${Object.entries(sources).map(([name, source]) => this.#source(name, source))}
      ${polled.length ? html`<h2>Queries</h2><ul class="plain">${polled.map((one) => html`<li>${one.service}, ${one.signal}: ${
        one.problem ? html`${badge('bad', 'no value')} ${one.problem}` : `${fraction(one.value)}, ${length(one.ageSeconds ?? 0)} ago`}</li>`)}</ul>` : nothing}`;
  }

  #rule(rule, points) {
    const place = (value) => `${(100 * Math.min(1, Math.max(0, (value - rule.min) / Math.max(1, rule.max - rule.min)))).toFixed(1)}%`;
    const words = {auto: ['good', 'follows health'], frozen: ['warn', 'frozen'], fixed: ['warn', rule.fixedFor == null ? 'set by hand' : `set by hand, ${length(rule.fixedFor)} left`]};
    return html`<li data-test="adaptive-${rule.rule}">
      <p class="card-head"><b>${ruleLink(rule.rule)}</b> ${badge(...words[rule.mode])}
        ${session.can('editor') ? html`<span class="cell-actions push">
          <button type="button" class="slight" data-test="fix" @click=${() => this.#after(fixLimit(rule))}>Set…</button>
          ${rule.mode === 'auto' ? html`<button type="button" class="slight" data-test="freeze" @click=${() => this.#after(changeLimit(rule, 'freeze'))}>Freeze…</button>`
            : html`<button type="button" class="slight" data-test="resume" @click=${() => this.#after(changeLimit(rule, 'resume'))}>Resume…</button>`}</span>` : nothing}</p>
      <div class="gauge">
        <p><strong data-test="limit">${count(rule.limit)}</strong> <span class="quiet">now, ${count(rule.base)} in the rule</span></p>
        <svg height="22" role="img" aria-label="${count(rule.limit)}, between ${count(rule.min)} and ${count(rule.max)}">
          <rect class="track" y="4" width="100%" height="8" rx="4"></rect><rect class="used" y="4" width=${place(rule.limit)} height="8" rx="4"></rect>
          <line class="cursor" x1=${place(rule.base)} x2=${place(rule.base)} y1="1" y2="15"></line>
        </svg>
        <p class="ends quiet small"><span>least ${count(rule.min)}</span><span>most ${count(rule.max)}</span></p>
      </div>
      <p class="sentence">${rule.reason}</p>
      <p class="quiet small">Follows ${rule.follows.join(', ')}: ${healthOf(rule)}${termsOf(rule)}</p>
      ${points.some((point) => point.limits.has(rule.rule)) ? html`<tx-lines label="Limit of ${rule.rule} in the last hour" .names=${[[rule.rule, 'limit']]} .height=${80}
        .points=${points.map((point) => ({at: point.at, values: point.limits}))}></tx-lines>` : nothing}
    </li>`;
  }

  #source(name, source) {
    const values = Object.entries(source.values);
    return html`<h3>${name} <span class="quiet">${healthOf(source)}</span></h3>
      ${values.length ? html`<div class="wide"><table class="few stacks" aria-label="Signals of ${name}">
        <thead><tr><th scope="col">Signal</th><th scope="col" class="number">Value</th><th scope="col" class="number">Health</th></tr></thead>
        <tbody>${values.map(([signal, value]) => {
          const [text, unit] = SIGNALS.get(signal) ?? [signal, ''];
          return html`<tr><td class="main">${text}</td><td class="number" data-name="Value">${unit === '%' ? share(value, 1) : `${fraction(value)}${unit}`}</td>
            <td class="number" data-name="Health">${fraction(source.parts[signal])}</td></tr>`;
        })}</tbody></table></div>` : html`<p class="quiet">No signals yet.</p>`}`;
  }
}

/** Without confidence the service knows nothing, and the number says nothing. */
function healthOf({health, confidence}) {
  return confidence > 0 ? `health ${fraction(health)}, confidence ${fraction(confidence)}` : 'health not known';
}

/** The terms of the latest change, without those that are shown already. */
function termsOf({terms}) {
  const shown = Object.entries(terms).filter(([name]) => name !== 'health' && name !== 'confidence');
  return shown.length ? `. Terms: ${shown.map(([name, value]) => `${name} ${fraction(value)}`).join(', ')}` : '';
}

customElements.define('tx-adaptive', Adaptive);
