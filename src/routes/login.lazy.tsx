import { createLazyRoute, useRouter } from '@tanstack/react-router'
import { useApp, useOnline } from '#app/app-context.ts'
import { LoginScreen } from '#features/auth/login-screen.tsx'

export const Route = createLazyRoute('/login')({ component: Login })

function Login() {
  const { from } = Route.useSearch()
  const { session } = useApp()
  const router = useRouter()
  return (
    <LoginScreen
      actions={session.actions}
      online={useOnline()}
      from={from}
      onDone={() => router.history.replace(from ?? '/')}
    />
  )
}
