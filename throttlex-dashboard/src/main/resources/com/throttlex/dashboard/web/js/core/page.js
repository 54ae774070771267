import {LitElement} from 'lit';

/** An element without a shadow root: one style sheet and one tree of labels for the whole page. */
export class Part extends LitElement {
  createRenderRoot() {
    return this;
  }
}

/** A page; `route` is where it is in the address. */
export class Page extends Part {
  static properties = {route: {attribute: false}};
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
