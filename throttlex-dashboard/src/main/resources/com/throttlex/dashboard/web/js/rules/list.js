import {html, nothing} from 'lit';
import {repeat} from 'lit/repeat.js';
import {read} from 'app/core/api.js';
import {count, plural} from 'app/core/format.js';
import {Load} from 'app/core/load.js';
import {Page} from 'app/core/page.js';
import {link, router} from 'app/core/router.js';
import {session} from 'app/core/session.js';
import {emptyBox, modeBadge, ruleLink, time} from 'app/parts/small.js';
import {ALGORITHMS, MODES} from 'app/rules/fields.js';
import {byTier, limitText, matchText} from 'app/rules/model.js';

const PAGE = 100;
const TYPING_MS = 250;

/** The rules, searched and paged by the service: ten thousand are as quick as ten. */
class RuleList extends Page {
  constructor() {
    super();
    this.rules = new Load(this);
  }

  willUpdate(changed) {
    if (changed.has('route')) {
      const query = this.route.query;
      const wanted = {q: query.get('q'), mode: query.get('mode'), algorithm: query.get('algorithm'), cursor: query.get('after'), limit: PAGE};
      this.rules.run((signal) => read('/api/v1/rules', wanted, signal));
    }
  }

  #type(event) {
    clearTimeout(this.timer);
    const q = event.target.value;
    this.timer = setTimeout(() => router.note({q, after: null, from: null}), TYPING_MS);
  }

  #choose(name, options, label) {
    const value = this.route.query.get(name) ?? '';
    return html`<div><label for="rules-${name}">${label}</label>
      <select id="rules-${name}" @change=${(event) => router.note({[name]: event.target.value, after: null, from: null})}>
        <option value="">all</option>${options.map((one) => html`<option ?selected=${one === value}>${one}</option>`)}
      </select></div>`;
  }

  render() {
    const query = this.route?.query ?? new URLSearchParams();
    return html`
      <div class="head"><h1>Rules</h1>
        ${session.can('editor') ? html`<a class="button primary" href=${link('rules', null, {new: 'true'})} data-test="new-rule">New rule</a>` : nothing}</div>
      <search class="row">
        <div class="grow"><label for="rules-q">Search</label>
          <input id="rules-q" type="search" placeholder="id, path or service" .value=${query.get('q') ?? ''} @input=${this.#type} data-test="rule-search"></div>
        ${this.#choose('mode', MODES, 'Mode')} ${this.#choose('algorithm', ALGORITHMS, 'Algorithm')}
      </search>
      ${this.rules.show((data) => this.#list(data, query), 'rules')}`;
  }

  #list({rules, total, next, 'default-rule': byDefault}, query) {
    const searched = query.get('q') || query.get('mode') || query.get('algorithm');
    if (!rules.length) {
      return searched ? emptyBox('No rule matches.', html`<button type="button" @click=${() => router.go(link('rules'))}>Show all rules</button>`)
        : emptyBox('There are no rules yet. The default rule applies to every request.');
    }
    const from = Number(query.get('from')) || 0;
    return html`
      <p class="quiet small" role="status" data-test="rule-count">${plural(total ?? rules.length, 'rule')}${total > rules.length ? `, ${count(from + 1)} to ${count(from + rules.length)}` : ''}</p>
      <div class="wide"><table class="stacks lined" aria-label="Rules" data-test="rules">
        <thead><tr><th scope="col">Rule</th><th scope="col">Requests</th><th scope="col">Limits</th><th scope="col">Counted by</th>
          <th scope="col">Mode</th><th scope="col">Changed</th></tr></thead>
        <tbody>${repeat(rules, (rule) => rule.id, (rule) => this.#row(rule))}</tbody>
      </table></div>
      <div class="actions">
        ${from > 0 ? html`<a class="button" href=${link('rules', null, {...Object.fromEntries(query), after: null, from: null})}>First page</a>` : nothing}
        ${next ? html`<a class="button" data-test="next-page" href=${link('rules', null, {...Object.fromEntries(query), after: next, from: from + rules.length})}>Next page</a>` : nothing}
      </div>
      ${from === 0 && !searched ? html`<p class="quiet small">Requests without a rule: ${defaultText(byDefault)}</p>` : nothing}`;
  }

  #row(rule) {
    return html`<tr>
      <td class="main">${ruleLink(rule.id)}${rule.name && rule.name !== rule.id ? html`<br><span class="quiet">${rule.name}</span>` : nothing}</td>
      <td data-name="For">${matchText(rule.match)}</td>
      <td data-name="Limits">${limitsShort(rule.limits)}<br><span class="quiet">${rule.algorithm ?? 'token-bucket'}</span></td>
      <td data-name="By">${[].concat(rule.key ?? 'ip').join(', ')}</td>
      <td class="bare">${modeBadge(rule.mode)}${rule.rollout != null && rule.rollout !== 100 ? html` <span class="quiet">${rule.rollout} %</span>` : nothing}</td>
      <td data-name="Changed">${rule.source === 'file' ? html`<span class="tag">rule file</span>` : time(rule.updatedAt)}</td>
    </tr>`;
  }
}

function limitsShort(limits) {
  return byTier(limits)
    ? Object.entries(limits).map(([tier, one], i) => html`${i ? html`<br>` : nothing}<span class="quiet">${tier}</span> ${limitText(one)}`)
    : limitText(limits);
}

function defaultText(rule) {
  if (typeof rule === 'string') {
    return rule === 'deny' ? 'they are denied.' : 'they are allowed.';
  }
  return `${limitText(rule?.limits ?? '')}, counted by ${[].concat(rule?.key ?? 'ip').join(', ')}.`;
}

customElements.define('tx-rule-list', RuleList);
