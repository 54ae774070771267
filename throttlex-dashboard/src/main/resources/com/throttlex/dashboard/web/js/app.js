import {html, nothing} from 'lit';
import {Part, Watch} from 'app/core/page.js';
import {live} from 'app/core/live.js';
import {link, router} from 'app/core/router.js';
import {session} from 'app/core/session.js';
import {problemBox} from 'app/parts/problem.js';
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
  static properties = {menu: {state: true}, page: {state: true}, broken: {state: true}, started: {state: true}};

  constructor() {
    super();
    Object.assign(this, {menu: false, page: null, broken: null, started: false});
    new Watch(this, session, 'change', () => this.#session());
    new Watch(this, router, 'change', () => this.#route());
    new Watch(this, router, 'token', () => takeTokenLink());
    new Watch(this, live, 'change', () => this.#lives());
  }

  async firstUpdated() {
    router.start();
    if (!(await takeTokenLink())) {
      await session.resume();
    }
    this.started = true;
  }

  #signedIn = false;

  #session() {
    const now = session.me !== null;
    if (now !== this.#signedIn) {
      this.#signedIn = now;
      this.page = null;
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

  #lives() {
    if (live.status !== this.#status) {
      this.#status = live.status;
      this.requestUpdate();
    }
  }

  async #route() {
    this.menu = false;
    const {page} = router.route;
    const entry = PAGES.get(page);
    document.title = `${entry?.name ?? 'Not found'} · ThrottleX`;
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
    this.requestUpdate();
  }

  async #open(page, entry) {
    try {
      await entry.load();
      if (router.route.page === page) {
        this.page = document.createElement(`tx-${page}`);
        this.broken = null;
        this.#focus();
      }
    } catch (error) {
      this.broken = error;
    }
  }

  #visited = false;

  /** Moves the focus to the new page, as a browser does; not at the first one. */
  async #focus() {
    await this.updateComplete;
    if (this.#visited) {
      this.querySelector('main')?.focus({preventScroll: true});
    }
    this.#visited = true;
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
      <main id="main" tabindex="-1">${this.#content()}</main>`;
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
      return problemBox(Object.assign(this.broken, {status: 0, problems: []}), {retry: () => location.reload(), what: 'page'});
    }
    return this.page ?? html`<p class="loading" role="status">Loading…</p>`;
  }
}

customElements.define('tx-app', App);
