import {html, nothing} from 'lit';
import {bytes} from 'app/core/format.js';
import {badge} from 'app/parts/small.js';

const NAMES = new Map([
  ['doors', 'Doors'], ['store', 'Store'], ['database', 'Database'], ['rules', 'Rules'], ['breaker', 'Breaker'],
  ['nodes', 'Nodes'], ['memory', 'Memory'], ['record', 'Recording'], ['ruleFile', 'Rule file'],
  ['prometheus', 'Prometheus'],
]);

/** How a component is: `down`, `degraded` (decisions continue without it) or `up`. */
function stateOf(part) {
  return part.status !== 'UP' ? 'down' : /^degraded\b/.test(part.detail ?? '') ? 'degraded' : 'up';
}

const RANKS = ['down', 'degraded', 'up'];
const KINDS = new Map([['down', 'bad'], ['degraded', 'bad'], ['up', 'good']]);

function partsOf(health) {
  return Object.entries(health?.components ?? {})
    .map(([name, part]) => ({name: nameOf(name), part, state: stateOf(part)}))
    .sort((a, b) => RANKS.indexOf(a.state) - RANKS.indexOf(b.state));
}

/** A store of its own has its name after a colon. */
function nameOf(name) {
  return NAMES.get(name) ?? name.replace(/^store:/, 'Store ');
}

/** A warning at the top of a page while a component is down or degraded; nothing while all are up. */
export function healthWarning(health) {
  const wrong = partsOf(health).filter(({state}) => state !== 'up');
  if (!wrong.length) {
    return nothing;
  }
  const down = wrong[0].state === 'down';
  return html`<div class="problem" role="alert" data-test="health-warning">
    <p class="problem-title">${down ? 'The service is down' : 'The service is degraded'}</p>
    <ul>${wrong.map(({name, part, state}) => html`<li><b>${name}</b>: ${part.detail || state}</li>`)}</ul></div>`;
}

/** The components of the service: those that are down or degraded come first. */
export function healthList(health) {
  if (!health) {
    return nothing;
  }
  const parts = partsOf(health);
  const worst = parts[0]?.state ?? 'up';
  return html`
    <section data-test="health">
      <h2>Health ${badge(KINDS.get(worst), worst)}</h2>
      <ul class="components">${parts.map(({name, part, state}) => html`
        <li class=${state === 'up' ? '' : 'bad'}>
          <span class="component">${name} ${badge(KINDS.get(state), state)}</span>
          ${details(part)}
        </li>`)}</ul>
    </section>`;
}

function details(part) {
  const entries = Object.entries(part).filter(([name]) => name !== 'status');
  return entries.length === 0 ? nothing : html`<dl>${entries.map(([name, value]) => html`
    <div><dt>${words(name)}</dt><dd>${shown(value)}</dd></div>`)}</dl>`;
}

function words(name) {
  return name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

function shown(value) {
  if (typeof value?.bytes === 'number' && typeof value.budget === 'number') {
    return `${bytes(value.bytes)} of ${bytes(value.budget)}`;
  }
  if (value !== null && typeof value === 'object') {
    return Object.entries(value).map(([name, one]) => `${words(name)}: ${shown(one)}`).join(', ') || 'none';
  }
  return typeof value === 'number' ? value.toLocaleString('en') : String(value);
}
