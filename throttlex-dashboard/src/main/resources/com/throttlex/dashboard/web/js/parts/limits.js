import {html} from 'lit';
import {now} from 'app/core/clock.js';
import {length, windowOf} from 'app/core/format.js';
import {meter, time} from 'app/parts/small.js';

/** The state of each limit of a counter. */
export function limitMeters(limits) {
  return html`<ul class="meters">${limits.map((limit) => html`
    <li>
      <span class="quiet">Period ${windowOf(limit.windowSeconds)}</span>
      ${meter(limit.limit - limit.remaining, limit.limit)}
      <span class="quiet small">${reset(limit)}</span>
    </li>`)}</ul>`;
}

function reset(limit) {
  const seconds = limit.resetAt - now() / 1000;
  return limit.remaining >= limit.limit || seconds <= 0 ? 'nothing used' : html`all free again in ${length(seconds)}, ${time(limit.resetAt)}`;
}
