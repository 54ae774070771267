import {html} from 'lit';
import {Page} from 'app/core/page.js';
import 'app/rules/list.js';
import 'app/rules/rule.js';
import 'app/rules/new-rule.js';

/** The list of rules, one of them, or a new one. */
class Rules extends Page {
  render() {
    const {route} = this;
    if (route?.id != null) {
      return html`<tx-rule .route=${route}></tx-rule>`;
    }
    return route?.query.has('new') ? html`<tx-new-rule .route=${route}></tx-new-rule>` : html`<tx-rule-list .route=${route}></tx-rule-list>`;
  }
}

customElements.define('tx-rules', Rules);
