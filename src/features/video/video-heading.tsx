import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import type { Video } from '#domain/catalogue.ts'
import { genreName } from '#domain/genres.ts'
import { Icon } from '#ui/icon.tsx'
import { COPY } from './copy.ts'
import { formatCount, formatDate } from './video-facts.ts'

const linkClass =
  'inline-flex min-h-8 items-center gap-1.5 rounded-full border border-line bg-surface px-3 text-xs text-ink no-underline hover:bg-hover'

/** Title, channel and facts of the video that is open. */
export function VideoHeading({ video, favoriteButton }: { video: Video; favoriteButton: ReactNode }) {
  const genre = genreName(video.genre_id)
  const views = formatCount(video.view_count)
  const facts = [views && COPY.views(views), formatDate(video.published_at)].filter(Boolean).join('・')
  return (
    <header className="grid gap-3">
      <h1 className="text-xl leading-[1.5]">{video.title || COPY.untitled}</h1>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          {video.channel_title && <p className="text-sm font-bold">{video.channel_title}</p>}
          {facts && <p className="text-sm text-muted">{facts}</p>}
        </div>
        {/* Room for the badge below it, which comes when it is pressed */}
        <div className="min-h-18">{favoriteButton}</div>
      </div>
      <div className="flex flex-wrap gap-2">
        {genre && video.genre_id && (
          <Link to="/genre/$slug" params={{ slug: video.genre_id }} className={linkClass}>
            {genre}
          </Link>
        )}
        <a
          href={`https://www.youtube.com/watch?v=${encodeURIComponent(video.youtube_id)}`}
          target="_blank"
          rel="noopener noreferrer"
          className={linkClass}
        >
          {COPY.onYoutube}
          <Icon name="external" size={14} />
        </a>
      </div>
    </header>
  )
}
