import {html} from 'lit';
import {session} from 'app/core/session.js';
import {chooseTheme, theme} from 'app/core/theme.js';

const THEMES = [['system', 'As the system'], ['light', 'Light'], ['dark', 'Dark']];

function closeOnLeave(event) {
  const menu = event.currentTarget;
  if (!menu.contains(event.relatedTarget) && event.relatedTarget) {
    menu.open = false;
  }
}

function closeOnEscape(event) {
  if (event.key === 'Escape' && event.currentTarget.open) {
    event.currentTarget.open = false;
    event.currentTarget.querySelector('summary').focus();
  }
}

/** Who is signed in, the theme, and the way out. */
export function userMenu() {
  const {name, role, version} = session.me;
  return html`
    <details class="user" @focusout=${closeOnLeave} @keydown=${closeOnEscape} data-test="user-menu">
      <summary><span class="who">${name}</span> <span class="tag">${role}</span></summary>
      <div class="user-panel">
        <fieldset>
          <legend>Theme</legend>
          ${THEMES.map(([value, text]) => html`
            <label class="check"><input type="radio" name="theme" value=${value} ?checked=${theme() === value}
              @change=${() => chooseTheme(value)} data-test="theme-${value}"> ${text}</label>`)}
        </fieldset>
        <p class="quiet small">ThrottleX ${version}</p>
        <button type="button" @click=${() => session.signOut()} data-test="sign-out">Sign out</button>
      </div>
    </details>`;
}
