const SHOWN_MS = 6000;

/** Says for some seconds what was done; screen readers hear it, too. */
export function say(text) {
  let region = document.querySelector('.toasts');
  if (!region) {
    region = document.createElement('div');
    region.className = 'toasts';
    region.setAttribute('role', 'status');
    document.body.append(region);
  }
  const toast = document.createElement('p');
  toast.textContent = text;
  toast.dataset.test = 'toast';
  region.append(toast);
  setTimeout(() => toast.isConnected && region.removeChild(toast), SHOWN_MS);
}
