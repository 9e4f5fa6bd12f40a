import { useState } from 'react'
import type { Video } from '#domain/catalogue.ts'
import { isYoutubeId } from '#domain/youtube.ts'
import { Icon } from '#ui/icon.tsx'
import { COPY } from './copy.ts'
import { VideoThumbnail } from './video-thumbnail.tsx'

const frameClass = 'relative aspect-video w-full overflow-hidden rounded-xl bg-black'

/** The video's picture until someone presses it; only then anything is asked of YouTube. */
export function VideoPlayer({
  video,
  thumbnailUrl,
  online,
}: {
  video: Video
  thumbnailUrl: string
  online: boolean
}) {
  const [playing, setPlaying] = useState(false)
  if (playing && isYoutubeId(video.youtube_id)) {
    return (
      <div className={frameClass}>
        <iframe
          ref={(frame) => frame?.focus()}
          src={`https://www.youtube-nocookie.com/embed/${video.youtube_id}?autoplay=1&playsinline=1&rel=0&hl=ja`}
          title={video.title}
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          allowFullScreen
          referrerPolicy="strict-origin-when-cross-origin"
          className="absolute inset-0 size-full border-0"
        />
      </div>
    )
  }
  const picture = (
    <VideoThumbnail
      src={thumbnailUrl}
      duration={online ? video.duration : 0}
      eager
      className="passing-picture rounded-xl"
    />
  )
  if (!online) {
    return (
      <div className={frameClass}>
        {picture}
        <div className="absolute inset-0 grid place-content-center justify-items-center gap-1 bg-black/75 p-4 backdrop-blur-sm text-center text-white">
          <Icon name="offline" size={32} className="mb-1" />
          <p className="font-bold">{COPY.playerOffline}</p>
          <p className="text-sm text-white/85">{COPY.playerOfflineHint}</p>
        </div>
      </div>
    )
  }
  return (
    <button type="button" onClick={() => setPlaying(true)} className={`group/play block ${frameClass}`}>
      <span className="sr-only">{COPY.play(video.title)}</span>
      {picture}
      <span className="absolute inset-0 m-auto grid size-18 place-items-center rounded-full bg-black/70 text-white transition-transform duration-200 ease-calm group-hover/play:scale-108 group-hover/play:bg-black/85">
        <Icon name="play" size={34} filled className="translate-x-0.5" />
      </span>
    </button>
  )
}
