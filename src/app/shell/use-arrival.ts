import { useEffect, useRef, useState } from 'react'
import { useRouter } from '@tanstack/react-router'

const TITLE_SETTLES_MS = 150

/**
 * On arriving at another page: focus goes to its start, so that the keyboard and the screen reader are where the eyes are,
 * and its title is announced. Not on the first page, and not when only the query changed.
 */
export function useArrival() {
  const router = useRouter()
  const main = useRef<HTMLElement>(null)
  const [announcement, setAnnouncement] = useState('')
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (!fromLocation || fromLocation.pathname === toLocation.pathname) return
        if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
        setTimeout(() => setAnnouncement(document.title), TITLE_SETTLES_MS)
      }),
    [router],
  )
  return { main, announcement }
}
