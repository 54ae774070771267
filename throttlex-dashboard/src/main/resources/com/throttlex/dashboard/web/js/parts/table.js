import {html, nothing} from 'lit';
import {repeat} from 'lit/repeat.js';
import {Part} from 'app/core/page.js';

/**
 * A table that sorts by its columns and filters by a text.
 *
 * Columns are `{name, text, value, cell, number, order}`: `value(row)` is what it sorts by, `cell(row)` what
 * it shows. On a phone, each row is a block with the names of its columns. The value of the first column names the
 * row. While the pointer is over the table, new numbers do not move its rows: a click must not hit another one.
 */
class Table extends Part {
  static properties = {
    columns: {attribute: false},
    rows: {attribute: false},
    label: {},
    filter: {},
    by: {state: true},
    down: {state: true},
    wanted: {state: true},
    shown: {state: true},
  };

  constructor() {
    super();
    Object.assign(this, {columns: [], rows: [], label: '', filter: '', by: null, down: true, wanted: '', shown: 50});
    this.order = null;
  }

  #id(row) {
    return this.columns[0].value(row);
  }

  #hold() {
    this.order = new Map(this.#rows().map((row, i) => [this.#id(row), i]));
  }

  #release() {
    this.order = null;
    this.requestUpdate();
  }

  #sort(column) {
    if (this.by === column.name) {
      this.down = !this.down;
    } else {
      this.by = column.name;
      this.down = Boolean(column.number);
    }
    this.order = null;
  }

  #rows() {
    const wanted = this.wanted.trim().toLowerCase();
    let rows = this.rows;
    if (wanted) {
      rows = rows.filter((row) => this.columns.some((column) =>
        column.value && String(column.value(row) ?? '').toLowerCase().includes(wanted)));
    }
    const column = this.columns.find((one) => one.name === this.by);
    if (column) {
      const sign = this.down ? -1 : 1;
      rows = [...rows].sort((a, b) => sign * compare(column.value(a), column.value(b)));
    }
    const {order} = this;
    const place = (row) => order.get(this.#id(row)) ?? order.size;
    return order ? [...rows].sort((a, b) => place(a) - place(b)) : rows;
  }

  render() {
    const rows = this.#rows();
    return html`
      ${this.filter && this.rows.length > 8 ? html`
        <label class="filter"><span>${this.filter}</span>
          <input type="search" .value=${this.wanted} @input=${(event) => (this.wanted = event.target.value)}></label>` : nothing}
      <div class="wide"><table class="stacks" aria-label=${this.label} @pointerenter=${this.#hold} @pointerleave=${this.#release}>
        <thead><tr>${this.columns.map((column) => this.#head(column))}</tr></thead>
        <tbody>${repeat(rows.slice(0, this.shown), (row) => this.#id(row), (row) => html`
          <tr>${this.columns.map((column) => html`
            <td class="${column.number ? 'number' : ''} ${column.kind ?? ''}" data-name=${column.text}>${column.cell ? column.cell(row) : column.value(row)}</td>`)}</tr>`)}
        </tbody>
      </table></div>
      ${rows.length === 0 ? html`<p class="quiet">No row contains this text.</p>` : nothing}
      ${rows.length > this.shown ? html`
        <button type="button" class="slight" @click=${() => (this.shown += 200)}>Show more (${rows.length - this.shown} left)</button>` : nothing}`;
  }

  #head(column) {
    const kind = column.number ? 'number' : '';
    if (!column.value) {
      return html`<th scope="col" class=${kind}>${column.text || html`<span class="unseen">Actions</span>`}</th>`;
    }
    const chosen = this.by === column.name;
    return html`
      <th scope="col" class=${kind} aria-sort=${chosen ? (this.down ? 'descending' : 'ascending') : 'none'}>
        <button type="button" class="sorts" @click=${() => this.#sort(column)}>${column.text}<span
          aria-hidden="true">${chosen ? (this.down ? ' ↓' : ' ↑') : ''}</span></button>
      </th>`;
  }
}

function compare(a, b) {
  if (typeof a === 'number' && typeof b === 'number') {
    return a - b;
  }
  return String(a ?? '').localeCompare(String(b ?? ''), 'en', {numeric: true});
}

customElements.define('tx-table', Table);
