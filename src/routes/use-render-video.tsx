import { useCallback, type ComponentProps, type ReactNode } from 'react'
import { useApp, useValue } from '#app/app-context.ts'
import type { Video } from '#domain/catalogue.ts'
import { thumbnailOf } from '#domain/youtube.ts'
import { VideoCard } from '#features/video/video-card.tsx'
import { FavoriteSlot } from './favorite-slot.tsx'

type Look = Omit<ComponentProps<typeof VideoCard>, 'video' | 'thumbnailUrl'>
export type RenderVideo = (video: Video, look?: Look) => ReactNode

/** Address of a video's picture; none until the environment is known, which a list of the server's needs anyway. */
export function useThumbnailOf(): (video: Pick<Video, 'youtube_id' | 'thumbnail'>) => string {
  const base = useValue(useApp().thumbnailBase)
  return useCallback((video) => (base === null ? '' : thumbnailOf(video, base)), [base])
}

/** How every list shows a video: its card, with the favourite button unless the list puts something else there. */
export function useRenderVideo(): RenderVideo {
  const thumbnail = useThumbnailOf()
  return useCallback(
    (video, look) => (
      <VideoCard
        action={<FavoriteSlot video={video} />}
        {...look}
        video={video}
        thumbnailUrl={thumbnail(video)}
      />
    ),
    [thumbnail],
  )
}
