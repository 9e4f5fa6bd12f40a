import { createLazyRoute } from '@tanstack/react-router'
import { useAccount, useApp, useStore, useValue } from '#app/app-context.ts'
import { useAnswerConnection } from '#app/answer-connection.ts'
import { NotificationsScreen } from '#features/notifications/notifications-screen.tsx'

export const Route = createLazyRoute('/profile/notifications')({ component: Notifications })

function Notifications() {
  const { filter } = Route.useSearch()
  const isPremium = useAccount()?.isPremium ?? false
  const answerConnection = useAnswerConnection()
  return (
    <NotificationsScreen
      store={useStore()}
      failed={useValue(useApp().keeper.state).status === 'failed'}
      isPremium={isPremium}
      filter={filter}
      answerConnection={answerConnection}
    />
  )
}
