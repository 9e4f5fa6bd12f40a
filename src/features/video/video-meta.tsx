import { useSyncExternalStore } from 'react'
import type { Video } from '#domain/catalogue.ts'
import { minuteClock } from '#ui/minute-clock.ts'
import { COPY } from './copy.ts'
import { formatAge, formatCount } from './video-facts.ts'

/** Channel, views and age in small type. */
export function VideoMeta({ video }: { video: Video }) {
  const now = useSyncExternalStore(minuteClock.subscribe, minuteClock.read)
  const views = formatCount(video.view_count)
  const facts = [views && COPY.views(views), formatAge(video.published_at, now)].filter(Boolean).join('・')
  return (
    <p className="text-xs text-muted">
      {video.channel_title && <span className="line-clamp-1">{video.channel_title}</span>}
      {facts && <span className="block">{facts}</span>}
    </p>
  )
}
