import {call, Problem, useToken} from 'app/core/api.js';
import {learnTime} from 'app/core/clock.js';

const KEY = 'throttlex.token';
const ROLES = ['viewer', 'editor', 'admin'];

/** Who is signed in, in this tab only. */
class Session extends EventTarget {
  me = null;
  problem = null;
  busy = false;
  #token = null;

  get token() {
    return this.#token;
  }

  /** Signs in with the token that the tab has kept. */
  async resume() {
    const kept = sessionStorage.getItem(KEY);
    return kept ? this.signIn(kept) : false;
  }

  /** Signs in; returns whether the service accepts the token. */
  async signIn(token) {
    this.#set({busy: true, problem: null});
    try {
      const me = await readMe(token);
      this.#token = token;
      sessionStorage.setItem(KEY, token);
      useToken(token, (problem) => (problem.status === 401 ? this.signOut(problem) : this.refresh()));
      this.#set({me, busy: false});
      return true;
    } catch (error) {
      const problem = error instanceof Problem ? error : new Problem(0, {detail: String(error)});
      if (problem.status === 401) {
        sessionStorage.removeItem(KEY);
      }
      this.#set({busy: false, problem});
      return false;
    }
  }

  /** Reads the role again, which may have changed. */
  async refresh() {
    const token = this.#token;
    try {
      const me = await readMe(token);
      if (token === this.#token) {
        this.#set({me});
      }
    } catch {
      // The next call explains what is wrong.
    }
  }

  /** Signs out, with the problem that is the reason. */
  signOut(problem = null) {
    sessionStorage.removeItem(KEY);
    this.#token = null;
    useToken(null);
    this.#set({me: null, problem});
  }

  /** Returns whether the user has a role, or a higher one. */
  can(role) {
    return this.me !== null && ROLES.indexOf(this.me.role) >= ROLES.indexOf(role);
  }

  #set(values) {
    Object.assign(this, values);
    this.dispatchEvent(new Event('change'));
  }
}

async function readMe(token) {
  const askedAt = Date.now();
  const me = await call('GET', '/api/v1/me', {as: token});
  learnTime(me.time, askedAt);
  return me;
}

export const session = new Session();
