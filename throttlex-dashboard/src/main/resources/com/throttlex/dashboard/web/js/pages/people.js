import {html, nothing} from 'lit';
import {read} from 'app/core/api.js';
import {count, plural, shown} from 'app/core/format.js';
import {Load} from 'app/core/load.js';
import {Page} from 'app/core/page.js';
import {link, router} from 'app/core/router.js';
import {emptyBox, time, userLink} from 'app/parts/small.js';
import 'app/people/person.js';

const TYPING_MS = 250;
const PAGE = 100;

/** The users with a tier, an override or denials; or one user. */
class People extends Page {
  constructor() {
    super();
    this.users = new Load(this);
  }

  willUpdate(changed) {
    if (changed.has('route') && this.route.id === null) {
      const {query} = this.route;
      this.users.run((signal) => read('/api/v1/users', {q: query.get('q'), cursor: query.get('after'), limit: PAGE}, signal));
    }
  }

  #type(event) {
    clearTimeout(this.timer);
    const q = event.target.value;
    this.timer = setTimeout(() => router.note({q, after: null}), TYPING_MS);
  }

  #open(event) {
    event.preventDefault();
    const user = new FormData(event.target).get('user').trim();
    if (user) {
      clearTimeout(this.timer);
      router.go(link('people', user));
    }
  }

  render() {
    if (this.route?.id != null) {
      return html`<tx-person .route=${this.route}></tx-person>`;
    }
    const q = this.route?.query.get('q') ?? '';
    return html`<h1>People</h1>
      <form class="row" role="search" @submit=${this.#open}>
        <div class="grow"><label for="user">User</label>
          <input id="user" name="user" type="search" placeholder="name or id" .value=${q} @input=${this.#type} autocomplete="off" spellcheck="false" data-test="user"></div>
        <button data-test="open-user">Open</button>
      </form>
      <p class="help">The list has users with a tier, an override, or recent denials. You can open every other user, too.</p>
      ${this.users.show((data) => this.#list(data, q), 'users')}`;
  }

  #list({users, next}, q) {
    if (!users.length) {
      return emptyBox(q ? `No user with a tier, an override or recent denials has a name that begins with “${shown(q)}”.` : 'No user has a tier, an override or recent denials.',
        q ? html`<a class="button" href=${link('people', q)}>Open the user ${shown(q)}</a>` : nothing);
    }
    return html`<p class="quiet small" role="status">${plural(users.length, 'user')}${next ? ', and more' : ''}</p>
      <div class="wide"><table class="stacks" aria-label="Users" data-test="users">
        <thead><tr><th scope="col">User</th><th scope="col">Tier</th><th scope="col" class="number">Overrides</th><th scope="col">Last denied</th></tr></thead>
        <tbody>${users.map((user) => html`<tr>
          <td class="main">${userLink(user.user)}</td><td data-name="Tier">${user.tier ?? html`<span class="quiet">lowest</span>`}</td>
          <td data-name="Overrides" class="number">${count(user.overrides)}</td><td data-name="Last denied">${time(user.throttledAt)}</td></tr>`)}</tbody>
      </table></div>
      ${next ? html`<div class="actions"><a class="button" href=${link('people', null, {q, after: next})}>Next page</a></div>` : nothing}`;
  }
}

customElements.define('tx-people', People);
