/** The theme: `system`, `light` or `dark`; kept in this browser. */
const KEY = 'throttlex.theme';

export function theme() {
  return document.documentElement.dataset.theme ?? 'system';
}

export function chooseTheme(name) {
  if (name === 'system') {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = name;
  }
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // Storage is blocked: the theme lasts until the page is left.
  }
}
