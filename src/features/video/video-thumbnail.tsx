import { useEffect, useState } from 'react'
import { dropPicture } from '#platform/drop-picture.ts'
import { onAskedAgain } from '#platform/waits.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { formatDuration, spokenDuration } from './video-facts.ts'

type VideoThumbnailProps = {
  /** '' while the address is not known yet. */
  src: string
  duration: number
  /** Above the fold: fetched first. */
  eager?: boolean
  className?: string
}

/** A video's picture, 16:9, with its length in the corner; a quiet ground when the picture is missing. Decorative. */
export function VideoThumbnail({ src, duration, eager = false, className }: VideoThumbnailProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const length = formatDuration(duration)
  // A picture that was out of reach is asked for again once there is a connection.
  useEffect(() => {
    if (broken === null) return
    return onAskedAgain(() => setBroken(null))
  }, [broken])
  return (
    <span
      data-picture=""
      className={classNames('relative block aspect-video overflow-hidden rounded-lg bg-sunken', className)}
    >
      {src === '' ? null : broken === src ? (
        <Icon name="video" size={32} className="absolute inset-0 m-auto text-line-strong" />
      ) : (
        <img
          src={src}
          alt=""
          width={480}
          height={270}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
          onError={() => {
            setBroken(src)
            void dropPicture(src)
          }}
          className="size-full object-cover transition-transform duration-300 ease-calm group-hover/card:scale-[1.025]"
        />
      )}
      <span className="pointer-events-none absolute inset-0 rounded-[inherit] ring-1 ring-black/8 ring-inset dark:ring-white/8" />
      {length && (
        <span className="absolute right-1.5 bottom-1.5 rounded-sm bg-black/78 px-1.5 text-xs font-bold text-white">
          <span aria-hidden="true">{length}</span>
          <span className="sr-only">{spokenDuration(duration)}</span>
        </span>
      )}
    </span>
  )
}
