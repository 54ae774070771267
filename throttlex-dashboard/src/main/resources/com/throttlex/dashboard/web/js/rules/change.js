import {html} from 'lit';
import {call, path, readVersion, send} from 'app/core/api.js';
import {ask} from 'app/parts/dialog.js';
import {say} from 'app/parts/toast.js';
import {differenceTable, mergeRules} from 'app/rules/difference.js';
import {plain} from 'app/rules/model.js';

/**
 * Shows the difference, asks once, and saves a rule. If somebody else changed it meanwhile, shows the merge and
 * asks again for that. Returns the saved rule `{data, etag}`, or null.
 */
export async function saveRule({base, etag, rule, heading = `Save the rule ${rule.id}?`, intro = ''}) {
  for (;;) {
    let saved = null;
    let conflict = false;
    const [before, version, after] = [base, etag, rule];
    await ask({
      heading,
      wide: true,
      body: html`${intro ? html`<p>${intro}</p>` : ''}${differenceTable(before, after)}
        <p class="help">It applies to live keys at their next request. Their counters are kept.</p>`,
      confirm: 'Save',
      run: async () => {
        const response = await send('PUT', path`/api/v1/rules/${after.id}`, {body: after, etag: version});
        saved = {data: await response.json(), etag: response.headers.get('ETag')};
      },
      failed: (problem) => (conflict = problem.status === 412),
    });
    if (!conflict) {
      if (saved) {
        say(`The rule ${after.id} is saved.`);
      }
      return saved;
    }
    const theirs = await readVersion(path`/api/v1/rules/${after.id}`);
    const merged = await mergeRules({base: before, mine: after, theirs: plain(theirs.data), by: theirs.data.updatedBy});
    if (!merged) {
      return null;
    }
    [base, etag, rule] = [plain(theirs.data), theirs.etag, merged];
  }
}

/** Shows a new rule, asks once, and creates it; returns whether it was created. */
export async function createRule(rule, yaml) {
  const done = await ask({
    heading: `Create the rule ${rule.id}?`,
    wide: true,
    body: html`<pre class="scrolls" tabindex="0">${yaml}</pre>
      <p class="help">It applies from the next request on${rule.mode === 'shadow' || rule.mode === 'off' ? ', and denies nothing' : ''}.</p>`,
    confirm: 'Create',
    run: () => call('POST', '/api/v1/rules', {body: rule}),
  });
  if (done) {
    say(`The rule ${rule.id} is in force.`);
  }
  return done;
}

/** Names what is lost, asks once, and deletes a rule; returns whether it was deleted. */
export async function deleteRule({data, etag}) {
  const done = await ask({
    heading: `Delete the rule ${data.id}?`,
    danger: true,
    body: html`<p>From now on, the rule limits no requests, and its counters are lost. Its history
      and its usage stay, so you can restore it.</p>`,
    confirm: 'Delete the rule',
    run: () => call('DELETE', path`/api/v1/rules/${data.id}`, {etag}),
  });
  if (done) {
    say(`The rule ${data.id} is deleted.`);
  }
  return done;
}

/** Shows the difference, asks once, and restores a version; returns whether it was restored. */
export async function restoreVersion({id, now, etag, version}) {
  const done = await ask({
    heading: now ? `Go back to version ${version.version} of ${id}?` : `Restore the rule ${id}?`,
    wide: true,
    body: html`${differenceTable(now, plain(version.rule))}<p class="help">This makes a new version. The history keeps all versions.</p>`,
    confirm: now ? 'Go back to it' : 'Restore it',
    run: () => call('POST', path`/api/v1/rules/${id}/rollback`, {body: {version: version.version}, etag: etag ?? undefined}),
  });
  if (done) {
    say(`Version ${version.version} of ${id} is in force again.`);
  }
  return done;
}

