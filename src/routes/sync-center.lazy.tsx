import { createLazyRoute } from '@tanstack/react-router'
import { useAccount, useApp, useOnline, useStore, useValue } from '#app/app-context.ts'
import { diagnose } from '#app/diagnosis.ts'
import { syncNow } from '#app/sync-now.ts'
import { hasRoom } from '#features/favorites/change-favorite.ts'
import { beginEditing } from '#features/messages/begin-editing.ts'
import { SyncCenterScreen } from '#features/sync-center/sync-center-screen.tsx'

export const Route = createLazyRoute('/profile/sync')({ component: SyncCenter })

function SyncCenter() {
  const app = useApp()
  const store = useStore()
  const isPremium = useAccount()?.isPremium ?? false
  return (
    <SyncCenterScreen
      store={store}
      failed={useValue(app.keeper.state).status === 'failed'}
      online={useOnline()}
      syncNow={() => syncNow(app)}
      roomForFavorite={() => (store ? hasRoom(store, isPremium) : Promise.resolve(false))}
      diagnose={() => diagnose(app)}
      onEdit={({ collection, id, document }) => {
        const { body } = document
        if (store && collection === 'messages' && typeof body === 'string')
          beginEditing(store.userId, id, body)
      }}
    />
  )
}
