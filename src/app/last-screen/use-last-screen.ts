import { useEffect, type RefObject } from 'react'
import { useRouter } from '@tanstack/react-router'
import { LAST_SCREEN_ID, LAST_SCREEN_MARK } from '#domain/last-screen.ts'
import { isWhole } from './is-whole.ts'

/** However long something takes, what is true now is shown after this. */
const LIMIT_MS = 5_000

/**
 * How the screen looked last, which stands in the document (sync/storage/last-screens.ts), gives way once what `main` shows is whole, or to another screen. What is pressed in
 * it meanwhile leads where it would.
 */
export function useLastScreen(main: RefObject<HTMLElement | null>): void {
  const router = useRouter()
  useEffect(() => {
    const last = document.getElementById(LAST_SCREEN_ID)
    const now = main.current
    if (!last || !now) return
    const watch = new MutationObserver(() => isWhole(now) && end())
    const follow = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      const href = link?.getAttribute('href')
      if (!href || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      router.history.push(href)
    }
    const end = (): void => {
      watch.disconnect()
      clearTimeout(limit)
      stopFollowing()
      last.remove()
      document.documentElement.removeAttribute(LAST_SCREEN_MARK)
    }
    const limit = setTimeout(end, LIMIT_MS)
    const stopFollowing = router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
      if (fromLocation && pathChanged) end()
    })
    last.addEventListener('click', follow)
    watch.observe(now, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-busy'] })
    if (isWhole(now)) end()
    return end
  }, [router, main])
}
