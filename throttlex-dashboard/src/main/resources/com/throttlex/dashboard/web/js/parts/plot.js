import {html, nothing, svg} from 'lit';
import {count, dayOf, few, minuteOf, clockOf, share} from 'app/core/format.js';
import {Part} from 'app/core/page.js';
import {countAxis, timeLabels} from 'app/parts/axis.js';

const ABOVE = 18;
const BELOW = 22;
const LEFT = 46;
const LABEL_PIXELS = 90;
const SECOND = 1000;

export const WORDS = new Map([
  ['prompt', 'allowed at once'], ['delayed', 'allowed after a wait'], ['denied', 'denied'], ['shed', 'shed'],
  ['shadow', 'would be denied (shadow)'],
]);

/**
 * A plot of counts by period: bars on top of each other, with the numbers of a period under the pointer,
 * by arrow keys, and as a table.
 *
 * `periods` are `{start, values: Map | null, running}`; a period without values stays empty, and the one that
 * still runs is paler than the others.
 */
class Plot extends Part {
  static properties = {
    periods: {attribute: false},
    series: {attribute: false},
    label: {},
    height: {type: Number},
    unit: {},
    wide: {state: true},
    at: {state: true},
    open: {state: true},
  };

  constructor() {
    super();
    Object.assign(this, {periods: [], series: ['prompt', 'denied'], label: '', height: 180, unit: 'minute', wide: 0, at: null, open: false});
  }

  connectedCallback() {
    super.connectedCallback();
    this.sizes = new ResizeObserver(([entry]) => (this.wide = Math.max(0, Math.floor(entry.contentRect.width) - LEFT)));
    this.sizes.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.sizes.disconnect();
  }

  #sum(values) {
    return values ? this.series.reduce((sum, name) => sum + (values.get(name) ?? 0), 0) : 0;
  }

  #bars(name, below, y, running) {
    const width = this.wide / this.periods.length;
    const gap = width > 5 ? 1 : 0;
    let path = '';
    this.periods.forEach((period, i) => {
      const value = period.values?.get(name) ?? 0;
      if (value > 0 && Boolean(period.running) === running) {
        const base = below.reduce((sum, other) => sum + (period.values.get(other) ?? 0), 0);
        const top = y(base + value);
        const height = Math.max(1, y(base) - top);
        path += `M${(LEFT + i * width).toFixed(2)},${top.toFixed(1)}h${(width - gap).toFixed(2)}v${height.toFixed(1)}h-${(width - gap).toFixed(2)}z`;
      }
    });
    return path ? svg`<path class="mark ${name} ${running ? 'running' : ''}" d=${path}></path>` : nothing;
  }

  #point(event) {
    const box = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - box.left - LEFT) / (box.width - LEFT)) * this.periods.length);
    this.at = this.periods.length ? Math.min(this.periods.length - 1, Math.max(0, index)) : null;
  }

  #key(event) {
    const steps = {ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity};
    if (Object.hasOwn(steps, event.key) && this.periods.length) {
      event.preventDefault();
      const next = (this.at ?? this.periods.length) + steps[event.key];
      this.at = Math.min(this.periods.length - 1, Math.max(0, next));
    } else if (event.key === 'Escape') {
      this.at = null;
    }
  }

  #time(period) {
    const date = new Date(period.start);
    if (this.unit === 'second') {
      return clockOf(date);
    }
    return this.unit === 'day' ? dayOf(date) : `${dayOf(date)}, ${minuteOf(date)}`;
  }

  #words(period) {
    if (!period.values) {
      return 'no numbers';
    }
    const parts = this.series.map((name) => `${count(period.values.get(name) ?? 0)} ${WORDS.get(name) ?? name}`);
    const denied = period.values.get('denied') ?? 0;
    const all = this.#sum(period.values);
    return parts.join(', ') + (denied > 0 ? ` (${share(denied, all)} denied)` : '') + (period.running ? ', so far' : '');
  }

  render() {
    const most = Math.max(1, ...this.periods.map((period) => this.#sum(period.values)));
    const axis = countAxis(most, Math.max(2, Math.floor(this.height / 45)));
    const y = (value) => ABOVE + this.height - (value * this.height) / axis.top;
    const width = this.wide / Math.max(1, this.periods.length);
    const period = this.at === null ? null : this.periods[Math.min(this.at, this.periods.length - 1)] ?? null;
    return html`
      <div class="plot-head">
        <ul class="legend">${this.series.map((name) => html`
          <li><svg aria-hidden="true"><rect width="14" height="12" class="mark ${name}"></rect></svg>${WORDS.get(name) ?? name}</li>`)}</ul>
        <p class="readout" aria-live="polite" data-test="readout">${period
          ? html`<b>${this.#time(period)}</b> ${this.#words(period)}`
          : html`<span class="quiet">per ${this.unit}</span>`}</p>
      </div>
      <svg class="plot" height=${ABOVE + this.height + BELOW} role="img" tabindex="0"
        aria-label="${this.label}. Arrow keys read the numbers of a ${this.unit}."
        @pointermove=${this.#point} @pointerdown=${this.#point} @pointerleave=${() => (this.at = null)}
        @keydown=${this.#key} @blur=${() => (this.at = null)}>
        ${this.wide === 0 ? nothing : svg`
          ${axis.marks.map((mark) => svg`<line class="grid" x1=${LEFT} x2="100%" y1=${y(mark)} y2=${y(mark)}></line>`)}
          ${[false, true].map((running) => this.series.map((name, i) => this.#bars(name, this.series.slice(0, i), y, running)))}
          <line class="base" x1=${LEFT} x2="100%" y1=${y(0)} y2=${y(0)}></line>
          ${axis.marks.map((mark) => svg`<text class="tick" x=${LEFT - 8} y=${y(mark) + 4} text-anchor="end">${few(mark)}</text>`)}
          ${this.#labels(width)}
          ${period ? svg`<rect class="band" x=${LEFT + this.at * width} y=${ABOVE} width=${Math.max(1, width)} height=${this.height}></rect>` : nothing}`}
      </svg>
      <details class="numbers" @toggle=${(event) => (this.open = event.target.open)}>
        <summary>Numbers as a table</summary>${this.open ? this.#table() : nothing}
      </details>`;
  }

  #labels(width) {
    const labels = timeLabels(this.periods.map((period) => period.start), Math.max(2, Math.floor(this.wide / LABEL_PIXELS)));
    return labels.map(({index, text}) => {
      const x = LEFT + index * width;
      const anchor = x < LEFT + 24 ? 'start' : x > LEFT + this.wide - 24 ? 'end' : 'middle';
      return svg`<text x=${x} y=${ABOVE + this.height + BELOW - 6} text-anchor=${anchor}>${text}</text>`;
    });
  }

  #table() {
    const shown = this.unit === 'second' ? this.periods.slice(-60) : this.periods;
    return html`
      <div class="wide scrolls" tabindex="0" role="region" aria-label="Numbers"><table>
        <thead><tr><th scope="col">${this.unit}</th>${this.series.map((name) => html`
          <th scope="col" class="number">${WORDS.get(name) ?? name}</th>`)}</tr></thead>
        <tbody>${[...shown].reverse().map((one) => html`
          <tr><th scope="row">${this.#time(one)}${one.running ? ' (so far)' : ''}</th>${this.series.map((name) => html`
            <td class="number">${one.values ? count(one.values.get(name) ?? 0) : '–'}</td>`)}</tr>`)}</tbody>
      </table></div>`;
  }
}

customElements.define('tx-plot', Plot);

/** Numbers by series; `prompt` are the allowed requests that did not wait. */
function asValues(row) {
  const values = new Map(Object.entries(row));
  values.set('prompt', Math.max(0, (row.allowed ?? 0) - (row.delayed ?? 0)));
  values.set('shadow', row.shadowDenied ?? 0);
  return values;
}

/** Periods of seconds from `/live`; the second that is missing has no numbers. */
export function secondsAsPeriods(seconds, number = 300) {
  if (!seconds.length) {
    return [];
  }
  const known = new Map(seconds.map((second) => [second.at, second]));
  const end = seconds.at(-1).at;
  return Array.from({length: number}, (_, i) => {
    const second = known.get(end - number + 1 + i);
    return {start: (end - number + 1 + i) * SECOND, values: second ? asValues(second) : null};
  });
}

/** Periods of `/usage`, which has one for each row; one that still runs has what was counted so far. */
export function rowsAsPeriods(rows) {
  return rows.map((row) => ({start: Date.parse(row.start), running: !row.complete, values: asValues(row)}));
}
