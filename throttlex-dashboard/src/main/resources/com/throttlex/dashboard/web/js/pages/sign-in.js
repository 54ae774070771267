import {html, nothing} from 'lit';
import {Part, Watch} from 'app/core/page.js';
import {plural} from 'app/core/format.js';
import {session} from 'app/core/session.js';
import {problemBox} from 'app/parts/problem.js';

/** Asks for an admin token. */
class SignIn extends Part {
  constructor() {
    super();
    new Watch(this, session);
  }

  firstUpdated() {
    this.querySelector('input').focus();
  }

  /** The button was disabled meanwhile, so that it lost the focus. */
  updated() {
    if (session.problem && !session.busy && document.activeElement === document.body) {
      this.querySelector('input').focus();
    }
  }

  #submit(event) {
    event.preventDefault();
    const token = new FormData(event.target).get('token').trim();
    if (token && !session.busy) {
      session.signIn(token);
    }
  }

  #problem() {
    const {problem} = session;
    if (!problem) {
      return nothing;
    }
    if (problem.status === 401) {
      return html`<div class="problem" role="alert" data-test="problem" data-status="401">
        <p class="problem-title">The service does not accept this token</p>
        <p>It may be mistyped, expired or removed from the configuration.</p></div>`;
    }
    if (problem.status === 429) {
      return html`<div class="problem" role="alert" data-test="problem" data-status="429">
        <p class="problem-title">Too many wrong tokens from your address</p>
        <p>Try again in ${plural(problem.retryAfter ?? 60, 'second')}.</p></div>`;
    }
    return problemBox(problem);
  }

  render() {
    return html`
      <main class="sign-in">
        <p class="brand"><span aria-hidden="true" class="logo"></span>ThrottleX</p>
        <h1>Sign in</h1>
        <form @submit=${this.#submit}>
          <label for="token">Admin token</label>
          <input id="token" name="token" type="password" required autocomplete="off" spellcheck="false"
            aria-describedby="token-help" data-test="token">
          ${this.#problem()}
          <button class="primary" ?disabled=${session.busy} data-test="sign-in">${session.busy ? 'Checking…' : 'Sign in'}</button>
        </form>
        <p id="token-help" class="quiet small">Without tokens in the configuration, <span class="code">throttlex serve</span>
          makes one on its first start. It prints a link with the token, and keeps the token in the data folder.
          The browser forgets the token when you close this tab.</p>
      </main>`;
  }
}

customElements.define('tx-sign-in', SignIn);
