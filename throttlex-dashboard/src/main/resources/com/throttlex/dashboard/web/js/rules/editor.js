import {html, nothing} from 'lit';
import {live as liveValue} from 'lit/live.js';
import {call} from 'app/core/api.js';
import {Part} from 'app/core/page.js';
import {router} from 'app/core/router.js';
import {ask} from 'app/parts/dialog.js';
import {problemBox} from 'app/parts/problem.js';
import {fieldOf} from 'app/rules/fields.js';
import {ruleForm} from 'app/rules/form.js';
import {plain, same, withValue} from 'app/rules/model.js';

const WAIT_MS = 300;
const BUSY_MS = 700;

/**
 * A rule as form and YAML, side by side. The service turns each into the other and finds the problems, so there is
 * one reader of the rule language. The side that is typed in is never overwritten.
 *
 * Event `save`: `{rule, yaml}`, as the service understood it.
 */
class RuleEditor extends Part {
  static properties = {
    base: {attribute: false},
    ruleId: {attribute: false},
    tiers: {attribute: false},
    draft: {state: true},
    yaml: {state: true},
    side: {state: true},
    answer: {state: true},
    checking: {state: true},
    problem: {state: true},
  };

  constructor() {
    super();
    Object.assign(this, {base: {}, ruleId: null, tiers: [], yaml: '', side: 'form', answer: null, checking: false, problem: null});
    this.draft = null;
    this.raws = new Map();
    this.turn = 0;
  }

  willUpdate(changed) {
    if (changed.has('base')) {
      this.start(this.base);
    }
  }

  /** It may come back after a sign-in, with what was typed. */
  connectedCallback() {
    super.connectedCallback();
    if (this.draft !== null && this.#dirty) {
      this.#edited();
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    this.turn++;
    if (router.guard === this.#guard) {
      router.guard = null;
    }
  }

  /** Begins with a rule, which may differ from the stored one. */
  start(rule) {
    Object.assign(this, {draft: rule, side: 'form', answer: null, yaml: '', firstYaml: undefined});
    this.raws.clear();
    this.#check(0);
  }

  #guard = () => ask({
    heading: 'Leave without saving?',
    body: html`<p>Your changes of this rule will be lost.</p>`,
    confirm: 'Leave',
    cancel: 'Stay here',
    danger: true,
  });

  get #dirty() {
    return this.side === 'yaml' ? this.yaml !== this.firstYaml : !same(this.draft, this.base);
  }

  #edited() {
    router.guard = this.#dirty ? this.#guard : null;
    this.#check(WAIT_MS);
  }

  #editForm = (path, value, raw, [rawName, rawText] = [path, raw]) => {
    this.side = 'form';
    this.draft = withValue(this.draft, path, value);
    if (rawText === undefined || rawText === null) {
      this.raws.delete(rawName);
    } else {
      this.raws.set(rawName, rawText);
    }
    this.#edited();
  };

  #editYaml(text) {
    this.side = 'yaml';
    this.raws.clear();
    this.yaml = text;
    this.#edited();
  }

  #check(wait) {
    clearTimeout(this.timer);
    const turn = ++this.turn;
    this.checking = true;
    this.timer = setTimeout(() => this.#ask(turn), wait);
  }

  async #ask(turn) {
    const {side} = this;
    const options = side === 'yaml' ? {body: this.yaml, type: 'application/yaml'} : {body: this.draft};
    try {
      const answer = await call('POST', '/api/v1/rules/validate', {...options, query: {id: this.ruleId}});
      if (turn === this.turn) {
        this.#take(answer, side);
      }
    } catch (problem) {
      if (turn === this.turn && problem.status === 503) {
        this.timer = setTimeout(() => this.#ask(turn), BUSY_MS);
      } else if (turn === this.turn) {
        Object.assign(this, {problem, checking: false});
      }
    }
  }

  #take(answer, side) {
    Object.assign(this, {answer, checking: false, problem: null});
    if (side === 'form' && answer.yaml !== null) {
      this.yaml = answer.yaml;
      this.firstYaml ??= answer.yaml;
    }
    if (side === 'yaml' && answer.rule !== null) {
      this.draft = plain(answer.rule);
    }
  }

  get #problems() {
    return this.answer?.problems ?? [];
  }

  #save(event) {
    event.preventDefault();
    if (this.answer?.valid && !this.checking) {
      this.dispatchEvent(new CustomEvent('save', {detail: {rule: plain(this.answer.rule), yaml: this.answer.yaml ?? this.yaml}}));
    } else {
      this.querySelector('[aria-invalid=true]')?.focus();
    }
  }

  render() {
    const stale = this.side === 'form' && this.answer?.yaml === null;
    const unread = this.side === 'yaml' && this.answer?.rule === null;
    return html`
      <form class="editor" @submit=${this.#save} novalidate>
        <div class="sides">
          <section aria-label="Form" class="side" data-test="rule-form">
            ${unread ? html`<p class="note">The YAML has problems. The form shows the rule as it was before them.</p>` : nothing}
            ${ruleForm({
              draft: this.draft ?? {}, raws: this.raws, tiers: this.tiers, isNew: this.ruleId === null, disabled: unread,
              problemsOf: (path) => this.#problems.filter((problem) => fieldOf(problem.key) === path), edit: this.#editForm,
            })}
          </section>
          <section class="side sticky">
            <label for="yaml">YAML, as in a rule file</label>
            <textarea id="yaml" class="code yaml" rows="18" spellcheck="false" .value=${liveValue(this.yaml)}
              aria-invalid=${unread} aria-describedby="problems" data-test="yaml"
              @input=${(event) => this.#editYaml(event.target.value)}></textarea>
            ${stale ? html`<p class="help">The form has problems. The YAML shows the rule as it was before them.</p>` : nothing}
            <div id="problems" role="status" data-test="verdict">${this.#verdict()}</div>
            ${problemBox(this.problem, {retry: () => this.#check(0), what: 'check of the rule'})}
            <div class="actions">
              <button class="primary" data-test="review" ?disabled=${!this.answer?.valid || this.checking || !this.#dirty}>
                ${this.ruleId === null ? 'Review and create' : 'Review and save'}</button>
            </div>
          </section>
        </div>
      </form>`;
  }

  #verdict() {
    if (!this.answer) {
      return html`<p class="quiet small">Checking…</p>`;
    }
    if (this.answer.valid) {
      return html`<p class="good-line small">✓ ${this.#dirty ? 'Valid.' : 'Valid, without changes.'}</p>`;
    }
    return html`<p class="small"><b>${this.#problems.length === 1 ? 'One problem' : `${this.#problems.length} problems`}</b></p>
      <ul class="problems">${this.#problems.map((one) => html`<li>${one.line ? html`<b>Line ${one.line}:</b> ` : nothing}${one.text}</li>`)}</ul>`;
  }
}

customElements.define('tx-rule-editor', RuleEditor);
