import { useEffect, useMemo, useRef, useState } from 'react'
import type { Store } from '#sync/store.ts'
import { useLive } from '#ui/use-live.ts'
import { type Heard, syncNews, watchStanding } from './sync-news.ts'

/** Several edits in a row are one piece of news. */
const SETTLES_MS = 1_000

/** Says politely, to those who do not see the badges, when what they did is saved, waits on the device or needs them. Mount it anew for each store. */
export function SpokenSync({ store, online }: { store: Store; online: boolean }) {
  const standing = useLive(
    useMemo(() => watchStanding(store), [store]),
    null,
  )
  const heard = useRef<Heard | null>(null)
  const [news, setNews] = useState({ turn: 0, words: '' })
  useEffect(() => {
    if (standing === null) return
    // What stood so when the app was opened is no news
    heard.current ??= { ...standing, worked: standing.waiting > 0 }
    heard.current.worked ||= standing.waiting > 0
    const settling = setTimeout(() => {
      const words = heard.current === null ? '' : syncNews(heard.current, standing, online)
      setNews(({ turn }) => ({ turn: turn + 1, words }))
      heard.current = { ...standing, worked: standing.waiting > 0 }
    }, SETTLES_MS)
    return () => clearTimeout(settling)
  }, [standing, online])
  return (
    <p role="status" className="sr-only">
      {/* A new element, or the same words a second time are not heard */}
      <span key={news.turn}>{news.words}</span>
    </p>
  )
}
