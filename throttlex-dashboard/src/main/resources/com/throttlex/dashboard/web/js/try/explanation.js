import {html, nothing} from 'lit';
import {count, length, plural, shown} from 'app/core/format.js';
import {limitMeters} from 'app/parts/limits.js';
import {badge, emptyBox, keyLink, modeBadge, ruleLink} from 'app/parts/small.js';

/** What the service says about a request: the verdict, the rules that apply, and those that do not. */
export function explanation({decision, rules, omitted}) {
  const applying = rules.filter((rule) => rule.applies);
  const others = rules.filter((rule) => !rule.applies);
  return html`
    ${verdict(decision)}
    <h2>Rules that apply</h2>
    ${applying.length ? html`<ul class="cards" data-test="applying">${applying.map((rule) => card(rule))}</ul>`
      : emptyBox('No rule applies to this request.')}
    ${others.length ? html`<h2>Rules that do not apply</h2>
      <ul class="plain" data-test="not-applying">${others.map((rule) => html`<li>${ruleLink(rule.rule)} <span class="quiet">${shown(rule.why)}</span></li>`)}</ul>` : nothing}
    ${omitted ? html`<p class="quiet small">${plural(omitted, 'rule')} that ${omitted === 1 ? 'matches' : 'match'} even less ${omitted === 1 ? 'is' : 'are'} not shown.</p>` : nothing}`;
}

function verdict(decision) {
  const {allowed, delayMs, rule, retryAfter, remaining, limit} = decision;
  const by = rule ? html` by ${ruleLink(rule)}` : nothing;
  const text = allowed
    ? html`${delayMs ? `After a wait of ${count(delayMs)} ms. ` : ''}${rule ? html`${ruleLink(rule)} has the fewest units left: ${count(remaining)} of ${count(limit)}.` : 'No rule limits it.'}`
    : html`Denied${by}. ${retryAfter ? `Allowed again in ${length(retryAfter)}.` : ''}`;
  return html`<section class="verdict ${allowed ? 'yes' : 'no'}" role="status" data-test="verdict">
    <h2>${allowed ? badge('good', delayMs ? 'allowed after a wait' : 'allowed') : badge('bad', 'denied')}</h2>
    <p>${text}</p>
    ${decision.blocked ? html`<p>The key is blocked after too many denials.</p>` : nothing}
    ${decision.degraded ? html`<p>The store is unavailable, so this decision was made in fallback.</p>` : nothing}
  </section>`;
}

function card(rule) {
  const denies = rule.limits.some((limit) => limit.allowed === false) || rule.block?.blocked;
  const word = rule.mode === 'shadow' ? 'would deny' : 'denies';
  return html`<li data-test="applies-${rule.rule}">
    <p class="card-head"><b>${ruleLink(rule.rule)}</b> ${modeBadge(rule.mode)}
      ${denies ? badge(rule.mode === 'shadow' ? 'shadow' : 'bad', word) : badge('good', 'has room')}</p>
    <p class="sentence">${shown(rule.why)}</p>
    ${rule.key ? html`<p class="small">Counter ${keyLink(rule.key)}</p>` : nothing}
    ${limitMeters(rule.limits)}
    ${rule.block ? html`<p class="small">${plural(rule.block.strikes, 'strike')} of ${rule.block.after}${rule.block.blocked ? ', blocked' : ''}.</p>` : nothing}
  </li>`;
}
