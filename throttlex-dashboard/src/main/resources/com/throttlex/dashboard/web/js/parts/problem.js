import {html, nothing} from 'lit';
import {plural} from 'app/core/format.js';
import {session} from 'app/core/session.js';

/** What a status means for the reader, and what to do. */
const MEANINGS = new Map([
  [0, ['No answer', 'The service did not answer. It may be stopped, or the network is down.']],
  [400, ['Malformed', 'The service cannot read this request.']],
  [401, ['Signed out', 'The service does not accept the token. Sign in again.']],
  [403, ['Not allowed', 'This needs a higher role, or your address is not allowed.']],
  [404, ['Not found', 'It does not exist, or it was deleted.']],
  [409, ['Not possible now', 'The change conflicts with the present state. Nothing was changed.']],
  [412, ['Changed meanwhile', 'Somebody else changed this after you opened it. Nothing was changed.']],
  [413, ['Too large', 'It is larger than the service accepts.']],
  [422, ['Not valid', 'The service refuses these values. Nothing was changed.']],
  [429, ['Too many calls', 'You reached the limit for calls of one administrator.']],
  [503, ['Not available', 'The service or its store cannot answer now. Try again.']],
  [507, ['No space', 'The service has no space left for this file.']],
]);

/** Returns the title of a problem and what it means. */
export function meaning(problem) {
  const known = MEANINGS.get(problem.status);
  if (known) {
    return known;
  }
  return problem.status ? [`Error ${problem.status}`, 'The service failed.'] : MEANINGS.get(0);
}

function advice(problem) {
  if (problem.status === 403 && session.me) {
    return html`<p>You are signed in as ${session.me.name} with the role <b>${session.me.role}</b>.</p>`;
  }
  if (problem.retryAfter) {
    return html`<p>Try again in ${plural(problem.retryAfter, 'second')}.</p>`;
  }
  return nothing;
}

/** A box that explains a problem where it happened. */
export function problemBox(problem, {retry = null, what = null, extra = nothing} = {}) {
  if (!problem) {
    return nothing;
  }
  const [title, text] = meaning(problem);
  return html`
    <div class="problem" role="alert" data-test="problem" data-status=${problem.status}>
      <p class="problem-title">${title}${what ? html`<span class="quiet"> · ${what}</span>` : nothing}</p>
      <p>${text}</p>
      ${problem.message && problem.status && problem.problems[0] !== problem.message ? html`<p class="said">${problem.message}</p>` : nothing}
      ${problem.problems.length ? html`<ul>${problem.problems.map((one) => html`<li>${one}</li>`)}</ul>` : nothing}
      ${advice(problem)} ${extra}
      ${retry ? html`<button type="button" @click=${retry} data-test="retry">Try again</button>` : nothing}
    </div>`;
}
