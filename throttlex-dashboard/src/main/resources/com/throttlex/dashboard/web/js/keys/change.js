import {html} from 'lit';
import {call, path} from 'app/core/api.js';
import {count, shown, windowOf} from 'app/core/format.js';
import {ask} from 'app/parts/dialog.js';
import {say} from 'app/parts/toast.js';

/** Names what is lost, asks once, and resets a counter. */
export async function resetKey({key, limits}) {
  const done = await ask({
    heading: 'Reset this counter?',
    danger: true,
    body: html`<p class="code">${shown(key)}</p>
      <p>These counts are lost, and the key may use its whole limit again at once:</p>
      <ul>${limits.map((limit) => html`<li>${count(limit.currentCount)} of ${count(limit.limit)} per ${windowOf(limit.windowSeconds)}</li>`)}</ul>`,
    confirm: 'Reset the counter',
    run: () => call('DELETE', path`/api/v1/keys/${key}`),
  });
  if (done) {
    say('The counter is full again.');
  }
  return done;
}

/** Names what is lost, asks once, and lifts the block of a key. */
export async function liftBlock({key, block}) {
  const done = await ask({
    heading: 'Lift the block of this key?',
    danger: true,
    body: html`<p class="code">${shown(key)}</p><p>The block and its ${count(block.strikes)} strikes are removed. Its limits stay as they are.</p>`,
    confirm: 'Lift the block',
    run: () => call('DELETE', path`/api/v1/keys/${key}/block`),
  });
  if (done) {
    say('The key is not blocked.');
  }
  return done;
}
