import { useMemo, type ReactNode } from 'react'
import type { Catalogue, Video } from '#domain/catalogue.ts'
import { genreName } from '#domain/genres.ts'
import { useDeferredLive } from '#ui/use-deferred-live.ts'
import { COPY } from './copy.ts'

const LOADING = { status: 'loading' } as const
const SHOWN = 8

type RelatedVideosProps = {
  catalogue: Catalogue
  video: Video
  genreId: string
  renderVideo: (video: Video, look: { layout: 'tile' }) => ReactNode
}

/** More of the same genre, so that a page never ends in a wall. */
export function RelatedVideos({ catalogue, video, genreId, renderVideo }: RelatedVideosProps) {
  const related = useMemo(() => catalogue.byGenre(genreId, 1), [catalogue, genreId])
  const loaded = useDeferredLive(related, LOADING)
  if (loaded.status !== 'ready') return null
  const others = loaded.value.items.filter(({ id }) => id !== video.id).slice(0, SHOWN)
  if (others.length === 0) return null
  return (
    <section aria-labelledby="related">
      <h2 id="related" className="mb-4 text-lg">
        {COPY.related(genreName(genreId) ?? '')}
      </h2>
      <ul className="video-rail bleed-x">
        {others.map((other) => (
          <li key={other.id}>{renderVideo(other, { layout: 'tile' })}</li>
        ))}
      </ul>
    </section>
  )
}
