import {html, nothing} from 'lit';
import {labelOf, usualOf} from 'app/rules/fields.js';
import {differences, same, valueText} from 'app/rules/model.js';
import {ask} from 'app/parts/dialog.js';

const shown = (path, value) => valueText(path, value) ?? html`<span class="quiet">${usualOf(path)}</span>`;

/** The fields in which two rules differ, as a table; without a rule before, those of the new one. */
export function differenceTable(before, after) {
  const fields = differences(before ?? {}, after);
  if (!fields.length) {
    return html`<p class="quiet">There is no difference.</p>`;
  }
  return html`
    <div class="wide"><table class="difference" data-test="difference">
      <thead><tr><th scope="col">Field</th>${before ? html`<th scope="col">Before</th>` : nothing}<th scope="col">${before ? 'After' : 'Value'}</th></tr></thead>
      <tbody>${fields.map((field) => html`
        <tr><th scope="row">${labelOf(field.path)}</th>
          ${before ? html`<td class="removed"><span aria-hidden="true">− </span>${shown(field.path, field.before)}</td>` : nothing}
          <td class=${before ? 'added' : ''}>${before ? html`<span aria-hidden="true">+ </span>` : nothing}${shown(field.path, field.after)}</td></tr>`)}</tbody>
    </table></div>`;
}

/**
 * Shows what two people changed in the same rule, and lets the reader choose where both changed the same field.
 * Returns the merged rule, or null.
 */
export async function mergeRules({base, mine, theirs, by}) {
  const fromMine = new Map(differences(base, mine).map((field) => [field.path, field.after]));
  const fromTheirs = new Map(differences(base, theirs).map((field) => [field.path, field.after]));
  const paths = [...new Set([...fromMine.keys(), ...fromTheirs.keys()])];
  const chosen = new Map(paths.map((path) => [path, fromMine.has(path) ? 'mine' : 'theirs']));
  const row = (path) => {
    const option = (side, map) => {
      const both = fromMine.has(path) && fromTheirs.has(path) && !same(fromMine.get(path), fromTheirs.get(path));
      if (!map.has(path)) {
        return html`<span class="quiet">not changed</span>`;
      }
      return both ? html`<label class="check"><input type="radio" name="merge-${path}" ?checked=${chosen.get(path) === side}
        @change=${() => chosen.set(path, side)} data-test="merge-${side}-${path}"> ${shown(path, map.get(path))}</label>`
        : html`✓ ${shown(path, map.get(path))}`;
    };
    return html`<tr><th scope="row">${labelOf(path)}</th><td>${option('theirs', fromTheirs)}</td><td>${option('mine', fromMine)}</td></tr>`;
  };
  const goOn = await ask({
    heading: 'Somebody else changed this rule',
    wide: true,
    body: html`
      <p>${by ? html`<b>${by}</b> saved another version after you opened it.` : 'Another version was saved after you opened it.'}
        Your changes are not saved yet. Changes of different fields are merged. If both changed the same field, choose one value.</p>
      <div class="wide"><table data-test="merge">
        <thead><tr><th scope="col">Field</th><th scope="col">Theirs, in force</th><th scope="col">Yours</th></tr></thead>
        <tbody>${paths.map(row)}</tbody>
      </table></div>`,
    confirm: 'Use the merged rule',
  });
  return goOn ? mergedRule(theirs, mine, chosen) : null;
}

/** The rule of the others with the fields that are chosen from mine. */
function mergedRule(theirs, mine, chosen) {
  const pick = (path, name, from, other) => (chosen.get(path) === 'mine' ? from?.[name] : other?.[name]);
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])].filter((name) => name !== 'match');
  const entries = names.map((name) => [name, pick(name, name, mine, theirs)]);
  const parts = [...new Set([...Object.keys(theirs.match ?? {}), ...Object.keys(mine.match ?? {})])]
    .map((name) => [name, pick(`match.${name}`, name, mine.match, theirs.match)])
    .filter(([, value]) => value !== undefined);
  if (parts.length) {
    entries.push(['match', Object.fromEntries(parts)]);
  }
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
