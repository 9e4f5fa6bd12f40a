import { Link } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { sendPicture } from '#ui/picture-passage.ts'
import { COPY } from './copy.ts'
import type { VideoCardProps } from './video-card-props.ts'

type VideoLinkProps = Pick<VideoCardProps, 'video' | 'thumbnailUrl'> & { className: string }

/** A card's title, which leads to the video's page and takes the card's picture along. */
export function VideoLink({ video, thumbnailUrl, className }: VideoLinkProps) {
  const send = (press: MouseEvent<HTMLAnchorElement>) => {
    const element = press.currentTarget.closest('article')?.querySelector<HTMLElement>('[data-picture]')
    if (element) sendPicture(press, { element, key: video.youtube_id, src: thumbnailUrl })
  }
  return (
    <Link to="/video/$videoId" params={{ videoId: video.youtube_id }} onClick={send} className={className}>
      {video.title || COPY.untitled}
    </Link>
  )
}
