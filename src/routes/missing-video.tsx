import { useEffect, useState } from 'react'
import { useApp, useOnline, useValue } from '#app/app-context.ts'

/** What the server has answered is on the device by then, or will not be. */
const STORED_MS = 5_000

/**
 * Stands in a person's own list for a video of which the device holds nothing, and asks the server for it.
 */
export function MissingVideo() {
  const online = useOnline()
  const keeper = useValue(useApp().keeper.state)
  const fetchMissing = keeper.status === 'open' ? keeper.opened.fetchMissingVideos : null
  const [isGone, setGone] = useState(false)
  useEffect(() => {
    if (!online || !fetchMissing) return
    let storing: ReturnType<typeof setTimeout> | undefined
    let isAwaited = true
    const giveUpAfter = (ms: number): void => {
      if (isAwaited) storing = setTimeout(() => setGone(true), ms)
    }
    fetchMissing().then(
      () => giveUpAfter(STORED_MS),
      () => giveUpAfter(0),
    )
    return () => {
      isAwaited = false
      clearTimeout(storing)
      setGone(false)
    }
  }, [online, fetchMissing])
  if (!online) return '動画の情報がまだ端末にありません。接続すると表示されます。'
  return isGone ? 'いまは動画の情報を取得できません。' : '動画の情報を読み込んでいます。'
}
