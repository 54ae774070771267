import {LitElement} from 'lit';
import {session} from 'app/core/session.js';

/** An element without a shadow root: one style sheet and one tree of labels for the whole page. */
export class Part extends LitElement {
  createRenderRoot() {
    return this;
  }
}

/** Renders its element again when a target has an event. */
export class Watch {
  constructor(host, target, type = 'change', react = () => host.requestUpdate()) {
    Object.assign(this, {target, type, react});
    host.addController(this);
  }

  hostConnected() {
    this.target.addEventListener(this.type, this.react);
  }

  hostDisconnected() {
    this.target.removeEventListener(this.type, this.react);
  }
}

/** A page; `route` is where it is in the address. It shows what the role of the user allows. */
export class Page extends Part {
  static properties = {route: {attribute: false}};

  constructor() {
    super();
    new Watch(this, session);
  }

  /** It may come back after a sign-in, with another role. */
  connectedCallback() {
    super.connectedCallback();
    this.requestUpdate();
  }

  /** Stays as it is while nobody is signed in. */
  shouldUpdate() {
    return session.me !== null;
  }
}
