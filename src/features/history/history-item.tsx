import type { ReactNode } from 'react'
import type { Video } from '#domain/catalogue.ts'
import type { ViewItem } from '#sync/collections/history.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { clockTime } from '#ui/japanese-date.ts'
import { ListItem, type Place } from '#ui/long-list.tsx'
import { SyncBadge } from '#ui/sync-badge.tsx'
import { COPY } from './copy.ts'

export type RenderView = (
  video: Video,
  look: { layout: 'fluid'; note: ReactNode; badge: ReactNode; action: ReactNode },
) => ReactNode

/** One view under its day, with the time of day, and the way to take it out of the history. */
export function HistoryItem({
  place,
  view,
  renderVideo,
  missing,
  onRemove,
}: {
  place: Place
  view: ViewItem
  renderVideo: RenderView
  /** Stands for a video of which the device holds nothing. */
  missing: ReactNode
  onRemove: () => void
}) {
  const { video, sync } = view
  const badge = <SyncBadge state={sync} onlyUnsaved />
  const remove = (
    <IconButton
      icon="close"
      data-remove=""
      label={COPY.remove(video?.title ?? COPY.missingTitle)}
      onClick={onRemove}
    />
  )
  const note = (
    <span>
      <time dateTime={view.viewed_at}>{clockTime(Date.parse(view.viewed_at))}</time>
      {COPY.viewedAt}
    </span>
  )
  // The first screenful is drawn at once, as its last screen was: left to scrolling, it moved by a hundredth once as the app took over
  return (
    <ListItem
      place={place}
      data-sync={sync}
      className={place === null ? 'video-item nth-[-n+10]:[content-visibility:visible]' : ''}
    >
      {video ? (
        renderVideo(video, { layout: 'fluid', note, badge, action: remove })
      ) : (
        <div className="flex items-center justify-between gap-3 rounded-lg bg-sunken px-4 py-3">
          <p className="text-sm text-muted">{missing}</p>
          {badge}
          {remove}
        </div>
      )}
    </ListItem>
  )
}
