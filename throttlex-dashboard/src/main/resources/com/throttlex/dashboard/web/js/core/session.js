import {call, Problem, useToken} from 'app/core/api.js';

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
      const me = await call('GET', '/api/v1/me', {as: token});
      this.#token = token;
      sessionStorage.setItem(KEY, token);
      useToken(token, (problem) => this.signOut(problem));
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

export const session = new Session();
