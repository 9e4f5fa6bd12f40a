import { createLazyRoute, useNavigate } from '@tanstack/react-router'
import { useAccount, useApp, useOnline, useSession, useStore, useValue } from '#app/app-context.ts'
import { deleteAccount } from '#app/delete-account.ts'
import { deletionReceipt } from '#app/deletion-receipt.ts'
import { leave } from '#app/leave.ts'
import { useSignOut } from '#app/shell/sign-out.tsx'
import { changeTheme, currentTheme } from '#app/theme.ts'
import { SettingsScreen } from '#features/account-settings/settings-screen.tsx'
import { ChangeEmail } from '#features/auth/change-email.tsx'
import { ChangePassword } from '#features/auth/change-password.tsx'
import { DeleteAccount } from '#features/auth/delete-account.tsx'
import { SecondFactor } from '#features/auth/second-factor.tsx'
import { OwnPresence } from '#features/presence/own-presence.tsx'
import { SettingsData } from './settings-data.tsx'

export const Route = createLazyRoute('/profile/settings')({ component: Settings })

function Settings() {
  const app = useApp()
  const navigate = useNavigate()
  const online = useOnline()
  const email = useAccount()?.email ?? ''
  const session = useSession()
  const store = useStore()
  const secondFactorSince = session.status === 'signedIn' ? session.secondFactorSince : undefined
  const { changeEmail, changePassword } = app.session.actions
  return (
    <SettingsScreen
      email={email}
      newEmail={session.status === 'signedIn' ? session.newEmail : undefined}
      theme={useValue(currentTheme)}
      onTheme={changeTheme}
      emailForm={(close) => (
        <ChangeEmail change={changeEmail} online={online} email={email} onClose={close} />
      )}
      passwordForm={(close) => (
        <ChangePassword change={changePassword} online={online} email={email} onClose={close} />
      )}
      secondFactor={<SecondFactor since={secondFactorSince} online={online} actions={app.session.actions} />}
      data={
        <>
          <OwnPresence store={store} />
          <SettingsData />
        </>
      }
      deletion={
        <DeleteAccount
          asksCode={secondFactorSince !== undefined}
          remove={(given) => deleteAccount(app, given)}
          online={online}
          email={email}
          onDeleted={async (receipt) => {
            deletionReceipt.set(receipt)
            await leave(app, 'discard', () => navigate({ to: '/account-deleted', replace: true }))
          }}
        />
      }
      onSignOut={useSignOut()}
    />
  )
}
