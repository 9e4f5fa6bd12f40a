import { createLazyRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useAccount, useApp, useOnline } from '#app/app-context.ts'
import {
  loadAverages,
  loadBookings,
  loadChannel,
  loadDayRatings,
  loadOwnVideos,
  loadPromotionReport,
  registerChannel,
} from '#app/creator.ts'
import { askKept } from '#app/kept-answers/ask-kept.ts'
import { importVideos } from '#app/import-videos.ts'
import type { CreatorServer } from '#features/creator/creator-server.ts'
import { DashboardScreen } from '#features/creator/dashboard-screen.tsx'
import { useRenderVideo } from './use-render-video.tsx'

export const Route = createLazyRoute('/youtuber/dashboard')({ component: Dashboard })

function Dashboard() {
  const userId = useAccount()?.userId
  return userId === undefined ? null : <DashboardOf key={userId} userId={userId} />
}

function DashboardOf({ userId }: { userId: string }) {
  const app = useApp()
  const fromPayment = Route.useSearch().payment === 'success'
  const server = useMemo(
    (): CreatorServer => ({
      channel: askKept(app, async (rest) => ({ channel: await loadChannel({ rest }, userId) })),
      videos: askKept(app, (rest) => loadOwnVideos({ rest }, userId)),
      averages: askKept(app, (rest) => loadAverages({ rest })),
      ratings: (period, video) =>
        askKept(app, async (rest) => ({ period, days: await loadDayRatings({ rest }, period, video) })),
      // What was kept before a payment says nothing of it
      bookings: fromPayment
        ? () => loadBookings(app, userId)
        : askKept(app, (rest) => loadBookings({ rest }, userId)),
      report: (period) =>
        askKept(app, async (rest) => ({ period, rows: await loadPromotionReport({ rest }, period) })),
      registerChannel: (channel_url) => registerChannel(app, { channel_url, replace: false }),
      changeChannel: (channel_url) => registerChannel(app, { channel_url, replace: true }),
      importVideos: (order) => importVideos(app, order),
    }),
    [app, userId, fromPayment],
  )
  return (
    <DashboardScreen
      userId={userId}
      online={useOnline()}
      server={server}
      fromPayment={fromPayment}
      renderVideo={useRenderVideo()}
    />
  )
}
