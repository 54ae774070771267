import {html, nothing} from 'lit';
import {path, read} from 'app/core/api.js';
import {count, shown} from 'app/core/format.js';
import {Load, Repeat} from 'app/core/load.js';
import {Page} from 'app/core/page.js';
import {link, router} from 'app/core/router.js';
import {session} from 'app/core/session.js';
import {liftBlock, resetKey} from 'app/keys/change.js';
import {limitMeters} from 'app/parts/limits.js';
import {badge, emptyBox, keyLink, ruleLink, segments, time, until, userLink} from 'app/parts/small.js';
import 'app/parts/table.js';

const REFRESH_MS = 5000;
const PARTS_OF_USER = 'user';

/** The busiest and the most denied keys, or one key with its counters. */
class Keys extends Page {
  constructor() {
    super();
    this.top = new Load(this);
    this.key = new Load(this);
    new Repeat(this, REFRESH_MS, () => (this.route?.id === null ? this.top : this.key).again());
  }

  willUpdate(changed) {
    if (!changed.has('route')) {
      return;
    }
    const {id} = this.route;
    if (id === null) {
      this.top.run((signal) => read('/api/v1/top', {n: 100}, signal));
    } else if (id !== this.shownKey) {
      this.key.clear();
      this.key.run((signal) => read(path`/api/v1/keys/${id}`, {}, signal));
    }
    this.shownKey = id;
  }

  #find(event) {
    event.preventDefault();
    const key = new FormData(event.target).get('key').trim();
    if (key) {
      router.go(link('keys', key));
    }
  }

  render() {
    return this.route?.id == null ? this.#list() : this.#one(this.route.id);
  }

  #lookUp() {
    return html`<form class="row" role="search" @submit=${this.#find}>
      <div class="grow"><label for="key">Look up a key</label>
        <input id="key" name="key" class="code" required placeholder="orders-per-user|user=u-42" autocomplete="off" spellcheck="false"
          aria-describedby="key-help" data-test="key"></div>
      <button data-test="look-up">Open</button></form>
      <p class="help" id="key-help">RULE|PART=VALUE|…; %, | and = in values are percent-encoded. Lists and explanations link to keys.</p>`;
  }

  #list() {
    const by = this.route?.query.get('by') === 'heaviest' ? 'heaviest' : 'mostDenied';
    return html`<div class="head"><h1>Keys</h1>
        ${segments('Order', [['mostDenied', 'Most denied'], ['heaviest', 'Busiest']], by, (one) => router.visit({by: one === 'heaviest' ? one : null}))}</div>
      ${this.#lookUp()}
      ${this.top.show((data) => this.#top(data, by), 'keys')}`;
  }

  #top(data, by) {
    const rows = by === 'mostDenied' ? data.mostDenied : data.heaviest;
    if (!rows.length) {
      return emptyBox(by === 'mostDenied' ? 'No key has been denied.' : 'No key has been counted.');
    }
    return html`<p class="quiet small">Since ${time(data.since)}, on this node. The lists keep the keys with the most requests.</p>
      <tx-table label="Keys" filter="Filter the list" data-test="keys" .rows=${rows} .columns=${[
        {name: 'key', text: 'Key', kind: 'main', value: (row) => row.key, cell: (row) => html`${keyLink(row.key)}${row.block?.blocked ? html` ${badge('bad', 'blocked')}` : nothing}`},
        {name: 'rule', text: 'Rule', value: (row) => row.rule, cell: (row) => ruleLink(row.rule)},
        {name: 'allowed', text: 'Allowed', number: true, value: (row) => row.allowed, cell: (row) => count(row.allowed)},
        {name: 'denied', text: 'Denied', number: true, value: (row) => row.denied, cell: (row) => count(row.denied)},
      ]}></tx-table>`;
  }

  #one(id) {
    return html`<p class="crumb"><a href=${link('keys')}>Keys</a></p>
      <h1 class="code name" data-test="key-id">${shown(id)}</h1>
      ${this.#isUnused() ? emptyBox('Nothing is counted for this key now. It is unused, or its limits are full again.')
        : this.key.show((data) => this.#state(data), 'counter')}
      ${this.key.state === 'failed' ? this.#lookUp() : nothing}`;
  }

  /** A counter that is free is not stored; a wrong key is a 404 of another kind. */
  #isUnused() {
    const {state, problem} = this.key;
    return state === 'failed' && problem.status === 404 && !problem.message.includes('unknown rule');
  }

  #state(data) {
    const changes = session.can('editor');
    const user = userOf(data.key);
    return html`
      <p class="wide-text">Counter of the rule ${ruleLink(data.rule)}${user ? html`, for ${userLink(user)}` : nothing}.</p>
      <div class="head section"><h2>Limits</h2>
        ${changes ? html`<button type="button" @click=${async () => (await resetKey(data)) && this.key.again()} data-test="reset-key">Reset…</button>` : nothing}</div>
      <div data-test="counters">${limitMeters(data.limits)}</div>
      ${data.block ? html`<div class="head section"><h2>Block ${data.block.blocked ? badge('bad', 'blocked') : badge('good', 'not blocked')}</h2>
          ${changes && (data.block.blocked || data.block.strikes) ? html`<button type="button" @click=${async () => (await liftBlock(data)) && this.key.again()} data-test="lift-block">Lift…</button>` : nothing}</div>
        <p>${count(data.block.strikes)} of ${count(data.block.after)} denials that begin a block. ${data.block.blocked ? html`Ends ${until(data.block.endsAt)}.` : nothing}</p>` : nothing}`;
  }
}

/** The user in a printed key, or null. */
function userOf(key) {
  const part = key.split('|').slice(1).find((one) => one.startsWith(`${PARTS_OF_USER}=`));
  try {
    return part ? decodeURIComponent(part.slice(PARTS_OF_USER.length + 1)) : null;
  } catch {
    return null;
  }
}

customElements.define('tx-keys', Keys);
