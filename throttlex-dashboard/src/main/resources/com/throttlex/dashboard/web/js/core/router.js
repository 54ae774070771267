/** The place in the page: `#/rules/orders?tab=history` is page `rules`, id `orders`, and a query. */

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function parse(hash) {
  const [path, query] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  const [page, ...rest] = path.split('/');
  const id = rest.length && rest.join('/') !== '' ? decoded(rest.join('/')) : null;
  return {page: page || 'overview', id, query: new URLSearchParams(query ?? '')};
}

/** An address within the page. */
export function link(page, id = null, query = {}) {
  const used = Object.entries(query).filter(([, value]) => value != null && value !== '');
  const path = id == null ? page : `${page}/${encodeURIComponent(id)}`;
  return `#/${path}${used.length ? `?${new URLSearchParams(used)}` : ''}`;
}

class Router extends EventTarget {
  route = parse(location.hash);
  /** A function that returns whether the page may be left, or null. */
  guard = null;
  #hash = location.hash;

  start() {
    addEventListener('hashchange', () => this.#moved());
    history.scrollRestoration = 'manual';
    let waiting = null;
    addEventListener('scroll', () => {
      clearTimeout(waiting);
      const hash = location.hash;
      waiting = setTimeout(() => hash === location.hash && this.#keepScroll(), 200);
    }, {passive: true});
    addEventListener('beforeunload', (event) => this.guard && event.preventDefault());
  }

  #keepScroll() {
    history.replaceState({...history.state, scroll: scrollY}, '');
  }

  /** Scrolls to where the page was left, as soon as it is long enough; gives up after two seconds. */
  restoreScroll() {
    const wanted = history.state?.scroll ?? 0;
    const until = performance.now() + 2000;
    const hash = location.hash;
    const attempt = () => {
      if (hash !== location.hash) {
        return;
      }
      scrollTo(0, wanted);
      if (scrollY < wanted - 1 && performance.now() < until) {
        requestAnimationFrame(attempt);
      }
    };
    requestAnimationFrame(attempt);
  }

  /** Goes to an address within the page. */
  go(hash) {
    location.hash = hash;
  }

  /** Changes parts of the query without an entry in the history of the browser. */
  note(values) {
    const query = Object.fromEntries(this.route.query);
    this.replace(link(this.route.page, this.route.id, {...query, ...values}));
  }

  /** Changes parts of the query with an entry in the history of the browser. */
  visit(values) {
    const query = Object.fromEntries(this.route.query);
    this.go(link(this.route.page, this.route.id, {...query, ...values}));
  }

  /** Replaces the address without an entry in the history of the browser. */
  replace(hash) {
    history.replaceState(history.state, '', hash);
    this.#take();
  }

  async #moved() {
    if (location.hash.startsWith('#token=')) {
      this.dispatchEvent(new Event('token'));
      return;
    }
    const wanted = location.hash;
    if (this.guard && wanted !== this.#hash) {
      history.replaceState(history.state, '', this.#hash);
      if (!(await this.guard())) {
        return;
      }
      this.guard = null;
      history.replaceState(history.state, '', wanted);
    }
    this.#take();
  }

  #take() {
    this.#hash = location.hash;
    this.route = parse(location.hash);
    this.dispatchEvent(new Event('change'));
  }
}

export const router = new Router();
