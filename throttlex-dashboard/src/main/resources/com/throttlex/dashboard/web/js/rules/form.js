import {html, nothing} from 'lit';
import {live} from 'lit/live.js';
import {GROUPS, PRIORITIES} from 'app/rules/fields.js';
import {byTier, limitText, readLimits, readShare, shareText, valueAt} from 'app/rules/model.js';

const words = (text) => text.split(',').map((word) => word.trim()).filter(Boolean);
const listed = (value) => (value === undefined ? '' : (Array.isArray(value) ? value : [value]).join(', '));
const number = (text) => (text.trim() === '' ? undefined : /^\d{1,16}$/.test(text.trim()) ? Number(text) : text);

/**
 * The form of a rule.
 *
 * `edit(path, value, raw)` changes the draft. `raws` keeps what was typed as it was typed, as long as the form is
 * the side that is edited: a comma at the end of a list must not vanish.
 */
export function ruleForm({draft, raws, tiers, isNew, disabled, problemsOf, edit}) {
  const context = {draft, raws, tiers, isNew, disabled, problemsOf, edit};
  return html`
    <datalist id="tiers">${tiers.map((tier) => html`<option value=${tier}></option>`)}</datalist>
    <datalist id="keys">${['user', 'ip', 'api-key', 'endpoint', 'method', 'service', 'tier', 'global'].map((part) => html`<option value=${part}></option>`)}</datalist>
    ${GROUPS.map((group) => {
      const fields = group.fields.map((field) => fieldRow(field, context));
      const used = group.fields.some((field) => valueAt(draft, field.path) !== undefined || problemsOf(field.path).length);
      return group.open
        ? html`<fieldset class="group"><legend>${group.name}</legend>${fields}</fieldset>`
        : html`<details class="group" ?open=${used}><summary>${group.name}</summary>${fields}</details>`;
    })}`;
}

function fieldRow(field, context) {
  const name = `field-${field.path.replace('.', '-')}`;
  const problems = context.problemsOf(field.path);
  const described = [field.help && `${name}-help`, problems.length && `${name}-wrong`].filter(Boolean).join(' ');
  const shared = {
    ...context, name, field, described, wrong: problems.length > 0,
    value: valueAt(context.draft, field.path),
    disabled: context.disabled || (field.fixed && !context.isNew),
    set: (value, raw) => context.edit(field.path, value, raw),
    raw: (text) => context.raws.get(field.path) ?? text,
  };
  return html`
    <div class="field ${field.kind === 'limits' ? 'full' : ''}" data-test="field-${field.path}">
      ${KINDS.get(field.kind)(shared)}
      ${field.help ? html`<p class="help" id="${name}-help">${field.help}</p>` : nothing}
      ${problems.length ? html`<div id="${name}-wrong">${problems.map((problem) => html`<p class="wrong">${problem.text}</p>`)}</div>` : nothing}
    </div>`;
}

function input(c, text, read, {type = 'text', label = c.field.label, id = c.name, sample = c.field.sample ?? ''} = {}) {
  return html`
    <label for=${id}>${label}</label>
    <input id=${id} type=${type} inputmode=${type === 'number' ? 'numeric' : nothing} .value=${live(text)} placeholder=${sample}
      ?disabled=${c.disabled} list=${c.field.list ?? nothing} autocomplete="off" spellcheck="false"
      aria-invalid=${c.wrong} aria-describedby=${c.described || nothing}
      @input=${(event) => read(event.target.value)}>`;
}

function choose(c, value, options, take, {label = c.field.label, id = c.name} = {}) {
  return html`
    <label for=${id}>${label}</label>
    <select id=${id} ?disabled=${c.disabled} aria-invalid=${c.wrong} aria-describedby=${c.described || nothing}
      @change=${(event) => take(event.target.value)}>
      ${options.map(([option, text]) => html`<option value=${option} ?selected=${option === value}>${text}</option>`)}
    </select>`;
}

const KINDS = new Map([
  ['text', (c) => input(c, c.value ?? '', (text) => c.set(text === '' ? undefined : text))],
  ['number', (c) => input(c, c.raw(String(c.value ?? '')), (text) => c.set(number(text), text))],
  ['words', (c) => input(c, c.raw(listed(c.value)), (text) => c.set(words(text).length ? words(text) : undefined, text))],
  ['choice', (c) => choose(c, c.value ?? '', [['', `default: ${c.field.usual}`], ...c.field.values.map((one) => [one, one])],
    (value) => c.set(value || undefined))],
  ['pairs', pairs],
  ['limits', limits],
  ['exceed', exceed],
  ['cost', cost],
  ['shares', shares],
  ['adaptive', adaptive],
]);

function pairs(c) {
  const text = c.raw(Object.entries(c.value ?? {}).map(([name, value]) => `${name}=${value}`).join('\n'));
  const read = (typed) => {
    const entries = typed.split('\n').filter((line) => line.trim()).map((line) => {
      const [name, value] = line.split(/=(.*)/s);
      return [name.trim(), (value ?? '').trim()];
    });
    c.set(entries.length ? Object.fromEntries(entries) : undefined, typed);
  };
  return html`<label for=${c.name}>${c.field.label}</label>
    <textarea id=${c.name} rows="2" .value=${live(text)} ?disabled=${c.disabled} placeholder=${c.field.sample}
      spellcheck="false" aria-describedby=${c.described || nothing} @input=${(event) => read(event.target.value)}></textarea>`;
}

function limits(c) {
  if (!byTier(c.value)) {
    return html`
      ${input(c, c.raw(c.value === undefined ? '' : limitText(c.value)), (text) => c.set(readLimits(text), text))}
      ${c.tiers.length && !c.disabled ? html`<button type="button" class="slight after" data-test="by-tier"
        @click=${() => c.set(Object.fromEntries([[c.tiers[0], c.value ?? '']]))}>Different limits by tier</button>` : nothing}`;
  }
  const entries = Object.entries(c.value);
  const put = (tier, text) => {
    const next = new Map(entries);
    if (text === null) {
      next.delete(tier);
    } else {
      next.set(tier, readLimits(text) ?? '');
    }
    c.edit(`limits`, next.size ? Object.fromEntries(next) : undefined, undefined, [`limits/${tier}`, text]);
  };
  const free = c.tiers.filter((tier) => !entries.some(([one]) => one === tier));
  return html`
    <span class="label">${c.field.label} by tier</span>
    ${entries.map(([tier, value], i) => html`
      <div class="by-tier">
        <label for="${c.name}-${i}">${tier}</label>
        <input id="${c.name}-${i}" .value=${live(c.raws.get(`limits/${tier}`) ?? limitText(value))} ?disabled=${c.disabled}
          placeholder="100/1m" aria-invalid=${c.wrong} aria-describedby=${c.described || nothing} spellcheck="false"
          @input=${(event) => put(tier, event.target.value)}>
        <button type="button" class="slight" ?disabled=${c.disabled} aria-label="Take out the limits of ${tier}" @click=${() => put(tier, null)}>✕</button>
      </div>`)}
    <div class="after">
      ${free.map((tier) => html`<button type="button" class="slight" ?disabled=${c.disabled} @click=${() => put(tier, '')}>Add ${tier}</button>`)}
      <button type="button" class="slight" ?disabled=${c.disabled} @click=${() => c.set(entries[0]?.[1])}>One limit for all</button>
    </div>`;
}

const REACTIONS = [
  ['', 'default: deny (reject)'], ['reject', 'deny (reject)'], ['delay', 'delay'], ['queue', 'hold in a queue'],
  ['shed', 'shed with 503'], ['block', 'deny, and block keys with too many denials'],
];

function exceed(c) {
  const value = c.value;
  const kind = typeof value === 'object' && value !== null ? Object.keys(value).find((name) => ['delay', 'queue', 'block'].includes(name)) ?? '' : value ?? '';
  const part = (name) => (typeof value === 'object' && value !== null ? value[name] : undefined);
  const first = {delay: {delay: '500ms'}, block: {block: '10m', after: 5}};
  const take = (chosen) => c.set(chosen === '' ? undefined : Object.hasOwn(first, chosen) ? first[chosen] : chosen);
  const more = (name, label, sample, read = (text) => text || undefined) => html`<div>${input(c, String(part(name) ?? ''), (text) => {
    const next = {...(typeof value === 'object' ? value : {}), [name]: read(text)};
    const used = Object.fromEntries(Object.entries(next).filter(([, one]) => one !== undefined));
    c.set(kind === 'queue' && !Object.keys(used).length ? 'queue' : used);
  }, {label, sample, id: `${c.name}-${name}`})}</div>`;
  return html`${choose(c, kind, REACTIONS, take)}
    <div class="parts">
      ${kind === 'delay' ? more('delay', 'Longest delay', '500ms') : nothing}
      ${kind === 'queue' ? more('queue', 'Longest wait', '10s') : nothing}
      ${kind === 'block' ? [more('block', 'Block for', '10m'), more('after', 'After denials', '5', number), more('within', 'Within', 'as long as the block')] : nothing}
    </div>`;
}

function cost(c) {
  const value = c.value;
  const isEstimate = typeof value === 'object' && value !== null;
  const source = isEstimate ? ['header', 'json', 'bytes'].find((name) => Object.hasOwn(value, name)) : 'fixed';
  const kept = isEstimate && Object.hasOwn(value, 'on-overrun') ? {'on-overrun': value['on-overrun']} : {};
  const take = (chosen) => c.set(chosen === 'fixed' ? undefined
    : {...kept, estimate: isEstimate ? value.estimate : value ?? 1, [chosen]: chosen === 'bytes' ? 'response' : ''});
  return html`${choose(c, source, [
    ['fixed', 'a number'], ['header', 'estimate, then a response header'], ['json', 'estimate, then a member of the answer'],
    ['bytes', 'estimate, then the bytes of the answer']], take)}
    <div class="parts">
      ${isEstimate ? html`<div>${input(c, String(value.estimate ?? ''), (text) => c.set({...value, estimate: number(text)}), {label: 'Estimate', id: `${c.name}-estimate`})}</div>
        ${source === 'bytes' ? nothing : html`<div>${input(c, value[source] ?? '', (text) => c.set({...value, [source]: text}),
          {label: source === 'header' ? 'Header' : 'Member', sample: source === 'header' ? 'X-Cost' : 'usage.total_tokens', id: `${c.name}-source`})}</div>`}`
        : html`<div>${input(c, c.raw(String(value ?? '')), (text) => c.set(number(text), text), {label: 'Units', sample: '1', id: `${c.name}-units`})}</div>`}
    </div>`;
}

function shares(c) {
  const value = c.value ?? {};
  return html`<span class="label">${c.field.label}</span><div class="parts">${PRIORITIES.map((name) => {
    const raw = `shares/${name}`;
    return html`<div>${input(c, c.raws.get(raw) ?? shareText(value[name]), (text) => {
      const next = Object.fromEntries(Object.entries({...value, [name]: readShare(text)}).filter(([, one]) => one !== undefined));
      c.edit(c.field.path, Object.keys(next).length ? next : undefined, undefined, [raw, text]);
    }, {label: name, sample: '100', id: `${c.name}-${name}`})}</div>`;
  })}</div>`;
}

function adaptive(c) {
  const value = c.value ?? {};
  const put = (name, one) => {
    const next = Object.fromEntries(Object.entries({...value, [name]: one}).filter(([, member]) => member !== undefined));
    c.set(Object.keys(next).length ? next : undefined);
  };
  return html`<span class="label">${c.field.label}</span><div class="parts">
    <div>${input(c, String(value.min ?? ''), (text) => put('min', number(text)), {label: 'Least', id: `${c.name}-min`})}</div>
    <div>${input(c, String(value.max ?? ''), (text) => put('max', number(text)), {label: 'Most', id: `${c.name}-max`})}</div>
    <div>${input(c, listed(value.health), (text) => put('health', words(text).length ? words(text) : undefined), {label: 'Follows', sample: 'services', id: `${c.name}-health`})}</div>
  </div>`;
}
