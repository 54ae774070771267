/** Rules as JSON of the API: what they say in few words, and how two of them differ. */

const MANAGED = new Set(['source', 'version', 'updatedAt', 'updatedBy', 'created_at', 'updated_at']);

/** The rule without what the service adds to it. */
export function plain(rule) {
  const entries = Object.entries(rule ?? {}).filter(([name, value]) =>
    !MANAGED.has(name) && !(name === 'name' && value === rule.id));
  return Object.fromEntries(entries);
}

/** The value at a path such as `match.endpoint`; undefined if there is none. */
export function valueAt(rule, path) {
  return path.split('.').reduce((at, name) =>
    (at !== null && typeof at === 'object' && Object.hasOwn(at, name) ? at[name] : undefined), rule);
}

/** A copy of the rule with another value at a path; undefined removes it, and a match that is then empty. */
export function withValue(rule, path, value) {
  const [first, ...rest] = path.split('.');
  const inner = rest.length ? withValue(rule[first] ?? {}, rest.join('.'), value) : value;
  const gone = inner === undefined || (rest.length > 0 && Object.keys(inner).length === 0);
  if (!gone) {
    return {...rule, [first]: inner};
  }
  return Object.fromEntries(Object.entries(rule).filter(([name]) => name !== first));
}

/** A text that is equal for equal values, whatever the order of members. */
function sorted(value) {
  if (Array.isArray(value)) {
    return value.map(sorted);
  }
  if (value !== null && typeof value === 'object') {
    return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, sorted(one)]);
  }
  return value;
}

export function same(a, b) {
  return JSON.stringify(sorted(a) ?? null) === JSON.stringify(sorted(b) ?? null);
}

/** The paths of a rule: its fields, those of `match` one by one. */
function paths(rule) {
  return Object.keys(rule ?? {}).flatMap((name) =>
    (name === 'match' ? Object.keys(rule.match ?? {}).map((part) => `match.${part}`) : [name]));
}

/** The fields in which two rules differ: `{path, before, after}`. */
export function differences(before, after) {
  const all = [...new Set([...paths(before), ...paths(after)])];
  return all
    .map((path) => ({path, before: valueAt(before, path), after: valueAt(after, path)}))
    .filter((field) => !same(field.before, field.after));
}

/** Limits as a text that can be read back: `100/1m burst 20, 5000/1d`. */
export function limitText(limits) {
  const list = Array.isArray(limits) ? limits : [limits];
  return list.map((limit) => (limit !== null && typeof limit === 'object'
    ? `${limit.amount}/${limit.period}${limit.burst ? ` burst ${limit.burst}` : ''}` : String(limit))).join(', ');
}

/** Returns whether limits are by tier. */
export function byTier(limits) {
  return limits !== null && typeof limits === 'object' && !Array.isArray(limits) && !Object.hasOwn(limits, 'amount');
}

/** Reads limits from a text; what it does not understand stays as it is, for the service to explain. */
export function readLimits(text) {
  const list = text.split(',').map((part) => part.trim()).filter(Boolean).map((part) => {
    const long = /^(\d+)\/(\S+)\s+burst\s+(\d+)$/.exec(part);
    return long ? {amount: Number(long[1]), period: long[2], burst: Number(long[3])} : part;
  });
  return list.length > 1 ? list : list[0];
}

/** A share as a text that can be read back: `80`, or `free 60, pro 80` by tier. */
export function shareText(share) {
  return share !== null && typeof share === 'object'
    ? Object.entries(share).map(([tier, one]) => `${tier} ${one}`).join(', ') : String(share ?? '');
}

/** Reads a share from a text; what it does not understand stays as it is, for the service to explain. */
export function readShare(text) {
  const words = text.trim();
  const byTier = words.split(',').map((part) => /^\s*(\S+)\s+(\d{1,3})\s*$/.exec(part));
  if (byTier.every(Boolean)) {
    return Object.fromEntries(byTier.map(([, tier, share]) => [tier, Number(share)]));
  }
  return words === '' ? undefined : /^\d{1,3}$/.test(words) ? Number(words) : words;
}

/** Any value of a rule in words. */
export function valueText(path, value) {
  if (value === undefined || value === null) {
    return null;
  }
  if (path === 'limits') {
    return byTier(value)
      ? Object.entries(value).map(([tier, limits]) => `${tier}: ${limitText(limits)}`).join('; ')
      : limitText(value);
  }
  if (Array.isArray(value)) {
    return value.map((one) => valueText('', one)).join(', ');
  }
  if (typeof value === 'object') {
    return Object.entries(value).map(([name, one]) => `${name}: ${valueText('', one)}`).join('; ');
  }
  return String(value);
}

/** Which requests a rule is for, in few words. */
export function matchText(match) {
  const parts = Object.entries(match ?? {});
  if (!parts.length) {
    return 'every request';
  }
  const first = [match.methods && valueText('', match.methods), match.endpoint].filter(Boolean).join(' ');
  const rest = parts.filter(([name]) => name !== 'methods' && name !== 'endpoint')
    .map(([name, value]) => `${name}: ${valueText('', value)}`);
  return [first, ...rest].filter(Boolean).join(' · ');
}
