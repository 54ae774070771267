import {html, nothing} from 'lit';
import {call, path, read, readVersion} from 'app/core/api.js';
import {Load} from 'app/core/load.js';
import {Page, Watch} from 'app/core/page.js';
import {live} from 'app/core/live.js';
import {link, router} from 'app/core/router.js';
import {session} from 'app/core/session.js';
import {ask} from 'app/parts/dialog.js';
import {modeBadge, segments, time} from 'app/parts/small.js';
import {deleteRule, saveRule} from 'app/rules/change.js';
import {MODES} from 'app/rules/fields.js';
import {plain, withValue} from 'app/rules/model.js';
import 'app/rules/editor.js';
import 'app/rules/history.js';
import 'app/rules/traffic.js';

const ROLLOUTS = [1, 5, 10, 25, 50, 100];

/** One rule: what it does to requests, its form and YAML, and its history. */
class Rule extends Page {
  constructor() {
    super();
    this.rule = new Load(this);
    this.book = new Load(this);
    this.shownId = null;
    new Watch(this, live, 'change', () => this.#lives());
  }

  willUpdate(changed) {
    if (changed.has('route') && this.route.id !== this.shownId) {
      this.shownId = this.route.id;
      this.rule.clear();
      this.#load();
      if (this.book.state === 'idle') {
        this.book.run((signal) => read('/api/v1/rules', {limit: 1}, signal));
      }
    }
  }

  #load() {
    const id = this.shownId;
    this.rule.run(async (signal) => {
      const [rule, yaml] = await Promise.all([
        readVersion(path`/api/v1/rules/${id}`, signal),
        call('GET', path`/api/v1/rules/${id}`, {accept: 'application/yaml', signal}),
      ]);
      return {...rule, yaml, base: plain(rule.data)};
    });
  }

  /** Says that the rule book changed, so that the reader may look at the new version. */
  #lives() {
    const etag = live.latest?.rulesEtag;
    if (etag && this.bookTag && etag !== this.bookTag && this.rule.data && !this.newer) {
      this.newer = true;
      readVersion(path`/api/v1/rules/${this.shownId}`).then(({etag: now}) => {
        this.newer = now !== this.rule.data?.etag;
        this.requestUpdate();
      }, () => (this.newer = false));
    }
    this.bookTag = etag ?? this.bookTag;
  }

  #reload = () => {
    this.newer = false;
    this.bookTag = null;
    this.#load();
  };

  async #quick(name, value, intro) {
    const {base, etag} = this.rule.data;
    const usual = name === 'mode' ? 'enforce' : 100;
    const rule = withValue(base, name, value === usual ? undefined : value);
    if (await saveRule({base, etag, rule, heading: `Set the ${name} of ${base.id} to ${value}?`, intro})) {
      this.#reload();
    }
  }

  async #save({rule}) {
    const {base, etag} = this.rule.data;
    const saved = await saveRule({base, etag, rule});
    if (saved) {
      router.guard = null;
      this.#reload();
      router.go(link('rules', this.shownId));
    }
  }

  async #askDelete() {
    if (await deleteRule(this.rule.data)) {
      router.go(link('rules'));
    }
  }

  async #otherRollout() {
    let wanted = this.rule.data.base.rollout ?? 100;
    const chosen = await ask({
      heading: 'Rollout',
      body: html`<label for="rollout">Per cent of keys, 0 to 100</label>
        <input id="rollout" type="number" min="0" max="100" required .value=${String(wanted)} @input=${(event) => (wanted = Number(event.target.value))}>`,
      confirm: 'Show the difference',
    });
    if (chosen) {
      this.#quick('rollout', wanted);
    }
  }

  render() {
    const {id, query} = this.route ?? {query: new URLSearchParams()};
    const tab = query.get('tab') ?? 'traffic';
    if (this.rule.state === 'failed' && this.rule.problem.status === 404) {
      return html`${this.#crumb()}<h1>${id}</h1>
        <p class="lead">There is no rule with this id now. If it was deleted, restore it here.</p>
        <tx-rule-history .ruleId=${id} @restored=${this.#reload}></tx-rule-history>`;
    }
    return html`${this.#crumb()}
      <div class="head"><h1 data-test="rule-id">${id}</h1></div>
      ${this.rule.show((data) => this.#rule(data, id, tab), 'rule')}`;
  }

  #crumb() {
    return html`<p class="crumb"><a href=${link('rules')}>Rules</a></p>`;
  }

  #rule(loaded, id, tab) {
    const {data, base, yaml} = loaded;
    const file = data.source === 'file';
    const changes = session.can('editor') && !file;
    const tabs = [['traffic', 'Traffic'], ['edit', changes ? 'Edit' : 'Definition'], ['history', 'History']];
    return html`
      ${data.name !== id ? html`<p class="lead">${data.name}</p>` : nothing}
      <p class="quiet small">Version ${data.version}, changed ${time(data.updated_at)}${data.updatedBy ? ` by ${data.updatedBy}` : ''}.
        ${file ? html`It is in the rule file ${session.me.service?.ruleFile ?? ''}. Change it there.` : nothing}</p>
      ${this.newer ? html`<div class="note" role="status"><p>Somebody saved another version of this rule.
        ${tab === 'edit' ? 'What you typed here is kept. When you save, both are merged.' : nothing}</p>
        ${tab === 'edit' ? nothing : html`<button type="button" @click=${this.#reload}>Show it</button>`}</div>` : nothing}
      ${changes ? this.#controls(base) : html`<p>${modeBadge(base.mode)} ${base.rollout == null ? nothing : `${base.rollout} % of keys`}</p>`}
      <nav class="tabs" aria-label="Parts of the rule">${tabs.map(([name, text]) => html`
        <a href=${link('rules', id, {tab: name === 'traffic' ? null : name})} aria-current=${name === tab ? 'page' : 'false'} data-test="tab-${name}">${text}</a>`)}</nav>
      ${tab === 'history' ? html`<tx-rule-history .ruleId=${id} .now=${base} .etag=${loaded.etag} .canChange=${changes} @restored=${this.#reload}></tx-rule-history>`
        : tab === 'edit' ? (changes ? html`<tx-rule-editor .base=${base} .ruleId=${id} .tiers=${this.book.data?.tiers ?? []}
            @save=${(event) => this.#save(event.detail)}></tx-rule-editor>` : html`<pre class="definition" tabindex="0">${yaml}</pre>`)
        : html`<tx-rule-traffic .rule=${data}></tx-rule-traffic>`}`;
  }

  #controls(base) {
    const mode = base.mode ?? 'enforce';
    const rollout = base.rollout ?? 100;
    const why = new Map([
      ['enforce', 'Requests above its limits are denied from now on.'],
      ['shadow', 'It decides and counts from now on, and denies nothing.'],
      ['off', 'It does nothing from now on, and limits no requests.'],
    ]);
    const steps = ROLLOUTS.includes(rollout) ? ROLLOUTS : [...ROLLOUTS, rollout].sort((a, b) => a - b);
    return html`<div class="controls">
      <div><span class="label" id="mode">Mode</span>${segments('Mode', MODES.map((one) => [one, one]), mode, (one) => this.#quick('mode', one, why.get(one)))}</div>
      <div><span class="label">Rollout</span>${segments('Rollout', steps.map((one) => [one, `${one} %`]), rollout,
        (one) => this.#quick('rollout', one, `It applies to ${one} % of keys, always the same ones.`))}
        <button type="button" class="slight" @click=${this.#otherRollout}>Other</button></div>
      <button type="button" class="push" @click=${this.#askDelete} data-test="delete-rule">Delete…</button>
    </div>`;
  }
}

customElements.define('tx-rule', Rule);
