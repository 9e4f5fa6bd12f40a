import { useEffect, useRef, useState } from 'react'
import { useRouter } from '@tanstack/react-router'

const TITLE_SETTLES_MS = 150

/**
 * On arriving at another page: focus goes to its start, so that the keyboard and the screen reader are where the eyes are, and its title is announced, again
 * when what the page is about is known only later or another question is asked on it. Not on the first page, which the browser reads out.
 */
export function useArrival() {
  const router = useRouter()
  const main = useRef<HTMLElement>(null)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    let settling: ReturnType<typeof setTimeout> | undefined
    const announceSoon = (): void => {
      clearTimeout(settling)
      settling = setTimeout(() => setAnnouncement(document.title), TITLE_SETTLES_MS)
    }
    const titles = new MutationObserver(announceSoon)
    const unsubscribe = router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
      if (!fromLocation) return
      const title = document.querySelector('title')
      if (title) titles.observe(title, { childList: true })
      const sameScreen = fromLocation.pathname === toLocation.pathname
      // A question asked leaves the focus where it was, if that is still there
      const lost = sameScreen
        ? document.activeElement === document.body
        : !main.current?.contains(document.activeElement)
      if (lost) main.current?.focus({ preventScroll: true })
      if (!sameScreen) announceSoon()
    })
    return () => {
      clearTimeout(settling)
      titles.disconnect()
      unsubscribe()
    }
  }, [router])
  return { main, announcement }
}
