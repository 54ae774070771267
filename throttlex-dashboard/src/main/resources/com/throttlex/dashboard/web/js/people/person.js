import {html, nothing} from 'lit';
import {path, read} from 'app/core/api.js';
import {shown} from 'app/core/format.js';
import {Load} from 'app/core/load.js';
import {Page} from 'app/core/page.js';
import {link} from 'app/core/router.js';
import {session} from 'app/core/session.js';
import {badge, emptyBox, ruleLink, time, until} from 'app/parts/small.js';
import {addOverride, changeTier, removeOverride} from 'app/people/change.js';
import {limitText} from 'app/rules/model.js';

/** One user: tier, limits in force, overrides with their end, and what was denied lately. */
class Person extends Page {
  constructor() {
    super();
    this.limits = new Load(this);
    this.denied = new Load(this);
    this.book = new Load(this);
  }

  willUpdate(changed) {
    if (changed.has('route') && this.route.id !== this.shownId) {
      this.shownId = this.route.id;
      const user = this.shownId;
      this.limits.clear();
      this.denied.clear();
      this.limits.run((signal) => read(path`/api/v1/users/${user}/limits`, {}, signal));
      this.denied.run((signal) => read(path`/api/v1/users/${user}/throttled`, {limit: 50}, signal));
      this.book.run((signal) => read('/api/v1/rules', {limit: 1}, signal));
    }
  }

  async #after(change) {
    if (await change) {
      this.limits.again();
    }
  }

  render() {
    const user = this.shownId;
    return html`<p class="crumb"><a href=${link('people')}>People</a></p>
      <h1 class="name" data-test="user-id">${shown(user ?? '')}</h1>
      ${this.limits.show((data) => this.#limits(data), 'limits')}
      <h2>Denied lately</h2>
      ${this.denied.show((data) => this.#denied(data), 'denials')}
      ${session.can('editor') ? html`<p class="wide-text"><a href=${link('audit', null, {user})}>Everything in the audit trail about ${shown(user, 60)}</a></p>` : nothing}`;
  }

  #limits(data) {
    const changes = session.can('editor');
    const tiers = this.book.data?.tiers ?? [];
    return html`
      <p class="wide-text">Tier <b data-test="tier">${data.tier ?? 'none'}</b>${data.effectiveTier && data.effectiveTier !== data.tier
        ? html`<span class="quiet">, so the limits of ${data.effectiveTier} apply</span>` : nothing}
        ${changes && tiers.length ? html`<button type="button" class="slight" data-test="change-tier" @click=${() => this.#after(changeTier(data, tiers))}>Change…</button>` : nothing}</p>
      <div class="head section"><h2>Limits in force</h2>
        ${changes && data.limits.length ? html`<button type="button" data-test="add-override" @click=${() => this.#after(addOverride(data))}>Add an override…</button>` : nothing}</div>
      ${data.limits.length ? html`<div class="wide"><table class="stacks" aria-label="Limits in force" data-test="limits">
        <thead><tr><th scope="col">Rule</th><th scope="col">Limits</th><th scope="col">From</th><th scope="col">Until</th>
          ${changes ? html`<th scope="col"><span class="unseen">Actions</span></th>` : nothing}</tr></thead>
        <tbody>${data.limits.map((one) => this.#limit(data, one, changes))}</tbody></table></div>`
        : emptyBox('No rule counts by user, so no limit is for this user alone.')}`;
  }

  #limit(data, one, changes) {
    const override = one.source === 'override';
    return html`<tr>
      <td class="main">${ruleLink(one.rule)}</td>
      <td data-name="Limits">${limitText(one.limits)}</td>
      <td data-name="From">${override ? badge('warn', 'override') : html`tier ${data.effectiveTier ?? 'none'}`}</td>
      <td data-name="Until">${override ? until(one.expiresAt) : html`<span class="quiet">–</span>`}</td>
      ${changes ? html`<td class="bare"><div class="cell-actions">${override ? html`<button type="button" class="slight" data-test="end-${one.rule}"
        @click=${() => this.#after(removeOverride(data.user, data.overrides.find((two) => two.rule === one.rule) ?? one))}>End it…</button>` : nothing}</div></td>` : nothing}
    </tr>`;
  }

  #denied({entries}) {
    if (!entries.length) {
      return html`<p class="quiet" data-test="not-denied">Nothing was denied.</p>`;
    }
    return html`<p class="quiet small">For each rule one entry a minute, while denials continue.</p>
      <div class="wide"><table class="stacks" aria-label="Denied lately" data-test="denied">
      <thead><tr><th scope="col">Time</th><th scope="col">Rule</th><th scope="col">Detail</th></tr></thead>
      <tbody>${entries.map((entry) => html`<tr><td class="main">${time(entry.at)}</td><td data-name="Rule">${entry.rule ? ruleLink(entry.rule) : '–'}</td>
        <td class="bare">${shown(entry.detail)}</td></tr>`)}</tbody></table></div>`;
  }
}

customElements.define('tx-person', Person);
