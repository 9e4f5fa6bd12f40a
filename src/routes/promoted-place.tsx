import { useAccount, useApp, useSession, useStore } from '#app/app-context.ts'
import type { Promotion } from '#domain/catalogue.ts'
import { PromotedVideos } from '#features/video/promoted-videos.tsx'
import { useRenderVideo } from './use-render-video.tsx'

type PromotedPlaceProps = { type: Promotion['type']; isWaiting?: boolean }

/** The paid places of a page, as many as whoever looks is to see. `isWaiting`: only their place. */
export function PromotedPlace({ type, isWaiting = false }: PromotedPlaceProps) {
  const { catalogue, promotionEvents } = useApp()
  const renderVideo = useRenderVideo()
  const signedIn = useSession().status === 'signedIn'
  const account = useAccount()
  // Until the device has told whether somebody is a member, they get no more than a member does
  const unknown = useStore() === null && signedIn
  return (
    <PromotedVideos
      catalogue={catalogue}
      type={type}
      isPremium={unknown || account?.isPremium === true}
      isWaiting={isWaiting}
      renderVideo={renderVideo}
      onEvent={promotionEvents.note}
    />
  )
}
