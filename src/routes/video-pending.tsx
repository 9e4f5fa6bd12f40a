import { useParams } from '@tanstack/react-router'
import { usePageTitle } from '#ui/page-title.ts'
import { VideoSkeleton } from '#features/video/video-skeleton.tsx'

/** Stands in while the code of the video's page is on its way: in its shape, with the picture that was pressed. */
export function VideoPending() {
  usePageTitle(undefined)
  const { videoId } = useParams({ from: '/video/$videoId' })
  return <VideoSkeleton videoId={videoId} />
}
