import {html, nothing, render} from 'lit';
import {Problem} from 'app/core/api.js';
import {problemBox} from 'app/parts/problem.js';

let last = 0;

const CHANGE_MS = 5000;

/** Gives the focus back; if the change then removes that control, to the page: the focus must not be lost. */
function returnFocus(opener) {
  const main = document.getElementById('main');
  const keep = () => document.activeElement === document.body && main?.focus({preventScroll: true});
  opener?.focus?.();
  keep();
  const observer = new MutationObserver(keep);
  observer.observe(document.body, {childList: true, subtree: true});
  setTimeout(() => observer.disconnect(), CHANGE_MS);
}

/**
 * Asks once before a change. Returns whether the change was made.
 *
 * While the change is sent, the dialog cannot be closed: whoever closed it would believe that nothing
 * happened. `run` makes the change; if it fails, the dialog stays and explains why, unless `failed`
 * handles the problem and returns true.
 */
export function ask({heading, body = nothing, confirm, cancel = 'Cancel', danger = false, wide = false, run, failed}) {
  const dialog = document.createElement('dialog');
  const name = `dialog-${++last}`;
  const opener = document.activeElement;
  let sending = false;
  let problem = null;
  let answer = false;

  async function decide(event) {
    event.preventDefault();
    if (sending) {
      return;
    }
    sending = true;
    problem = null;
    draw();
    try {
      await run?.();
      answer = true;
    } catch (error) {
      problem = error instanceof Problem ? error : new Problem(0, {detail: String(error)});
    }
    sending = false;
    if (answer || failed?.(problem)) {
      dialog.close();
    } else {
      draw();
      dialog.querySelector('[data-test=confirm]').focus(); // it was disabled meanwhile
    }
  }

  function draw() {
    render(html`
      <form @submit=${decide} aria-busy=${sending}>
        <h2 id=${name}>${heading}</h2>
        <div class="dialog-body">${typeof body === 'function' ? body() : body}</div>
        ${problemBox(problem)}
        <div class="actions">
          <button type="button" ?disabled=${sending} @click=${() => dialog.close()} data-test="cancel">${cancel}</button>
          <button type="submit" class=${danger ? 'danger' : 'primary'} ?disabled=${sending} data-test="confirm">
            ${sending ? 'Sending…' : confirm}
          </button>
        </div>
      </form>`, dialog);
  }

  return new Promise((resolve) => {
    dialog.className = wide ? 'wide-dialog' : '';
    dialog.setAttribute('aria-labelledby', name);
    dialog.addEventListener('cancel', (event) => sending && event.preventDefault());
    dialog.addEventListener('close', () => {
      if (sending) {
        dialog.showModal();
        return;
      }
      dialog.parentNode.removeChild(dialog);
      returnFocus(opener);
      resolve(answer);
    });
    document.body.append(dialog);
    draw();
    dialog.showModal();
    dialog.querySelector(danger ? '[data-test=cancel]' : 'input, select, textarea, [data-test=confirm]')?.focus();
  });
}
