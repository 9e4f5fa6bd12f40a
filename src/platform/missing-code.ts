import { cameAutomatically, loadAutomatically } from './automatic-load.ts'
import { isLeaving } from './leaving.ts'
import { createValue, type ObservableValue } from './observable-value.ts'
import { isSiteReached } from './site-reached.ts'

/** What a page lacks that came automatically is not asked for again by itself within this. */
const PAUSE_MS = 60_000
/** iOS does not say that a page is being left before the next one is there, which seldom takes longer. */
const SETTLE_MS = 2_000

const missing = createValue(false)
const errors = new WeakSet<Error>()

/**
 * Does this page lack a part of the app? Hazard: the browser never asks again for code that it could not fetch; only loading the page anew brings it. What fails
 * because the page is being left is not missing.
 */
export const codeIsMissing: Pick<ObservableValue<boolean>, 'read' | 'listen'> = missing

/** Vite tells of every import that failed. */
export function watchMissingCode(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    errors.add(payload)
    settle()
  })
}

function settle(): void {
  setTimeout(() => (isLeaving() ? settle() : missing.set(true)), SETTLE_MS)
}

/** Was this thrown because a part of the app could not be fetched? No defect: the connection broke off, or a new version took its place. */
export const isMissingCode = (error: unknown): boolean => error instanceof Error && errors.has(error)

const forgetStrangeCode = (): Promise<void> =>
  import('./strange-code.ts').then(({ forgetStrangeCode: forget }) => forget()).catch(() => {})

/** Loads the page anew because the person asks for it. */
export const reloadAsked = (): Promise<void> => forgetStrangeCode().then(() => location.reload())

type Ways = { reload: () => void; reach: () => Promise<boolean> }
const WAYS: Ways = {
  reload: () => location.reload(),
  reach: isSiteReached,
}

/**
 * Loads the page anew, unless that would take something from the person: what they are typing and no draft keeps (`data-kept`), an open dialog, where they are going,
 * or the page itself, where no worker serves it and the server is not reached. Answers false when it did not.
 */
export async function reloadUnasked({ reload, reach }: Ways = WAYS): Promise<boolean> {
  const isServed = Boolean(navigator.serviceWorker?.controller) || (await reach())
  if (!isServed || !mayReload()) return false
  await forgetStrangeCode()
  return mayReload() && loadAutomatically(reload)
}

const mayReload = (): boolean => !isTyping() && !isLeaving() && !isTooSoon()

/** By the time since this document began, which no clock changes. */
const isTooSoon = (): boolean => cameAutomatically && performance.now() < PAUSE_MS

const FIELDS = 'textarea, input:not([type="checkbox"], [type="radio"], [type="hidden"])'
const isTyping = (): boolean =>
  document.querySelector('dialog[open]') !== null ||
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(FIELDS)].some(
    (field) => field.value !== '' && field.dataset['kept'] === undefined,
  )
