import { isLeaving, noteLeaving } from './leaving.ts'

/** In the session storage of the tab, from a load that the app began until the document it brings has started. */
const LOADING = 'mirutomo-loading'

/** Screen readers press without a pointer; the browser's own buttons go back and forward. */
const TOUCHES = ['pointerdown', 'keydown', 'click', 'popstate']

type LoadGuard = {
  /**
   * Lets the app itself load or reload the document; false, and nothing is loaded, where that could be the second time in a row. The one guard against
   * documents that reload themselves for ever, whatever the reason: what came automatically loads nothing until its person
   * presses something, no document loads twice, and without session storage, where nobody could know, none loads at all. The
   * caller tells the person what a refusal leaves undone.
   */
  loadAutomatically: (load: () => void) => boolean
  /** Is a document that the app loads still on its way? */
  isLoading: () => boolean
  /** Did the app load this document, whatever has been pressed since? */
  cameAutomatically: boolean
}

/** Once a document: takes the mark of the document before. */
export function guardLoads(): LoadGuard {
  const cameAutomatically = takeMark()
  let isUntouched = cameAutomatically
  let hasLoaded = false
  const touch = (): void => {
    isUntouched = false
  }
  if (isUntouched) for (const kind of TOUCHES) addEventListener(kind, touch, { capture: true, once: true })
  // Its person came back to it: what it loaded is over
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) hasLoaded = false
  })
  return {
    cameAutomatically,
    isLoading: () => hasLoaded && isLeaving(),
    loadAutomatically(load) {
      if (isUntouched || hasLoaded || !setMark()) return false
      hasLoaded = true
      noteLeaving()
      load()
      return true
    },
  }
}

export const { cameAutomatically, isLoading, loadAutomatically } = guardLoads()

function takeMark(): boolean {
  try {
    const isThere = sessionStorage.getItem(LOADING) !== null
    sessionStorage.removeItem(LOADING)
    return isThere
  } catch {
    return false
  }
}

function setMark(): boolean {
  try {
    sessionStorage.setItem(LOADING, '')
    return true
  } catch {
    return false
  }
}
