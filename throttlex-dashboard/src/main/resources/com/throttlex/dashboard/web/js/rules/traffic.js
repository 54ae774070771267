import {html, nothing} from 'lit';
import {read} from 'app/core/api.js';
import {count, share} from 'app/core/format.js';
import {Load, Repeat} from 'app/core/load.js';
import {Part} from 'app/core/page.js';
import {RANGES, readUsage} from 'app/core/usage.js';
import {rowsAsPeriods} from 'app/parts/plot.js';
import {keyLink, segments} from 'app/parts/small.js';
import 'app/parts/table.js';

const REFRESH_MS = 15_000;

/** What a rule did over time and to whom; of a rule in shadow mode, what it would have denied. */
class RuleTraffic extends Part {
  static properties = {rule: {attribute: false}, range: {state: true}};

  constructor() {
    super();
    this.range = 'hour';
    this.usage = new Load(this);
    this.top = new Load(this);
    new Repeat(this, REFRESH_MS, () => {
      this.usage.again();
      this.top.again();
    });
  }

  willUpdate(changed) {
    if (changed.has('rule') || changed.has('range')) {
      const range = RANGES.get(this.range);
      const rule = this.rule.id;
      this.usage.clear();
      this.usage.run((signal) => readUsage(range, {rule}, signal));
      this.top.run((signal) => read('/api/v1/top', {rule, n: 20}, signal));
    }
  }

  render() {
    const shadow = this.rule.mode === 'shadow';
    return html`
      <div class="head"><h2>${shadow ? 'Requests that it would have denied' : 'Decisions'}</h2>
        ${segments('Time', [...RANGES].map(([name, one]) => [name, one.text]), this.range, (name) => (this.range = name))}</div>
      ${this.usage.show((data) => this.#plot(data, shadow), 'history')}
      ${this.top.show((data) => this.#keys(data, shadow), 'keys')}`;
  }

  #plot({usage}, shadow) {
    const {step, words} = RANGES.get(this.range);
    const sum = (name) => usage.reduce((all, row) => all + (row[name] ?? 0), 0);
    const text = shadow
      ? html`In ${words} it would have denied <b data-test="shadow-denied">${count(sum('shadowDenied'))}</b>
          ${sum('shadowDenied') === 1 ? 'request' : 'requests'}. It denied none, because it is in shadow mode.`
      : html`In ${words}: <b data-test="rule-allowed">${count(sum('allowed'))}</b> allowed,
          <b data-test="rule-denied">${count(sum('denied'))}</b> denied (${share(sum('denied'), sum('denied') + sum('allowed'))})${sum('delayed') ? `, ${count(sum('delayed'))} of the allowed ones after a wait` : ''}.
          ${sum('shadowDenied') ? `While it was in shadow mode, it would have denied ${count(sum('shadowDenied'))} more.` : nothing}`;
    return html`<p class="wide-text">${text}</p>
      <tx-plot data-test="plot" label="${shadow ? 'Requests that it would have denied' : 'Decisions'} in ${words}" unit=${step}
        .series=${shadow ? ['shadow'] : ['prompt', 'delayed', 'denied']} .periods=${rowsAsPeriods(usage)}></tx-plot>
      ${shadow ? nothing : html`<p class="quiet small">If several rules allow a request, it counts for the rule with the fewest units left.</p>`}`;
  }

  #keys({mostDenied, mostShadowDenied}, shadow) {
    const name = shadow ? 'shadowDenied' : 'denied';
    const rows = shadow ? mostShadowDenied : mostDenied;
    return html`<h2>${shadow ? 'Keys that it would have denied' : 'Most denied keys'}</h2>
      ${rows.length ? html`<tx-table label="Keys" filter="Find a key" data-test="rule-keys" .rows=${rows} .columns=${[
        {name: 'key', text: 'Key', kind: 'main', value: (row) => row.key, cell: (row) => keyLink(row.key)},
        ...(shadow ? [] : [{name: 'allowed', text: 'Allowed', number: true, value: (row) => row.allowed, cell: (row) => count(row.allowed)}]),
        {name, text: shadow ? 'Would be denied' : 'Denied', number: true, value: (row) => row[name], cell: (row) => count(row[name])},
      ]}></tx-table>` : html`<p class="quiet">None in the last minutes.</p>`}`;
  }
}

customElements.define('tx-rule-traffic', RuleTraffic);
