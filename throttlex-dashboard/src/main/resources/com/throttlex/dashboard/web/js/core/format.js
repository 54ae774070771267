/** Numbers, times and names as texts for people: numbers grouped, times local. */
import {now as serviceNow} from 'app/core/clock.js';

const WHOLE = new Intl.NumberFormat('en', {maximumFractionDigits: 0});
const ONE = new Intl.NumberFormat('en', {maximumFractionDigits: 1});
const TWO = new Intl.NumberFormat('en', {maximumFractionDigits: 2, signDisplay: 'negative'});
const SMALL = new Intl.NumberFormat('en', {maximumSignificantDigits: 2});
const clock = new Intl.DateTimeFormat('en-GB', {hour: '2-digit', minute: '2-digit', second: '2-digit'});
const minutes = new Intl.DateTimeFormat('en-GB', {hour: '2-digit', minute: '2-digit'});
const day = new Intl.DateTimeFormat('en-GB', {day: 'numeric', month: 'short'});
const dayOfYear = new Intl.DateTimeFormat('en-GB', {day: 'numeric', month: 'short', year: 'numeric'});

/** The time zone of the browser. */
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

export function count(value) {
  return value == null ? '–' : WHOLE.format(value);
}

/** A number with a fraction only where it matters. */
export function rate(value) {
  return value == null ? '–' : value >= 100 ? WHOLE.format(value) : ONE.format(value);
}

const TINY = 0.0005;

export function fraction(value) {
  return value == null ? '–' : (Math.abs(value) < 0.1 && Math.abs(value) >= TINY ? SMALL : TWO).format(value);
}

/** A number in few characters: 1.5 k, 20 M. */
export function few(value) {
  if (value < 10_000) {
    return ONE.format(value);
  }
  const [unit, size] = value < 1e6 ? ['k', 1e3] : value < 1e9 ? ['M', 1e6] : ['G', 1e9];
  return `${ONE.format(value / size)} ${unit}`;
}

/** A size in memory, such as `61 MB`. */
export function bytes(value) {
  const unit = ['B', 'kB', 'MB', 'GB'].findIndex((_, i) => value < 1000 ** (i + 1) || i === 3);
  return `${rate(value / 1000 ** unit)} ${['B', 'kB', 'MB', 'GB'][unit]}`;
}

/** A part of a whole in per cent, never rounded to 0 % or 100 % when it is not. */
export function share(part, whole) {
  if (!whole) {
    return '–';
  }
  const percent = (100 * part) / whole;
  if (part > 0 && percent < 0.1) {
    return 'under 0.1 %';
  }
  return part < whole && percent > 99.9 ? 'over 99.9 %' : `${ONE.format(percent)} %`;
}

export function plural(value, one, many = `${one}s`) {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** A time from Unix seconds, milliseconds or ISO-8601; null if it is none. */
export function toDate(value) {
  if (value == null || value === '') {
    return null;
  }
  const date = new Date(typeof value === 'number' && value < 1e11 ? value * 1000 : value);
  return Number.isNaN(date.getTime()) ? null : date;
}

export const clockOf = (date) => clock.format(date);
export const minuteOf = (date) => minutes.format(date);
export const dayOf = (date) => day.format(date);

/** The time as short as it is clear: without the day if that is today. */
export function when(date, now = new Date(serviceNow())) {
  if (date.toDateString() === now.toDateString()) {
    return clock.format(date);
  }
  const form = date.getFullYear() === now.getFullYear() ? day : dayOfYear;
  return `${form.format(date)}, ${minutes.format(date)}`;
}

export function utc(date) {
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** A length of time in its two largest units: 2 h 5 min. */
export function length(seconds) {
  const units = [['d', 86400], ['h', 3600], ['min', 60], ['s', 1]];
  let rest = Math.max(0, Math.round(seconds));
  const parts = [];
  for (const [name, size] of units) {
    if (rest >= size || (name === 's' && parts.length === 0)) {
      parts.push(`${Math.floor(rest / size)} ${name}`);
      rest %= size;
    } else if (parts.length) {
      break;
    }
  }
  return parts.slice(0, 2).filter((part) => !part.startsWith('0 ') || parts.length === 1).join(' ');
}

/** A window in words: 1 min, 1 d. */
export const windowOf = (seconds) => length(seconds);

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * A text of a client, with escapes such as \u202e for characters that are invisible or change the order of others.
 * A text that is empty, or begins or ends with a blank, is in quotes.
 */
export function shown(text, most = Infinity) {
  const cut = text.length > most ? `${text.slice(0, most)}…` : text;
  const visible = cut.replace(INVISIBLE, (one) => `\\u${one.codePointAt(0).toString(16).padStart(4, '0')}`);
  return visible.trim() === visible && visible !== '' ? visible : `"${visible}"`;
}
