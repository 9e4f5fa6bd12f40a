import { createLazyRoute } from '@tanstack/react-router'
import { useApp, useOnline, useStore, useValue } from '#app/app-context.ts'
import { usePush } from '#app/push.ts'
import { unsentOf } from '#app/store/store-state.ts'
import { InstallGuideButton } from '#features/install/install-guide-button.tsx'
import { NotificationSettingsScreen } from '#features/notification-settings/notification-settings-screen.tsx'
import { PushSection } from '#features/notification-settings/push-section.tsx'
import { pageSounder } from '#features/sound/page-sounder.ts'
import { SoundSection } from '#features/sound/sound-section.tsx'
import { useNotificationBudget } from './notifications-budget.ts'

export const Route = createLazyRoute('/profile/notification-settings')({ component: NotificationSettings })

function NotificationSettings() {
  const store = useStore()
  const online = useOnline()
  const push = usePush()
  const unsent = unsentOf(useValue(useApp().keeper.state))
  return (
    <NotificationSettingsScreen
      store={store}
      budget={useNotificationBudget(store)}
      online={online}
      device={
        <>
          <PushSection {...push} online={online} installGuide={<InstallGuideButton unsent={unsent} />} />
          <SoundSection sample={(sound) => void pageSounder().sample(sound)} />
        </>
      }
    />
  )
}
