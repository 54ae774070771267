import {html, nothing} from 'lit';
import {count, few, rate, share} from 'app/core/format.js';
import {live} from 'app/core/live.js';
import {Load, Repeat} from 'app/core/load.js';
import {Page, Watch} from 'app/core/page.js';
import {router} from 'app/core/router.js';
import {RANGES, readUsage} from 'app/core/usage.js';
import {rowsAsPeriods, secondsAsPeriods} from 'app/parts/plot.js';
import {problemBox} from 'app/parts/problem.js';
import {keyLink, ruleLink, segments, time} from 'app/parts/small.js';
import {firstCheck} from 'app/pages/first-check.js';
import {healthList, healthWarning} from 'app/pages/health.js';
import 'app/parts/table.js';

/** The name under which requests are counted that no rule applied to. */
const NO_RULE = 'none';
const REFRESH_MS = 30_000;

/** Decisions, live and over time; who is throttled; the health of the service. */
class Overview extends Page {
  constructor() {
    super();
    this.usage = new Load(this);
    this.past = new Load(this);
    new Watch(this, live);
    new Repeat(this, REFRESH_MS, () => this.#range() && this.usage.again());
  }

  #range() {
    return RANGES.get(this.route?.query.get('range'));
  }

  willUpdate(changed) {
    if (changed.has('route')) {
      this.usage.clear();
      const range = this.#range();
      if (range) {
        this.usage.run((signal) => this.#load(range, signal));
      }
    }
    if (live.empty && this.past.state === 'idle') {
      this.past.run((signal) => readUsage(RANGES.get('month'), {group: 'total'}, signal));
    }
  }

  async #load(range, signal) {
    const [total, byRule] = await Promise.all([
      readUsage(range, {group: 'total'}, signal),
      readUsage(range, {group: 'rule'}, signal),
    ]);
    return {range, total: total.usage, byRule: byRule.usage, more: byRule.more};
  }

  render() {
    const range = this.route?.query.get('range') ?? 'now';
    const empty = live.empty && (this.past.state === 'failed' || this.past.data?.usage.every((row) => !row.allowed && !row.denied));
    return html`
      <div class="head">
        <h1>Overview</h1>
        ${empty ? nothing : segments('Time', [['now', 'Now'], ...[...RANGES].map(([name, one]) => [name, one.text])], range,
          (name) => router.visit({range: name === 'now' ? null : name}))}
      </div>
      ${live.status === 'waiting' ? problemBox(live.problem ?? {status: 0, problems: [], message: ''}, {
        what: 'live numbers', extra: html`<p>The page connects again by itself.</p>`}) : nothing}
      ${healthWarning(live.latest?.health)}
      ${empty ? firstCheck() : this.#range() ? this.usage.show((data) => this.#past(data), 'history') : this.#now()}
      ${live.latest ? html`${empty ? nothing : this.#top(live.latest)} ${healthList(live.latest.health)}` : nothing}`;
  }

  #now() {
    if (!live.latest) {
      return live.status === 'waiting' ? nothing : html`<p class="loading" role="status">Waiting for live numbers…</p>`;
    }
    const rates = live.rates();
    const {totals, since} = live.latest;
    return html`
      ${figures(rates, (value) => rate(value), 'a second')}
      <p class="quiet small">Mean of the last 10 seconds. Since ${time(since)}: ${count(totals.allowed)} allowed,
        ${count(totals.denied)} denied, ${count(totals.delayed)} delayed, ${count(totals.shed)} shed.</p>
      <tx-plot data-test="plot" label="Decisions in the last five minutes" unit="second"
        .series=${STACK} .periods=${secondsAsPeriods(live.seconds)}></tx-plot>
      <h2>By rule <span class="quiet">a second</span></h2>
      ${this.#rules(live.ruleRates(), 'a second', rate, 'No rule has decided in the last 10 seconds.')}`;
  }

  #past({range, total, byRule, more}) {
    const sums = Object.fromEntries(SERIES.map((name) => [name, total.reduce((sum, row) => sum + (row[name] ?? 0), 0)]));
    return html`
      ${figures(sums, (value) => (value < 1e6 ? count(value) : few(value)), `in ${range.words}`, false)}
      <tx-plot data-test="plot" label="Decisions in ${range.words}" unit=${range.step}
        .series=${STACK.slice(0, 3)} .periods=${rowsAsPeriods(total)}></tx-plot>
      <h2>By rule <span class="quiet">in ${range.words}</span></h2>
      ${this.#rules(byRule, `in ${range.words}`, count, `No rule has decided in ${range.words}.`)}
      ${more ? html`<p class="quiet small">These are the ${count(byRule.length)} busiest rules.</p>` : nothing}`;
  }

  #rules(rows, per, format, none) {
    if (!rows.length) {
      return html`<p class="quiet">${none}</p>`;
    }
    const all = (row) => row.allowed + row.denied;
    // A rule in shadow mode decides nothing: a 0 under "allowed" would read as if nobody came through.
    const cell = (row, name) => (name !== 'shadowDenied' && !all(row) ? '–' : format(row[name] ?? 0));
    const number = (name, text) => ({name, text, number: true, value: (row) => row[name] ?? 0, cell: (row) => cell(row, name)});
    return html`
      <tx-table label="Decisions by rule ${per}" filter="Find a rule" data-test="by-rule" .rows=${rows} .columns=${[
        {name: 'rule', text: 'Rule', kind: 'main', value: (row) => row.rule, cell: (row) => (row.rule === NO_RULE ? html`<span class="quiet">no rule applied</span>` : ruleLink(row.rule))},
        number('allowed', 'Allowed'),
        number('denied', 'Denied'),
        {name: 'share', text: 'Share denied', number: true, value: (row) => row.denied / (all(row) || 1), cell: (row) => share(row.denied, all(row))},
        number('delayed', 'Delayed'),
        number('shadowDenied', 'Shadow would deny'),
      ]}></tx-table>`;
  }

  #top({top}) {
    const list = (heading, rows, test, none) => html`
      <section><h2>${heading} <span class="quiet">keys, on this node</span></h2>
        ${rows?.length ? html`<tx-table label=${heading} data-test=${test} .rows=${rows} .columns=${[
          {name: 'key', text: 'Key', kind: 'main', value: (row) => row.key, cell: (row) => keyLink(row.key)},
          {name: 'allowed', text: 'Allowed', number: true, value: (row) => row.allowed, cell: (row) => count(row.allowed)},
          {name: 'denied', text: 'Denied', number: true, value: (row) => row.denied, cell: (row) => count(row.denied)},
        ]}></tx-table>` : html`<p class="quiet">${none}</p>`}
      </section>`;
    return html`<div class="pair">
      ${list('Most denied', top?.mostDenied?.filter((row) => row.denied > 0), 'most-denied', 'No key has been denied.')}
      ${list('Busiest', top?.heaviest, 'heaviest', 'No key has been counted.')}</div>`;
  }
}

const SERIES = ['allowed', 'denied', 'delayed', 'shed'];
const STACK = ['prompt', 'delayed', 'denied', 'shed'];

function figures(values, format, per, shed = true) {
  const one = (name) => html`
    <li data-test="figure-${name}"><span class="name"><svg aria-hidden="true" width="12" height="10"><rect width="12" height="10" class="mark ${name}"></rect></svg>
      ${name}</span><strong>${format(values[name] ?? 0)}</strong><span>${per}${name === 'delayed' ? ', of the allowed' : ''}</span></li>`;
  return html`<ul class="figures">${(shed ? SERIES : SERIES.slice(0, 3)).map(one)}</ul>`;
}

customElements.define('tx-overview', Overview);
