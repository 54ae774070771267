/**
 * The fields of a rule, once: the form shows them in this order, and problems and differences use their names.
 *
 * A kind is how a field is edited, see form.js. Fields that are not here stay as the YAML has them.
 */
export const ALGORITHMS = [
  'token-bucket', 'leaky-bucket', 'fixed-window', 'sliding-window-log', 'sliding-window-counter', 'gcra', 'concurrency',
];
export const PRIORITIES = ['critical', 'high', 'normal', 'low'];
export const MODES = ['enforce', 'shadow', 'off'];

export const GROUPS = [
  {
    name: 'Name', open: true, fields: [
      {path: 'id', label: 'Id', kind: 'text', fixed: true, help: 'Letters, digits, dots, dashes and underscores.', sample: 'orders-per-user'},
      {path: 'name', label: 'Title', kind: 'text', help: 'Shown to people; by default the id.'},
    ],
  },
  {
    name: 'Which requests', open: true, fields: [
      {path: 'match.endpoint', label: 'Path', kind: 'text', sample: '/api/v1/orders/**', help: '{name} or * is one segment, ** any number. Without it, every path.'},
      {path: 'match.methods', label: 'Methods', kind: 'words', sample: 'POST, PUT'},
      {path: 'match.services', label: 'Services', kind: 'words', sample: 'order-api'},
      {path: 'match.tiers', label: 'Tiers', kind: 'words', list: 'tiers'},
    ],
  },
  {
    name: 'More about requests', fields: [
      {path: 'match.users', label: 'Users', kind: 'words'},
      {path: 'match.ips', label: 'Addresses', kind: 'words', sample: '203.0.113.7, 2001:db8::/48'},
      {path: 'match.api-keys', label: 'API keys', kind: 'words', help: 'In clear or as sha256:…. The service keeps digests only.'},
      {path: 'match.subjects', label: 'Clients', kind: 'words', help: 'Names that are a user, an address or an API key.'},
      {path: 'match.priorities', label: 'Priority classes', kind: 'words', sample: 'normal, low'},
      {path: 'match.attributes', label: 'Attributes', kind: 'pairs', sample: 'region=eu', help: 'NAME=VALUE, one per line.'},
    ],
  },
  {
    name: 'How much', open: true, fields: [
      {path: 'key', label: 'Counted by', kind: 'words', list: 'keys', sample: 'user', usual: 'ip', help: 'Each combination has its own counter. By default ip.'},
      {path: 'limits', label: 'Limits', kind: 'limits', sample: '100/1m, 5000/1d', help: 'AMOUNT/PERIOD, also with a burst: 100/1m burst 20. All limits must allow.'},
      {path: 'algorithm', label: 'Algorithm', kind: 'choice', values: ALGORITHMS, usual: 'token-bucket'},
      {path: 'burst', label: 'Burst', kind: 'number', help: 'By default the amount.'},
      {path: 'cost', label: 'Cost of a request', kind: 'cost', usual: '1'},
      {path: 'zone', label: 'Time zone', kind: 'text', sample: 'Europe/Berlin', help: 'For calendar periods; by default UTC.'},
    ],
  },
  {
    name: 'What it does', open: true, fields: [
      {path: 'mode', label: 'Mode', kind: 'choice', values: MODES, usual: 'enforce', help: 'Shadow decides and counts, and never denies.'},
      {path: 'rollout', label: 'Rollout, per cent of keys', kind: 'number', sample: '100', usual: '100'},
      {path: 'on-exceed', label: 'Requests that do not fit', kind: 'exceed', usual: 'reject'},
    ],
  },
  {
    name: 'Rarely needed', fields: [
      {path: 'shares', label: 'Shares by priority, per cent', kind: 'shares', help: 'A number, or by tier: free 60, pro 80.'},
      {path: 'adaptive', label: 'Adaptive limit', kind: 'adaptive'},
      {path: 'on-store-failure', label: 'While the store fails', kind: 'choice', values: ['local', 'allow', 'deny'], usual: 'as the rule book says'},
      {path: 'sync', label: 'Between nodes', kind: 'choice', values: ['strict', 'leased'], usual: 'strict'},
      {path: 'store', label: 'Store of counters', kind: 'text', sample: 'default'},
      {path: 'replaces', label: 'Replaces the rules', kind: 'words'},
    ],
  },
];

const LABELS = new Map(GROUPS.flatMap((group) => group.fields).map((field) => [field.path, field.label]));

export function labelOf(path) {
  return LABELS.get(path) ?? path;
}

const USUAL = new Map(GROUPS.flatMap((group) => group.fields).map((field) => [field.path, field.usual]));

/** What applies where a rule does not set a field. */
export function usualOf(path) {
  return USUAL.get(path) ? `default: ${USUAL.get(path)}` : 'not set';
}

/** The path of the field that a problem is about: `match.methods[0]` is about `match.methods`. */
export function fieldOf(key) {
  const path = (key ?? '').replace(/\[.*$/, '');
  const found = [...LABELS.keys()].filter((one) => path === one || path.startsWith(`${one}.`));
  return found.sort((a, b) => b.length - a.length)[0] ?? null;
}
