import { createValue, type ObservableValue } from './observable-value.ts'

const RELOADED_AT = 'mirutomo-reloaded-at'
/** A page that was loaded anew and lacks code again is not loaded anew by itself once more within this. */
const PAUSE_MS = 60_000

const missing = createValue(false)
const errors = new WeakSet<Error>()

/** Does this page lack a part of the app? Hazard: the browser never asks again for code that it could not fetch; only loading the page anew brings it. */
export const codeIsMissing: Pick<ObservableValue<boolean>, 'read' | 'listen'> = missing

/** Vite tells of every import that failed. */
export function watchMissingCode(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    errors.add(payload)
    missing.set(true)
  })
}

/** Was this thrown because a part of the app could not be fetched? No defect: the connection broke off, or a new version took its place. */
export const isMissingCode = (error: unknown): boolean => error instanceof Error && errors.has(error)

type Ways = { reload: () => void; reach: () => Promise<boolean> }
const WAYS: Ways = {
  reload: () => location.reload(),
  reach: () =>
    fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    ),
}

/**
 * Loads the page anew, unless that would take something from the person: what they are typing and no draft keeps (`data-kept`), an open dialog, or the page itself,
 * where no worker serves it and the server is not reached. Answers false when it did not.
 */
export async function reloadUnasked(now: number, { reload, reach }: Ways = WAYS): Promise<boolean> {
  const isServed = Boolean(navigator.serviceWorker?.controller) || (await reach())
  if (!isServed || isTyping() || !notedReload(now)) return false
  reload()
  return true
}

const FIELDS = 'textarea, input:not([type="checkbox"], [type="radio"], [type="hidden"])'
const isTyping = (): boolean =>
  document.querySelector('dialog[open]') !== null ||
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(FIELDS)].some(
    (field) => field.value !== '' && field.dataset['kept'] === undefined,
  )

/** Notes that the page is loaded anew now; answers false when it was a moment ago, or when that cannot be known. */
function notedReload(now: number): boolean {
  try {
    const at = Number(sessionStorage.getItem(RELOADED_AT) ?? Number.NaN)
    if (Math.abs(now - at) < PAUSE_MS) return false
    sessionStorage.setItem(RELOADED_AT, String(now))
    return true
  } catch {
    return false
  }
}
