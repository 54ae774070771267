// Runs before the first paint, so that a page in the chosen theme does not flash in the other one.
try {
  const theme = localStorage.getItem('throttlex.theme');
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme;
  }
} catch {
  // Storage is blocked: the theme of the system applies.
}

// A module that cannot be loaded would leave the page as it is in the file.
addEventListener('error', (event) => {
  const waiting = document.querySelector('tx-app > .loading');
  if (event.target instanceof HTMLScriptElement && waiting) {
    waiting.textContent = 'The dashboard cannot be loaded. Load the page again; if that does not help, use a current browser.';
  }
}, true);
