import { useState } from 'react'
import type { Channel } from '#domain/creator.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { showToast } from '#ui/toast-list.ts'
import { BookingsSection } from './bookings-table.tsx'
import { ChannelForm } from './channel-form.tsx'
import { COPY } from './copy.ts'
import type { CreatorServer } from './creator-server.ts'
import { ImportForm } from './import-form.tsx'
import { OwnVideosSection, type RenderVideo } from './own-videos.tsx'
import { PaymentNews } from './payment-news.tsx'
import { PromotionSection } from './promotion-figures.tsx'
import { AveragesSection, TrendSection } from './rating-figures.tsx'
import { useAsked } from './use-asked.ts'

type DashboardScreenProps = {
  userId: string
  online: boolean
  server: CreatorServer
  /** The address says that a payment has just been made; only the server knows. */
  fromPayment: boolean
  renderVideo: RenderVideo
}

/** /youtuber/dashboard: a creator's videos, how they are rated, and what was booked for them. */
export function DashboardScreen({ userId, online, server, fromPayment, renderVideo }: DashboardScreenProps) {
  usePageTitle(COPY.dashboardTitle)
  const channel = useAsked(server.channel, online)
  const videos = useAsked(server.videos, online)
  const averages = useAsked(server.averages, online)
  const bookings = useAsked(server.bookings, online)
  return (
    <>
      <header className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-2xl [word-break:auto-phrase]">{COPY.dashboardTitle}</h1>
          {channel.value && <ChannelLine channel={channel.value} />}
          {!online && channel.value && <p className="mt-1 text-sm text-caution">{COPY.stale}</p>}
        </div>
        {channel.value && (
          <ChangeChannel
            userId={userId}
            online={online}
            channel={channel.value}
            change={server.changeChannel}
            onChanged={channel.reload}
          />
        )}
      </header>
      <div className="grid grid-cols-1 gap-12">
        {fromPayment && <PaymentNews bookings={bookings} online={online} />}
        <AveragesSection averages={averages} online={online} />
        <TrendSection ratings={server.ratings} videos={videos.value?.videos ?? []} online={online} />
        <OwnVideosSection videos={videos} online={online} renderVideo={renderVideo} />
        <ImportForm
          userId={userId}
          online={online}
          importVideos={server.importVideos}
          onImported={() => {
            videos.reload()
            averages.reload()
          }}
        />
        <BookingsSection bookings={bookings} online={online} />
        <PromotionSection report={server.report} online={online} />
      </div>
    </>
  )
}

function ChannelLine({ channel }: { channel: Channel }) {
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-4 text-sm">
      <span className="font-bold wrap-anywhere">{channel.channel_title}</span>
      <a
        href={channel.channel_url}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClass({ variant: 'quiet', size: 'sm' })}
      >
        <Icon name="external" size={16} />
        {COPY.openChannel}
        <span className="sr-only">{COPY.newTab}</span>
      </a>
    </p>
  )
}

type ChangeChannelProps = {
  userId: string
  online: boolean
  channel: Channel
  change: CreatorServer['changeChannel']
  onChanged: () => void
}

function ChangeChannel({ userId, online, channel, change, onChanged }: ChangeChannelProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" icon={<Icon name="edit" size={16} />} onClick={() => setOpen(true)}>
        {COPY.changeChannel}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={COPY.changeChannel}>
        <ChannelForm
          userId={userId}
          online={online}
          channel={channel}
          action={COPY.change}
          offlineNotice={COPY.changeOffline}
          send={change}
          onDone={() => {
            setOpen(false)
            showToast({ kind: 'success', message: COPY.channelChanged })
            onChanged()
          }}
        />
      </Dialog>
    </>
  )
}
