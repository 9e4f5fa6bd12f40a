import { createLazyRoute, useNavigate } from '@tanstack/react-router'
import { useAccount, useApp, useOnline } from '#app/app-context.ts'
import { registerChannel } from '#app/creator.ts'
import { RegisterScreen } from '#features/creator/register-screen.tsx'

export const Route = createLazyRoute('/youtuber/register')({ component: Register })

function Register() {
  const app = useApp()
  const account = useAccount()
  const online = useOnline()
  const navigate = useNavigate()
  if (!account) return null
  return (
    <RegisterScreen
      userId={account.userId}
      online={online}
      isCreator={account.isCreator}
      register={(channel_url) => registerChannel(app, { channel_url, replace: false })}
      onRegistered={() => void navigate({ to: '/youtuber/dashboard' })}
    />
  )
}
