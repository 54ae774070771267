import {html, nothing, svg} from 'lit';
import {clockOf, few, fraction, minuteOf} from 'app/core/format.js';
import {Part} from 'app/core/page.js';
import {countAxis} from 'app/parts/axis.js';

const ABOVE = 14;
const BELOW = 22;
const LEFT = 46;
const MINUTE = 60_000;

/**
 * Values over time as lines with steps. Each line has its own dashes, so that colours are not needed.
 * `points` are `{at, values: Map}` in milliseconds, oldest first.
 */
class Lines extends Part {
  static properties = {
    points: {attribute: false}, names: {attribute: false}, label: {}, height: {type: Number}, top: {type: Number},
    wide: {state: true}, at: {state: true},
  };

  constructor() {
    super();
    Object.assign(this, {points: [], names: [], label: '', height: 120, top: 0, wide: 0, at: null});
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

  #x(at) {
    const from = this.points[0].at;
    return LEFT + ((at - from) / Math.max(1, this.points.at(-1).at - from)) * this.wide;
  }

  #path(name, y) {
    let path = '';
    let before = null;
    for (const point of this.points) {
      const value = point.values.get(name);
      if (value != null) {
        const x = this.#x(point.at).toFixed(1);
        path += before === null ? `M${x},${y(value)}` : `H${x}V${y(value)}`;
      }
      before = value ?? null;
    }
    return path;
  }

  #point(event) {
    const box = event.currentTarget.getBoundingClientRect();
    const wanted = event.clientX - box.left;
    let best = 0;
    this.points.forEach((point, i) => {
      best = Math.abs(this.#x(point.at) - wanted) < Math.abs(this.#x(this.points[best].at) - wanted) ? i : best;
    });
    this.at = best;
  }

  #key(event) {
    const steps = new Map([['ArrowLeft', -1], ['ArrowRight', 1], ['PageUp', -10], ['PageDown', 10], ['Home', -Infinity], ['End', Infinity]]);
    if (steps.has(event.key)) {
      event.preventDefault();
      const next = (this.at ?? this.points.length) + steps.get(event.key);
      this.at = Math.min(this.points.length - 1, Math.max(0, next));
    }
  }

  #labels() {
    const from = this.points[0].at;
    const until = this.points.at(-1).at;
    const most = Math.max(2, Math.floor(this.wide / 90));
    const step = [1, 2, 5, 10, 15, 30, 60].map((minutes) => minutes * MINUTE).find((size) => (until - from) / size <= most) ?? 60 * MINUTE;
    const labels = [];
    for (let at = Math.ceil(from / step) * step; at <= until; at += step) {
      const x = this.#x(at);
      const anchor = x < LEFT + 20 ? 'start' : x > LEFT + this.wide - 20 ? 'end' : 'middle';
      labels.push(svg`<text x=${x} y=${ABOVE + this.height + BELOW - 6} text-anchor=${anchor}>${minuteOf(new Date(at))}</text>`);
    }
    return labels;
  }

  render() {
    if (this.points.length < 2) {
      return html`<p class="quiet">There are no numbers yet.</p>`;
    }
    const most = Math.max(this.top, ...this.points.flatMap((point) => this.names.map(([name]) => point.values.get(name) ?? 0)));
    const axis = this.top === 1 ? {top: 1, marks: [0.5, 1]} : countAxis(most, 3);
    const y = (value) => (ABOVE + this.height - (value * this.height) / axis.top).toFixed(1);
    const point = this.at === null ? this.points.at(-1) : this.points[this.at];
    return html`
      <div class="plot-head">
        <ul class="legend">${this.names.map(([, text], i) => html`<li><svg aria-hidden="true"><line class="line line-${i % 4}" x1="0" x2="14" y1="6" y2="6"></line></svg>${text}</li>`)}</ul>
        <p class="readout" aria-live="polite">${this.at === null ? html`<span class="quiet">now</span>` : html`<b>${clockOf(new Date(point.at))}</b>`}
          ${this.names.map(([name, text], i) => html`${i ? ' · ' : ' '}${text} ${point.values.has(name) ? fraction(point.values.get(name)) : 'not known'}`)}</p>
      </div>
      <svg class="plot" height=${ABOVE + this.height + BELOW} role="img" tabindex="0" aria-label="${this.label}. Arrow keys read the values."
        @pointermove=${this.#point} @pointerdown=${this.#point} @pointerleave=${() => (this.at = null)}
        @keydown=${this.#key} @blur=${() => (this.at = null)}>
        ${this.wide === 0 ? nothing : svg`
          ${axis.marks.map((mark) => svg`<line class="grid" x1=${LEFT} x2="100%" y1=${y(mark)} y2=${y(mark)}></line>
            <text class="tick" x=${LEFT - 8} y=${Number(y(mark)) + 4} text-anchor="end">${few(mark)}</text>`)}
          <line class="base" x1=${LEFT} x2="100%" y1=${y(0)} y2=${y(0)}></line>
          ${this.names.map(([name], i) => svg`<path class="line line-${i % 4}" d=${this.#path(name, y)}></path>`)}
          ${this.#labels()}
          ${this.at === null ? nothing : svg`<line class="cursor" x1=${this.#x(point.at)} x2=${this.#x(point.at)} y1=${ABOVE} y2=${y(0)}></line>`}`}
      </svg>`;
  }
}

customElements.define('tx-lines', Lines);
