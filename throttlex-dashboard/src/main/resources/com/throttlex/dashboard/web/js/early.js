// Runs before the first paint, so that a page in the chosen theme does not flash in the other one.
try {
  const theme = localStorage.getItem('throttlex.theme');
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme;
  }
} catch {
  // Storage is blocked: the theme of the system applies.
}
