import { afterPaint } from '#platform/after-paint.ts'
import { createValue } from '#platform/observable-value.ts'

export type Theme = 'light' | 'dark'

/** Spec §9: stored as 'theme', light or dark, default light. `index.html` applies it before the first paint. */
const KEY = 'theme'

const theme = createValue<Theme>(document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light')

export const currentTheme = { listen: theme.listen, read: theme.read }

/** The switch answers in the next frame, all else changes in the one after: every element is styled anew. */
export function changeTheme(next: Theme): void {
  theme.set(next)
  void afterPaint().then(() => applyTheme(theme.read()))
  try {
    localStorage.setItem(KEY, next)
  } catch {
    // A browser that stores nothing keeps the theme for this page.
  }
}

function applyTheme(next: Theme): void {
  document.documentElement.dataset['theme'] = next
  const paper = getComputedStyle(document.documentElement).getPropertyValue('--paper')
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', paper)
}

window.addEventListener('storage', ({ key, newValue }) => {
  if (key !== KEY) return
  const next = newValue === 'dark' ? 'dark' : 'light'
  theme.set(next)
  applyTheme(next)
})
