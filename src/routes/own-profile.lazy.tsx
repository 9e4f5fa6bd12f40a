import { createLazyRoute } from '@tanstack/react-router'
import { useAccount, useApp, useOnline, useStore } from '#app/app-context.ts'
import { changeAvatar, removeAvatar } from '#app/avatar.ts'
import { saveProfile } from '#app/save-profile.ts'
import { useSignOut } from '#app/shell/sign-out.tsx'
import { ProfileScreen } from '#features/profile/profile-screen.tsx'

export const Route = createLazyRoute('/profile/')({ component: OwnProfile })

function OwnProfile() {
  const { edit } = Route.useSearch()
  const app = useApp()
  const account = useAccount()
  const online = useOnline()
  const store = useStore()
  const signOut = useSignOut()
  if (!account) return null
  return (
    <ProfileScreen
      store={store}
      account={account}
      online={online}
      saveProfile={(changes) => saveProfile(app, account.userId, changes)}
      avatar={{
        change: (picture) => changeAvatar(app, account.userId, picture),
        remove: () => removeAvatar(app, account.userId),
      }}
      editAt={edit}
      onSignOut={signOut}
    />
  )
}
