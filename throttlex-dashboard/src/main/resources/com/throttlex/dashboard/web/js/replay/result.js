import {html, nothing} from 'lit';
import {count, length, plural, share, shown} from 'app/core/format.js';
import {time} from 'app/parts/small.js';
import 'app/parts/plot.js';
import 'app/parts/table.js';

/** The result of a replay, as the command and its report say it. */
export function replayResult(result) {
  const {totals, against, comparison} = result;
  return html`<section class="result" data-test="replay-result">
    ${result.stopped ? html`<div class="problem" role="alert"><p class="problem-title">The replay ended early</p><p>${result.stopped}</p></div>` : nothing}
    <p class="lead">${plural(result.requests, 'request')} from ${time(result.from)} to ${time(result.to)}: <b data-test="replay-denied">${count(totals.denied)}</b>
      denied (${share(totals.denied, totals.requests)})${against ? html`, ${count(against.totals.denied)} by the rules to compare with` : nothing}.</p>
    <ul class="figures">
      ${figure(totals.allowed, 'allowed')} ${figure(totals.denied, 'denied')} ${figure(totals.delayed, 'delayed and allowed')}
      ${figure(totals.shadowDenied, 'shadow rules would deny')} ${figure(totals.unruled, 'without a rule')}
    </ul>
    ${comparison ? compared(comparison) : nothing}
    ${timeline(result.timeline, 'Requests by the rules to try')}
    <h2>Rules</h2>${rules(result.rules)}
    ${result.rules.filter((rule) => rule.mostDenied.length).map(keys)}
    ${brokenLines(result)}
    ${result.notes.length ? html`<h2>What this does not show</h2><ul>${result.notes.map((note) => html`<li>${note}</li>`)}</ul>` : nothing}
  </section>`;
}

function figure(value, word) {
  return html`<li><strong>${count(value ?? 0)}</strong><span>${word}</span></li>`;
}

function compared(comparison) {
  return html`<h2>Keys with other results</h2>
    <p>${plural(comparison.newlyDenied, 'request')} newly denied, ${count(comparison.newlyAllowed)} newly allowed; ${plural(comparison.worse, 'key')} worse off,
      ${count(comparison.better)} better off.</p>
    ${comparison.differences.length ? html`<tx-table label="Keys with other results" filter="Find a key" .rows=${comparison.differences} .columns=${[
      {name: 'key', text: 'Key', kind: 'main', value: (row) => row.key, cell: (row) => html`<span class="code">${shown(row.key)}</span>`},
      {name: 'requests', text: 'Requests', number: true, value: (row) => row.requests, cell: (row) => count(row.requests)},
      {name: 'before', text: 'Denied before', number: true, value: (row) => row.deniedBefore, cell: (row) => count(row.deniedBefore)},
      {name: 'now', text: 'Denied now', number: true, value: (row) => row.deniedNow, cell: (row) => count(row.deniedNow)},
    ]}></tx-table>` : nothing}`;
}

function timeline({start, bucketSeconds, requests, denied, delayed}, label) {
  const first = Date.parse(start);
  const periods = requests.map((number, i) => ({
    start: first + i * bucketSeconds * 1000,
    values: new Map([['prompt', number - denied[i] - (delayed[i] ?? 0)], ['delayed', delayed[i] ?? 0], ['denied', denied[i]]]),
  }));
  const units = new Map([[1, 'second'], [60, 'minute'], [3600, 'hour'], [86400, 'day']]);
  return html`<tx-plot label=${label} unit=${units.get(bucketSeconds) ?? length(bucketSeconds)} .series=${['prompt', 'delayed', 'denied']} .periods=${periods}></tx-plot>`;
}

function rules(rows) {
  const number = (name, text) => ({name, text, number: true, value: (row) => row[name], cell: (row) => count(row[name])});
  return html`<tx-table label="Rules" filter="Find a rule" data-test="replay-rules" .rows=${rows} .columns=${[
    {name: 'rule', text: 'Rule', kind: 'main', value: (row) => row.rule, cell: (row) => html`${row.rule}${row.mode === 'enforce' ? nothing : html` <span class="tag">${row.mode}</span>`}`},
    number('requests', 'Requests'), number('keys', 'Keys'), number('denied', 'Denied'), number('deniedKeys', 'Keys denied'), number('delayed', 'Delayed'), number('shadowDenied', 'Shadow would deny'),
    {name: 'busiest', text: 'Busiest minute', value: (row) => row.busiestMinute?.requests ?? 0, number: true,
      cell: (row) => (row.busiestMinute ? html`${count(row.busiestMinute.requests)} at ${time(row.busiestMinute.start)}` : '–')},
  ]}></tx-table>`;
}

function keys(rule) {
  return html`<h3>Most denied by ${rule.rule}</h3>
    <tx-table label="Most denied by ${rule.rule}" .rows=${rule.mostDenied} .columns=${[
      {name: 'key', text: 'Key', kind: 'main', value: (row) => row.key, cell: (row) => html`<span class="code">${shown(row.key)}</span>`},
      {name: 'requests', text: 'Requests', number: true, value: (row) => row.requests, cell: (row) => count(row.requests)},
      {name: 'denied', text: 'Denied', number: true, value: (row) => row.denied, cell: (row) => html`${count(row.denied)} (${share(row.denied, row.requests)})`},
      {name: 'first', text: 'First', value: (row) => row.first, cell: (row) => time(row.first)},
      {name: 'last', text: 'Last', value: (row) => row.last, cell: (row) => time(row.last)},
      {name: 'streak', text: 'Longest streak', number: true, value: (row) => row.longestStreak.denied, cell: (row) => count(row.longestStreak.denied)},
    ]}></tx-table>`;
}

function brokenLines({broken, lines, brokenLines: first, files}) {
  const odd = files.filter((file) => file.problem);
  return html`<h2>The log</h2>
    <p>${plural(lines, 'line')}, ${count(broken)} of them broken. ${files.map((file) => `${shown(file.file)}: ${file.format}`).join(', ')}</p>
    ${odd.map((file) => html`<p class="wrong">${shown(file.file)}: ${shown(file.problem)}</p>`)}
    ${first.length ? html`<ul class="small">${first.map((line) => html`<li><span class="code">${shown(line.file)}</span> line ${count(line.line)}: ${shown(line.problem)}</li>`)}</ul>` : nothing}`;
}

