import { useState } from 'react'
import type { Channel } from '#domain/creator.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { showToast } from '#ui/toast-list.ts'
import { BookingsSection } from './bookings-table.tsx'
import { ChannelForm } from './channel-form.tsx'
import { ConsentWords } from './consent-words.tsx'
import { COPY } from './copy.ts'
import type { CreatorServer } from './creator-server.ts'
import { ImportForm } from './import-form.tsx'
import { OwnVideosSection, type RenderVideo } from './own-videos.tsx'
import { PaymentNews } from './payment-news.tsx'
import { PromotionSection } from './promotion-figures.tsx'
import { AveragesSection, TrendSection } from './rating-figures.tsx'
import { useLoaded } from '#ui/use-loaded.ts'
import { Phrases } from '#ui/phrases.tsx'

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
  const asked = useLoaded(server.channel, online)
  const videos = useLoaded(server.videos, online)
  const averages = useLoaded(server.averages, online)
  const bookings = useLoaded(server.bookings, online)
  return (
    <>
      <header className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-2xl [word-break:auto-phrase]">
            <Phrases>{COPY.dashboardTitle}</Phrases>
          </h1>
          {asked.value && <ChannelLine channel={asked.value.channel} />}
          {!online && asked.value && <p className="mt-1 text-sm text-caution">{COPY.stale}</p>}
        </div>
        {asked.value && (
          <TellChannel
            userId={userId}
            online={online}
            channel={asked.value.channel}
            server={server}
            onTold={asked.reload}
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

function ChannelLine({ channel }: { channel: Channel | null }) {
  if (channel === null) return <p className="mt-1 text-sm text-muted">{COPY.noChannel}</p>
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

type TellChannelProps = {
  userId: string
  online: boolean
  channel: Channel | null
  server: Pick<CreatorServer, 'registerChannel' | 'changeChannel'>
  onTold: () => void
}

/** Registers a channel where there is none, else changes it. */
function TellChannel({ userId, online, channel, server, onTold }: TellChannelProps) {
  const [open, setOpen] = useState(false)
  const words = channel ? CHANGING : REGISTERING
  return (
    <>
      <Button size="sm" icon={<Icon name="edit" size={16} />} onClick={() => setOpen(true)}>
        {words.title}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={words.title}>
        <ChannelForm
          userId={userId}
          online={online}
          {...(channel ? { channel } : { consent: <ConsentWords /> })}
          action={words.action}
          offlineNotice={words.offline}
          send={channel ? server.changeChannel : server.registerChannel}
          onDone={() => {
            setOpen(false)
            showToast({ kind: 'success', message: words.done })
            onTold()
          }}
        />
      </Dialog>
    </>
  )
}

const CHANGING = {
  title: COPY.changeChannel,
  action: COPY.change,
  offline: COPY.changeOffline,
  done: COPY.channelChanged,
}
const REGISTERING = {
  title: COPY.registerChannel,
  action: COPY.register,
  offline: COPY.registerOffline,
  done: COPY.registered,
}
