import { useEffect } from 'react'
import { useRouter, type AnyRouter } from '@tanstack/react-router'
import { KEPT_PATHS } from '#domain/last-screen.ts'
import { whenIdle } from '#platform/after-paint.ts'
import { isSignedIn } from '#sync/session/own-session.ts'
import { keepLastScreen } from '#sync/storage/last-screens.ts'
import { useApp } from '../app-context.ts'
import { isWhole } from './is-whole.ts'
import { writeScreen } from './write-screen.ts'

/** A screen at which nothing happens for so long is kept, and at once when the page is put away. */
const RESTS_MS = 2_000
const IDLE_LIMIT_MS = 5_000

/** Keeps how the screens of the signed-in person at KEPT_PATHS look, for the next start (sw/documents.ts). */
export function useKeptScreens(): void {
  const app = useApp()
  const router = useRouter()
  useEffect(() => {
    const main = document.getElementById('main')
    const entry = document.querySelector('script[data-entry]')?.getAttribute('data-entry')
    if (!main || !entry) return
    let resting: ReturnType<typeof setTimeout> | undefined
    let hasChanged = true
    let path = keptPath(router)

    const keep = (): void => {
      clearTimeout(resting)
      const session = app.session.state.read()
      if (
        session.status !== 'signedIn' ||
        path === null ||
        !hasChanged ||
        !isWhole(main) ||
        isScrolledIn(main)
      )
        return
      hasChanged = false
      void keepLastScreen(entry, path, writeScreen(main), () => isSignedIn(session.userId))
    }
    const keepSoon = (): void => {
      hasChanged = true
      clearTimeout(resting)
      resting = setTimeout(() => void whenIdle(IDLE_LIMIT_MS).then(keep), RESTS_MS)
    }
    const keepIfHidden = (): void => {
      if (document.visibilityState === 'hidden') keep()
    }

    const watch = new MutationObserver(keepSoon)
    watch.observe(main, { subtree: true, childList: true, attributes: true, characterData: true })
    const stopArriving = router.subscribe('onRendered', () => (path = keptPath(router)))
    document.addEventListener('visibilitychange', keepIfHidden)
    // Of the first visit nothing can be kept before there is a worker
    navigator.serviceWorker?.addEventListener('controllerchange', keepSoon)
    keepSoon()
    return () => {
      clearTimeout(resting)
      watch.disconnect()
      stopArriving()
      document.removeEventListener('visibilitychange', keepIfHidden)
      navigator.serviceWorker?.removeEventListener('controllerchange', keepSoon)
    }
  }, [app, router])
}

/** Is the beginning of a long list out of the document (src/ui/long-list.tsx)? */
const isScrolledIn = (main: Element): boolean => main.matches(':has([data-row]):not(:has([data-row="0"]))')

/** Of the screen that stands there; null when it is not to be kept. */
function keptPath({ state }: Pick<AnyRouter, 'state'>): string | null {
  const { pathname, searchStr } = state.resolvedLocation ?? state.location
  return searchStr === '' ? (KEPT_PATHS.find((path) => path === pathname) ?? null) : null
}
