import {html, nothing} from 'lit';
import {call} from 'app/core/api.js';
import {session} from 'app/core/session.js';
import {copyButton} from 'app/parts/small.js';
import {ask} from 'app/parts/dialog.js';

const BODY = {user: 'u-42', endpoint: '/api/v1/orders', method: 'POST'};

function curl({dataPort, accessToken}) {
  const token = accessToken ? ` -H 'X-ThrottleX-Token: TOKEN'` : '';
  return `curl -i ${location.protocol}//${location.hostname}:${dataPort}/api/v1/check -H 'Content-Type: application/json'${token} \\\n  -d '${JSON.stringify(BODY)}'`;
}

/** What to do with a service that has decided nothing yet. */
export function firstCheck() {
  const {service} = session.me;
  const line = service?.dataPort ? curl(service) : service?.proxyPort ? `curl -i ${location.protocol}//${location.hostname}:${service.proxyPort}/` : null;
  const sendOne = () => ask({
    heading: 'Send a check?',
    body: html`<p>This is a real check of the user u-42. It is charged to the counters, like a check from an application.</p>`,
    confirm: 'Send it',
    run: () => call('POST', '/throttle/check', {body: BODY}).catch((problem) => {
      if (problem.status !== 429) {
        throw problem;
      }
    }),
  });
  return html`
    <section class="first" data-test="first-check">
      <h2>No request has been checked yet</h2>
      ${line ? html`
        <p>Send the first one from a terminal. This page shows it at once.</p>
        <pre class="line"><code>${line}</code></pre>
        <p class="actions-left">${copyButton(line.replace('\\\n  ', ''), 'Copy the command')}
          ${session.can('editor') ? html`<button type="button" @click=${sendOne} data-test="send-check">Send it from here</button>` : nothing}</p>
        ${service.accessToken ? html`<p class="quiet small">TOKEN is an access token of the service, from
          <span class="code">server.access.tokens</span>.</p>` : nothing}`
        : html`<p>This page shows the first one as soon as it arrives.</p>`}
    </section>`;
}
