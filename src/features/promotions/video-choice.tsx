import { Link } from '@tanstack/react-router'
import type { OwnVideo } from '#domain/promotions.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { buttonClass } from '#ui/button.tsx'
import { ChoiceCard } from './choice-card.tsx'
import { COPY } from './copy.ts'

export type ThumbnailOf = (video: Pick<OwnVideo, 'youtube_id' | 'thumbnail'>) => string

type VideoChoiceProps = {
  videos: OwnVideo[]
  chosen: string | null
  thumbnailOf: ThumbnailOf
  onChoose: (videoId: string) => void
}

/** The creator's own videos. */
export function VideoChoice({ videos, chosen, thumbnailOf, onChoose }: VideoChoiceProps) {
  if (videos.length === 0)
    return (
      <EmptyState
        icon="video"
        level={3}
        title={COPY.noVideos}
        body={COPY.noVideosBody}
        action={
          <Link to="/youtuber/dashboard" className={buttonClass()}>
            {COPY.toDashboard}
          </Link>
        }
      />
    )
  return (
    <div className="grid max-h-112 gap-2 overflow-y-auto overscroll-contain p-0.5">
      {videos.map((video) => (
        <ChoiceCard
          key={video.id}
          name="video"
          checked={video.id === chosen}
          onChoose={() => onChoose(video.id)}
          className="py-2!"
        >
          <SmallThumbnail src={thumbnailOf(video)} />
          <span className="line-clamp-2 min-w-0 flex-1 basis-28 text-sm font-bold">
            {video.title || COPY.untitled}
          </span>
        </ChoiceCard>
      ))}
    </div>
  )
}

/** `src`: '' while the address is not known yet. */
export function SmallThumbnail({ src }: { src: string }) {
  return (
    <span className="block aspect-video w-24 shrink-0 overflow-hidden rounded-md bg-sunken">
      {src !== '' && (
        <img src={src} alt="" width={96} height={54} loading="lazy" className="size-full object-cover" />
      )}
    </span>
  )
}
