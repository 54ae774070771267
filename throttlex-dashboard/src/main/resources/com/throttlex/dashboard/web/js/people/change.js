import {html, nothing} from 'lit';
import {call, path} from 'app/core/api.js';
import {now} from 'app/core/clock.js';
import {shown} from 'app/core/format.js';
import {ask} from 'app/parts/dialog.js';
import {until} from 'app/parts/small.js';
import {say} from 'app/parts/toast.js';
import {limitText, readLimits} from 'app/rules/model.js';

const ENDS = [['3600', 'in 1 hour'], ['28800', 'in 8 hours'], ['86400', 'in 1 day'], ['604800', 'in 1 week'], ['', 'no end'], ['at', 'at a time…']];
const NONE = '';

/** Asks for a tier, and sets it. */
export async function changeTier({user, tier}, tiers) {
  let chosen = tier ?? NONE;
  const done = await ask({
    heading: `Tier of ${shown(user)}`,
    body: html`<p>Now: <b>${tier ?? 'none'}</b>. The new limits apply from the next request on; counters are kept.</p>
      <label for="tier">New tier</label>
      <select id="tier" @change=${(event) => (chosen = event.target.value)}>
        <option value=${NONE} ?selected=${tier === null}>none (the lowest tier applies)</option>
        ${tiers.map((one) => html`<option value=${one} ?selected=${one === tier}>${one}</option>`)}
      </select>`,
    confirm: 'Set the tier',
    run: () => (chosen === NONE ? call('DELETE', path`/api/v1/users/${user}/tier`)
      : call('PUT', path`/api/v1/users/${user}/tier`, {body: {tier: chosen}})),
  });
  if (done) {
    say(`${shown(user)} has ${chosen === NONE ? 'no tier' : `the tier ${chosen}`}.`);
  }
  return done;
}

/** Asks for an override, and sets it. */
export async function addOverride({user, limits}) {
  const values = {rule: limits[0].rule, limits: '', end: ENDS[0][0], at: ''};
  const set = (name) => (event) => (values[name] = event.target.value);
  const atField = (event) => {
    set('end')(event);
    event.target.closest('form').querySelector('.at').hidden = values.end !== 'at';
  };
  const expiresAt = () => (values.end === 'at' ? Math.floor(new Date(values.at).getTime() / 1000)
    : values.end === '' ? undefined : Math.floor(now() / 1000) + Number(values.end));
  const done = await ask({
    heading: `Override for ${shown(user)}`,
    body: html`<p>The user gets other limits under one rule, until the override ends. Counters are kept.</p>
      <div class="stack">
        <div><label for="override-rule">Rule</label><select id="override-rule" @change=${set('rule')} data-test="override-rule">${limits.map((one) => html`
          <option value=${one.rule}>${one.rule} (now ${limitText(one.limits)})</option>`)}</select></div>
        <div><label for="override-limits">Limits</label><input id="override-limits" required placeholder="500/1m, 10000/1d" autocomplete="off" @input=${set('limits')} data-test="override-limits"></div>
        <div><label for="override-end">Ends</label><select id="override-end" @change=${atField} data-test="override-end">${ENDS.map(([value, text]) => html`<option value=${value}>${text}</option>`)}</select></div>
        <div class="at" hidden><label for="override-at">Time, local</label><input id="override-at" type="datetime-local" @input=${set('at')}></div>
      </div>`,
    confirm: 'Set the override',
    run: () => call('POST', path`/api/v1/users/${user}/override`, {body: {rule: values.rule, limits: readLimits(values.limits), expiresAt: expiresAt()}}),
  });
  if (done) {
    say(`The override for ${shown(user)} under ${values.rule} is in force.`);
  }
  return done;
}

/** Names what is lost, asks once, and ends an override. */
export async function removeOverride(user, {rule, limits, expiresAt}) {
  const done = await ask({
    heading: `End the override of ${shown(user)} under ${rule}?`,
    danger: true,
    body: html`<p>Its limits ${limitText(limits)} ${expiresAt ? html`(until ${until(expiresAt)})` : nothing} are lost. The rule's own limits apply again
      from the next request on.</p>`,
    confirm: 'End the override',
    run: () => call('DELETE', path`/api/v1/users/${user}/override`, {query: {rule}}),
  });
  if (done) {
    say(`The override of ${shown(user)} under ${rule} has ended.`);
  }
  return done;
}
