import {html} from 'lit';
import {link, router} from 'app/core/router.js';
import {session} from 'app/core/session.js';
import {ask} from 'app/parts/dialog.js';

const PREFIX = '#token=';

/**
 * Signs in with the token of a link, and takes it out of the address. A tab that has a token asks first:
 * otherwise a link of somebody else would sign the reader in under another name.
 */
export async function takeTokenLink() {
  if (!location.hash.startsWith(PREFIX)) {
    return false;
  }
  let token = location.hash.slice(PREFIX.length);
  try {
    token = decodeURIComponent(token);
  } catch {
    // It is no percent-encoding: the token is as it stands.
  }
  router.replace(link('overview'));
  if (session.me === null) {
    await session.resume();
  }
  if (session.me === null) {
    return session.signIn(token);
  }
  if (token !== session.token) {
    await ask({
      heading: 'Sign in with the token of this link?',
      body: html`<p>You are signed in as <b>${session.me.name}</b>. The link has another token.</p>`,
      confirm: 'Use the other token',
      cancel: 'Stay signed in',
      run: () => session.signIn(token),
    });
  }
  return true;
}
