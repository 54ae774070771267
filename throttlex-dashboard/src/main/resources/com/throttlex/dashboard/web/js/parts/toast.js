const SHOWN_MS = 6000;

/** In the page from the beginning: screen readers hear only what is added to a region that they know. */
const region = document.createElement('div');
region.className = 'toasts';
region.setAttribute('role', 'status');
document.body.append(region);

/** Says for some seconds what was done; screen readers hear it, too. */
export function say(text) {
  const toast = document.createElement('p');
  toast.textContent = text;
  toast.dataset.test = 'toast';
  region.append(toast);
  setTimeout(() => toast.isConnected && region.removeChild(toast), SHOWN_MS);
}
