import { createLazyRoute } from '@tanstack/react-router'
import { useOnline, useStore } from '#app/app-context.ts'
import { NotificationSettingsScreen } from '#features/notification-settings/notification-settings-screen.tsx'
import { pageSounder } from '#features/sound/page-sounder.ts'
import { SoundSection } from '#features/sound/sound-section.tsx'
import { useNotificationBudget } from './notifications-budget.ts'

export const Route = createLazyRoute('/profile/notification-settings')({ component: NotificationSettings })

function NotificationSettings() {
  const store = useStore()
  return (
    <NotificationSettingsScreen
      store={store}
      budget={useNotificationBudget(store)}
      online={useOnline()}
      sound={<SoundSection sample={(sound) => void pageSounder().sample(sound)} />}
    />
  )
}
