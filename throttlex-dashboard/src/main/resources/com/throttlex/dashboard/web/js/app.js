import {html, nothing} from 'lit';
import {Part, Watch} from 'app/core/page.js';
import {live} from 'app/core/live.js';
import {link, router} from 'app/core/router.js';
import {session} from 'app/core/session.js';
import {isOutdated} from 'app/core/version.js';
import {shown} from 'app/core/format.js';
import {userMenu} from 'app/parts/menu.js';
import {takeTokenLink} from 'app/pages/token-link.js';
import 'app/pages/sign-in.js';

const PAGES = new Map([
  ['overview', {name: 'Overview', load: () => import('app/pages/overview.js')}],
  ['rules', {name: 'Rules', load: () => import('app/pages/rules.js')}],
  ['try', {name: 'Try', load: () => import('app/pages/try.js')}],
  ['people', {name: 'People', load: () => import('app/pages/people.js')}],
  ['keys', {name: 'Keys', load: () => import('app/pages/keys.js')}],
  ['adaptive', {name: 'Adaptive', load: () => import('app/pages/adaptive.js')}],
  ['replay', {name: 'Replay', load: () => import('app/pages/replay.js')}],
  ['audit', {name: 'Audit', load: () => import('app/pages/audit.js'), role: 'editor'}],
]);

/** The whole dashboard: sign-in, or the header and one page. */
class App extends Part {
  static properties = {
    menu: {state: true}, page: {state: true}, broken: {state: true}, started: {state: true}, outdated: {state: true},
  };

  constructor() {
    super();
    Object.assign(this, {menu: false, page: null, broken: null, started: false, outdated: false});
    new Watch(this, session, 'change', () => this.#session());
    new Watch(this, router, 'change', () => this.#route());
    new Watch(this, router, 'token', () => takeTokenLink());
    new Watch(this, live, 'change', () => this.#lives());
  }

  connectedCallback() {
    this.replaceChildren(); // what the page shows before its modules are there
    super.connectedCallback();
  }

  async firstUpdated() {
    router.start();
    PAGES.get(router.route.page)?.load().catch(() => {}); // together with the question who is signed in
    if (!(await takeTokenLink())) {
      await session.resume();
    }
    this.started = true;
  }

  #signedIn = false;
  #owner = null;

  /** A page that a 401 interrupted is kept with all that was typed, for the same user. */
  #session() {
    const now = session.me !== null;
    if (now !== this.#signedIn) {
      this.#signedIn = now;
      if (now ? session.me.name !== this.#owner : session.problem?.status !== 401) {
        this.page = null;
      }
      this.#owner = session.me?.name ?? this.#owner;
      this.#place = null;
      if (now) {
        live.start();
        this.#route();
      } else {
        live.stop();
      }
    }
    this.requestUpdate();
  }

  #status = null;
  #interrupted = false;

  #lives() {
    if (live.status !== this.#status) {
      this.#status = live.status;
      this.requestUpdate();
      if (live.status === 'waiting') {
        this.#interrupted = true;
      } else if (live.status === 'live' && this.#interrupted) {
        this.#interrupted = false;
        this.#returned();
      }
    }
  }

  /** The service may have been started anew: with other roles, or another version of this page. */
  async #returned() {
    session.refresh();
    this.outdated = await isOutdated();
  }

  async #route() {
    this.menu = false;
    this.broken = null;
    const {page, id} = router.route;
    const entry = PAGES.get(page);
    document.title = `${id === null ? '' : `${shown(id, 60)} · `}${entry?.name ?? 'Not found'} · ThrottleX`;
    if (!session.me) {
      return;
    }
    const same = this.page?.localName === `tx-${page}`;
    if (!entry) {
      this.page = null;
    } else if (!same) {
      await this.#open(page, entry);
    }
    if (this.page?.localName === `tx-${router.route.page}`) {
      this.page.route = router.route;
      router.restoreScroll();
    }
    this.#focus(link(page, id));
    this.requestUpdate();
  }

  async #open(page, entry) {
    try {
      await entry.load();
      if (router.route.page === page) {
        this.page = document.createElement(`tx-${page}`);
      }
    } catch (error) {
      this.broken = error;
    }
  }

  #place = null;

  /** Moves the focus to a new place, as a browser does with a new page; not to the first one. */
  async #focus(place) {
    const before = this.#place;
    this.#place = place;
    await this.updateComplete;
    if (before !== null && before !== place) {
      this.querySelector('main')?.focus({preventScroll: true});
    }
  }

  render() {
    if (!session.me) {
      return this.started || session.problem || session.busy
        ? html`<tx-sign-in></tx-sign-in>`
        : html`<p class="loading" role="status">Loading…</p>`;
    }
    return html`
      <a class="skip" href="#main" @click=${this.#skip}>Skip to the page</a>
      <header class="top">
        <div class="bar">
          <a class="brand" href=${link('overview')}><span aria-hidden="true" class="logo"></span>ThrottleX</a>
          <button type="button" class="menu-button" aria-expanded=${this.menu} aria-controls="nav"
            @click=${() => (this.menu = !this.menu)} data-test="menu">Menu</button>
          <nav id="nav" class=${this.menu ? 'open' : ''} aria-label="Pages">${[...PAGES].map(([page, entry]) => this.#tab(page, entry))}</nav>
          ${this.#liveness()} ${userMenu()}
        </div>
      </header>
      <main id="main" tabindex="-1">
        ${this.outdated ? html`<div class="note" role="status" data-test="outdated"><p>The service was updated, and this page is older.</p>
          <button type="button" @click=${() => location.reload()}>Load the new page</button></div>` : nothing}
        ${this.#content()}</main>`;
  }

  #skip(event) {
    event.preventDefault();
    document.getElementById('main').focus();
  }

  #tab(page, entry) {
    if (entry.role && !session.can(entry.role)) {
      return nothing;
    }
    const current = router.route.page === page;
    return html`<a href=${link(page)} aria-current=${current ? 'page' : 'false'} data-test="nav-${page}">${entry.name}</a>`;
  }

  #liveness() {
    const words = {live: 'Live', connecting: 'Connecting', waiting: 'Not live', off: 'Not live'};
    return html`
      <span class="liveness ${live.status}" role="status" data-test="liveness"
        title=${live.problem ? live.problem.message || 'The service does not answer.' : ''}>
        <span aria-hidden="true" class="dot"></span>${words[live.status]}</span>`;
  }

  #content() {
    if (!PAGES.has(router.route.page)) {
      return html`<h1>No such page</h1><p class="lead">Go to the <a href=${link('overview')}>overview</a>.</p>`;
    }
    if (this.broken) {
      return html`<div class="problem" role="alert" data-test="broken"><p class="problem-title">The page cannot be loaded</p>
        <p>The service is stopped, or it was updated.</p><button type="button" @click=${() => location.reload()}>Load it again</button></div>`;
    }
    return this.page ?? html`<p class="loading" role="status">Loading…</p>`;
  }
}

customElements.define('tx-app', App);
