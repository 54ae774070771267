import {html, nothing, svg} from 'lit';
import {now} from 'app/core/clock.js';
import {count, length, share, shown, toDate, utc, when} from 'app/core/format.js';
import {link} from 'app/core/router.js';
import {say} from 'app/parts/toast.js';

/** Names that are longer are cut in lists, and whole on their own page. */
const LONGEST = 160;

/** A time, local, with UTC under the pointer. */
export function time(value, absent = '–') {
  const date = toDate(value);
  return date
    ? html`<time class="time" datetime=${date.toISOString()} title=${utc(date)}>${when(date)}</time>`
    : absent;
}

/** A time ahead, with how long that is from now. */
export function until(value, absent = 'no end') {
  const date = toDate(value);
  if (!date) {
    return absent;
  }
  const seconds = (date - now()) / 1000;
  return html`${time(value)} <span class="quiet">(${seconds > 0 ? `in ${length(seconds)}` : 'over'})</span>`;
}

const SIGNS = {good: '✓', bad: '✕', warn: '!', off: '–', shadow: '◐'};

/** A word with a sign, so that its meaning does not hang on its colour. */
export function badge(kind, word) {
  return html`<span class="badge ${kind}"><span aria-hidden="true">${SIGNS[kind] ?? '•'}</span> ${word}</span>`;
}

export function modeBadge(mode) {
  const kind = mode === 'shadow' ? 'shadow' : mode === 'off' ? 'off' : 'good';
  return badge(kind, mode ?? 'enforce');
}

/** How much of a limit is used: a bar and the numbers. */
export function meter(used, limit, label = 'used') {
  const part = limit > 0 ? Math.min(1, Math.max(0, used / limit)) : 0;
  return html`
    <div class="meter">
      <span>${count(used)} of ${count(limit)} ${label} <span class="quiet">(${share(used, limit)})</span></span>
      <svg height="6" role="img" aria-label="${share(used, limit)} ${label}">
        <rect class="track" width="100%" height="6" rx="3"></rect>
        ${part > 0
          ? svg`<rect class=${part >= 1 ? 'full' : 'used'} width="${(100 * part).toFixed(1)}%" height="6" rx="3"></rect>`
          : nothing}
      </svg>
    </div>`;
}

export const ruleLink = (id) => html`<a href=${link('rules', id)}>${id}</a>`;
export const userLink = (id) => html`<a href=${link('people', id)}>${shown(id, LONGEST)}</a>`;
export const keyLink = (key) => html`<a class="code" href=${link('keys', key)}>${shown(key, LONGEST)}</a>`;

/** A button that copies a text. */
export function copyButton(text, label = 'Copy') {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      say('Copied.');
    } catch {
      say('The browser does not allow copying here. Select the text instead.');
    }
  };
  return html`<button type="button" class="slight" @click=${copy}>${label}</button>`;
}

/** Nothing to show: why, and what to do. */
export function emptyBox(text, more = nothing) {
  return html`<div class="empty" data-test="empty"><p>${text}</p>${more}</div>`;
}

/** A choice of a few, as buttons of which one is pressed. */
export function segments(label, options, chosen, choose, disabled = false) {
  return html`
    <div class="segments" role="group" aria-label=${label}>
      ${options.map(([value, text]) => html`
        <button type="button" aria-pressed=${value === chosen} ?disabled=${disabled} data-test="choose-${value}"
          @click=${() => value !== chosen && choose(value)}>${text ?? value}</button>`)}
    </div>`;
}
