// Before the first paint, so that a dark page never flashes light. A file of its own: the page allows no inline script.
try {
  document.documentElement.dataset.theme = localStorage.getItem('theme') === 'dark' ? 'dark' : 'light'
} catch {
  document.documentElement.dataset.theme = 'light'
}
