import {html, nothing} from 'lit';
import {path, read} from 'app/core/api.js';
import {Load} from 'app/core/load.js';
import {Part} from 'app/core/page.js';
import {session} from 'app/core/session.js';
import {time} from 'app/parts/small.js';
import {differenceTable} from 'app/rules/difference.js';
import {restoreVersion} from 'app/rules/change.js';
import {plain} from 'app/rules/model.js';

const ACTIONS = new Map([['created', 'Created'], ['updated', 'Changed'], ['deleted', 'Deleted'], ['rolled-back', 'Rolled back']]);

/** The versions of a rule: who, when, what changed; and the way back. Event `restored`. */
class RuleHistory extends Part {
  static properties = {
    ruleId: {attribute: false}, now: {attribute: false}, etag: {attribute: false}, canChange: {attribute: false},
  };

  constructor() {
    super();
    Object.assign(this, {ruleId: null, now: null, etag: null, canChange: null});
    this.history = new Load(this);
  }

  willUpdate(changed) {
    if (changed.has('ruleId') || changed.has('etag')) {
      this.history.run((signal) => read(path`/api/v1/rules/${this.ruleId}/history`, {}, signal));
    }
  }

  async #restore(version) {
    if (await restoreVersion({id: this.ruleId, now: this.now, etag: this.etag, version})) {
      this.history.again();
      this.dispatchEvent(new Event('restored'));
    }
  }

  render() {
    return this.history.show(({versions}) => html`
      <ol class="versions" data-test="versions">${versions.map((version, i) => this.#version(version, versions[i + 1], i === 0))}</ol>`, 'history');
  }

  #version(version, earlier, newest) {
    const restorable = version.rule && (this.canChange ?? session.can('editor')) && !(newest && this.now);
    return html`
      <li data-test="version-${version.version}">
        <div class="version">
          <div><b>Version ${version.version}</b> ${newest && this.now ? html`<span class="tag">in force</span>` : nothing}<br>
            ${ACTIONS.get(version.action) ?? version.action} by ${version.actor}, ${time(version.at)}</div>
          ${restorable ? html`<button type="button" data-test="restore-${version.version}" @click=${() => this.#restore(version)}>
            ${this.now ? 'Go back to it' : 'Restore it'}</button>` : nothing}
        </div>
        ${version.rule ? differenceTable(earlier?.rule ? plain(earlier.rule) : null, plain(version.rule)) : nothing}
      </li>`;
  }
}

customElements.define('tx-rule-history', RuleHistory);
