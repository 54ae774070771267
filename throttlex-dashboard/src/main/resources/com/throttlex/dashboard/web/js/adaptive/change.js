import {html} from 'lit';
import {call, path} from 'app/core/api.js';
import {count} from 'app/core/format.js';
import {ask} from 'app/parts/dialog.js';
import {say} from 'app/parts/toast.js';

const TIMES = [['600', 'for 10 minutes'], ['3600', 'for 1 hour'], ['28800', 'for 8 hours'], ['', 'until somebody resumes it']];

/** Asks for a value, and sets the limit to it on all nodes. */
export async function fixLimit({rule, limit, min, max}) {
  const values = {limit, seconds: TIMES[0][0]};
  const done = await ask({
    heading: `Set the limit of ${rule}`,
    body: html`<p>It is ${count(limit)} now. It stays at the new value on all nodes, whatever the health is.</p>
      <div class="stack">
        <div><label for="limit">Limit, from ${count(min)} to ${count(max)}</label>
          <input id="limit" type="number" required min=${min} max=${max} .value=${String(limit)} @input=${(event) => (values.limit = Number(event.target.value))}></div>
        <div><label for="seconds">How long</label><select id="seconds" @change=${(event) => (values.seconds = event.target.value)}>${TIMES.map(([value, text]) => html`
          <option value=${value}>${text}</option>`)}</select></div>
      </div>`,
    confirm: 'Set the limit',
    run: () => call('POST', path`/api/v1/adaptive/${rule}/override`, {
      body: {limit: values.limit, ...(values.seconds && {seconds: Number(values.seconds)})},
    }),
  });
  if (done) {
    say(`The limit of ${rule} is ${count(values.limit)}.`);
  }
  return done;
}

const WORDS = new Map([
  ['freeze', ['Freeze the limit of', 'It stays as it is on all nodes, until somebody resumes it.', 'Freeze', 'is frozen']],
  ['resume', ['Resume the limit of', 'It follows the health again, on all nodes.', 'Resume', 'follows health again']],
]);

/** Asks once, and freezes or resumes a limit on all nodes. */
export async function changeLimit({rule, limit}, what) {
  const [heading, text, confirm, done] = WORDS.get(what);
  const changed = await ask({
    heading: `${heading} ${rule}?`,
    body: html`<p>It is ${count(limit)} now. ${text}</p>`,
    confirm,
    run: () => call('POST', path`/api/v1/adaptive/${rule}/${what}`),
  });
  if (changed) {
    say(`The limit of ${rule} ${done}.`);
  }
  return changed;
}
