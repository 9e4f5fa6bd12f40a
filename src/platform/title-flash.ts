/** Shows another title in the tab for so many ms; a title that the page is given meanwhile stands. */
export function flashTitle(text: string, forMs: number): void {
  if (shown !== null) {
    clearTimeout(shown.timer)
    if (document.title === shown.text) document.title = shown.before
  }
  const before = document.title
  document.title = text
  const timer = setTimeout(() => {
    shown = null
    if (document.title === text) document.title = before
  }, forMs)
  shown = { text, before, timer }
}

let shown: { text: string; before: string; timer: ReturnType<typeof setTimeout> } | null = null
