import {html, nothing} from 'lit';
import {repeat} from 'lit/repeat.js';
import {read} from 'app/core/api.js';
import {shown} from 'app/core/format.js';
import {Load} from 'app/core/load.js';
import {Page} from 'app/core/page.js';
import {link, router} from 'app/core/router.js';
import {session} from 'app/core/session.js';
import {emptyBox, keyLink, ruleLink, segments, time, userLink} from 'app/parts/small.js';

const PAGE = 100;
const ACTIONS = [
  'rule-created', 'rule-updated', 'rule-deleted', 'rule-rolled-back', 'rules-replaced', 'tier-set', 'tier-removed', 'override-set',
  'override-removed', 'key-reset', 'key-unblock', 'limit-fixed', 'limit-frozen', 'limit-resumed', 'limit-moved', 'throttled',
];
const FILTERS = ['actor', 'action', 'target', 'user', 'from', 'to'];

/** The changes by administrators, and the denials of users. */
class Audit extends Page {
  constructor() {
    super();
    this.entries = new Load(this);
  }

  willUpdate(changed) {
    if (changed.has('route') && session.can('editor')) {
      const {query} = this.route;
      const wanted = Object.fromEntries(FILTERS.map((name) => [name, query.get(name)]));
      this.entries.run((signal) => read('/api/v1/audit', {
        ...wanted, from: instant(wanted.from), to: instant(wanted.to), before: query.get('before'), limit: PAGE,
      }, signal));
    }
  }

  #filter(event) {
    event.preventDefault();
    const form = new FormData(event.target);
    router.visit({before: null, ...Object.fromEntries(FILTERS.map((name) => [name, form.get(name).trim()]))});
  }

  render() {
    if (!session.can('editor')) {
      return html`<h1>Audit</h1><p class="lead">The audit trail needs the role editor. You are signed in as ${session.me.name} with the role ${session.me.role}.</p>`;
    }
    const query = this.route?.query ?? new URLSearchParams();
    const field = (name, label, type = 'search', list = nothing) => html`<div><label for="audit-${name}">${label}</label>
      <input id="audit-${name}" name=${name} type=${type} list=${list} .value=${query.get(name) ?? ''} autocomplete="off" spellcheck="false" data-test="audit-${name}"></div>`;
    const throttled = query.get('action') === 'throttled';
    return html`<div class="head"><h1>Audit</h1>
        ${segments('Entries', [['all', 'All'], ['throttled', 'Throttled users']], throttled ? 'throttled' : 'all',
          (one) => router.visit({action: one === 'throttled' ? one : null, before: null}))}</div>
      <form class="filters" @submit=${this.#filter} role="search">
        ${field('actor', 'By')} ${field('action', 'Action', 'search', 'actions')} ${field('target', 'Rule, user or key')} ${field('user', 'User')}
        ${field('from', 'From, local time', 'datetime-local')} ${field('to', 'To, local time', 'datetime-local')}
        <div class="actions-left"><button data-test="filter">Filter</button>
          ${FILTERS.some((name) => query.get(name)) ? html`<a class="button" href=${link('audit')}>Clear</a>` : nothing}</div>
        <datalist id="actions">${ACTIONS.map((one) => html`<option value=${one}></option>`)}</datalist>
      </form>
      ${this.entries.show((data) => this.#list(data, query), 'entries')}`;
  }

  #list({entries, next}, query) {
    if (!entries.length) {
      return emptyBox('No entry matches. Entries are kept for 90 days.');
    }
    return html`<div class="wide"><table class="stacks" aria-label="Audit trail" data-test="entries">
        <thead><tr><th scope="col">Time</th><th scope="col">By</th><th scope="col">Action</th><th scope="col">Target</th><th scope="col">Detail</th></tr></thead>
        <tbody>${repeat(entries, (entry) => entry.id, (entry) => html`<tr>
          <td class="main">${time(entry.at)}</td><td data-name="by">${shown(entry.actor)}</td><td class="bare"><span class="tag">${entry.action}</span></td>
          <td class="bare target">${targetLink(entry)}</td><td class="bare detail">${detailOf(entry)}</td></tr>`)}</tbody>
      </table></div>
      <div class="actions">
        ${query.get('before') ? html`<a class="button" href=${link('audit', null, {...Object.fromEntries(query), before: null})}>Newest</a>` : nothing}
        ${next ? html`<a class="button" data-test="older" href=${link('audit', null, {...Object.fromEntries(query), before: next})}>Older</a>` : nothing}
      </div>`;
  }
}

/** A moved limit has the terms of the controller after two semicolons: they are not what matters first. */
function detailOf({action, detail}) {
  const [limits, why, ...terms] = action === 'limit-moved' ? detail.split('; ') : [];
  return terms.length ? html`${shown(`${limits}; ${why}`)} <span class="quiet">${shown(terms.join('; '))}</span>` : shown(detail);
}

/** A link to what an entry is about. */
function targetLink({action, target, user}) {
  if (action.startsWith('key-')) {
    return keyLink(target);
  }
  const about = user && user !== target ? html`, ${userLink(user)}` : nothing;
  if (action.startsWith('rule-') || action.startsWith('limit-') || (action === 'throttled' && target !== user)) {
    return html`${ruleLink(target)}${about}`;
  }
  if (user || action.startsWith('tier-') || action.startsWith('override-')) {
    return html`${userLink(user ?? target)}${user && user !== target ? html` ${shown(target)}` : nothing}`;
  }
  return shown(target);
}

/** A local time of a form as an instant. */
function instant(text) {
  const date = text ? new Date(text) : null;
  return date && !Number.isNaN(date.getTime()) ? date.toISOString() : null;
}

customElements.define('tx-audit', Audit);
