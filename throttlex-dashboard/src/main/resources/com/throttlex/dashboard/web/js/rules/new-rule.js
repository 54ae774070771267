import {html} from 'lit';
import {read} from 'app/core/api.js';
import {Load} from 'app/core/load.js';
import {Page} from 'app/core/page.js';
import {link, router} from 'app/core/router.js';
import {session} from 'app/core/session.js';
import {createRule} from 'app/rules/change.js';
import 'app/rules/editor.js';

const START = {id: '', key: ['user'], limits: '100/1m', mode: 'shadow'};

/** A new rule. It begins in shadow mode: nobody is denied before somebody looked at its numbers. */
class NewRule extends Page {
  constructor() {
    super();
    this.book = new Load(this);
    this.book.run((signal) => read('/api/v1/rules', {limit: 1}, signal));
  }

  async #create({rule, yaml}) {
    if (await createRule(rule, yaml)) {
      router.guard = null;
      router.go(link('rules', rule.id));
    }
  }

  render() {
    if (!session.can('editor')) {
      return html`<h1>New rule</h1><p class="lead">This needs the role editor. You are signed in as ${session.me.role}.</p>`;
    }
    return html`<p class="crumb"><a href=${link('rules')}>Rules</a></p><h1>New rule</h1>
      <p class="wide-text">In shadow mode it decides and counts, and denies nothing. Look at its numbers, then set it to enforce.</p>
      ${this.book.show(({tiers}) => html`<tx-rule-editor .base=${START} .tiers=${tiers}
        @save=${(event) => this.#create(event.detail)}></tx-rule-editor>`, 'tiers')}`;
  }
}

customElements.define('tx-new-rule', NewRule);
