import { createLazyRoute } from '@tanstack/react-router'
import { useAnswerConnection } from '#app/answer-connection.ts'
import { useOnline, useStore } from '#app/app-context.ts'
import { NotificationPreviews } from '#features/notifications/notification-previews.tsx'
import { DashboardScreen } from '#features/premium/dashboard-screen.tsx'
import { usePremium } from './use-premium.ts'

export const Route = createLazyRoute('/premium/dashboard')({ component: PremiumDashboard })

function PremiumDashboard() {
  const { payment } = Route.useSearch()
  const store = useStore()
  const answerConnection = useAnswerConnection()
  return (
    <DashboardScreen
      online={useOnline()}
      premium={usePremium()}
      paid={payment === 'success'}
      notifications={
        store && <NotificationPreviews store={store} isPremium answerConnection={answerConnection} />
      }
    />
  )
}
