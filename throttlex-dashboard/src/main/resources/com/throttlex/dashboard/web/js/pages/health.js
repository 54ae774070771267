import {html, nothing} from 'lit';
import {bytes} from 'app/core/format.js';
import {badge} from 'app/parts/small.js';

const NAMES = new Map([
  ['doors', 'Doors'], ['store', 'Store of counters'], ['database', 'Database'], ['rules', 'Rules'], ['breaker', 'Breaker'],
  ['nodes', 'Nodes'], ['memory', 'Memory'], ['record', 'Recording'], ['ruleFile', 'Rule file'],
  ['prometheus', 'Prometheus'],
]);

/** A warning at the top of a page while a component is down; nothing while all are up. */
export function healthWarning(health) {
  if (!health || health.status === 'UP') {
    return nothing;
  }
  const down = Object.entries(health.components ?? {}).filter(([, part]) => part.status !== 'UP');
  return html`<div class="problem" role="alert" data-test="health-warning">
    <p class="problem-title">The service is ${(health.status ?? 'unknown').toLowerCase()}</p>
    <p>${down.map(([name, part]) => `${NAMES.get(name) ?? name}: ${part.status.toLowerCase()}`).join('. ')}. See Health below.</p></div>`;
}

/** The components of the service: those that are down come first. */
export function healthList(health) {
  if (!health) {
    return nothing;
  }
  const parts = Object.entries(health.components ?? {}).sort(([, a], [, b]) => (a.status === 'UP') - (b.status === 'UP'));
  return html`
    <section data-test="health">
      <h2>Health ${health.status === 'UP' ? badge('good', 'up') : badge('bad', health.status?.toLowerCase() ?? 'unknown')}</h2>
      <ul class="components">${parts.map(([name, part]) => html`
        <li class=${part.status === 'UP' ? '' : 'bad'}>
          <span class="component">${NAMES.get(name) ?? name} ${part.status === 'UP' ? badge('good', 'up') : badge('bad', part.status.toLowerCase())}</span>
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
