import { createLazyRoute } from '@tanstack/react-router'
import { useStore } from '#app/app-context.ts'
import { HistoryScreen } from '#features/history/history-screen.tsx'
import { MissingVideo } from './missing-video.tsx'
import { useRenderVideo } from './use-render-video.tsx'

export const Route = createLazyRoute('/profile/history')({ component: History })

function History() {
  return <HistoryScreen store={useStore()} renderVideo={useRenderVideo()} missing={<MissingVideo />} />
}
