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
  tellChannel,
} from '#app/creator.ts'
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
  const { payment } = Route.useSearch()
  const server = useMemo(
    (): CreatorServer => ({
      channel: async () => ({ channel: await loadChannel(app, userId) }),
      videos: () => loadOwnVideos(app, userId),
      averages: () => loadAverages(app),
      ratings: (days, video) => loadDayRatings(app, days, video),
      bookings: () => loadBookings(app, userId),
      report: (days) => loadPromotionReport(app, days),
      registerChannel: (channel) => tellChannel(app, 'register_youtuber', channel),
      changeChannel: (channel) => tellChannel(app, 'change_channel', channel),
      importVideos: (order) => importVideos(app, order),
    }),
    [app, userId],
  )
  return (
    <DashboardScreen
      userId={userId}
      online={useOnline()}
      server={server}
      fromPayment={payment === 'success'}
      renderVideo={useRenderVideo()}
    />
  )
}
