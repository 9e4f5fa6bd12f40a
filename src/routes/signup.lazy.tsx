import { createLazyRoute, useRouter } from '@tanstack/react-router'
import { useApp, useOnline } from '#app/app-context.ts'
import { SignupScreen } from '#features/auth/signup-screen.tsx'

export const Route = createLazyRoute('/signup')({ component: Signup })

function Signup() {
  const { from } = Route.useSearch()
  const { session } = useApp()
  const router = useRouter()
  return (
    <SignupScreen
      actions={session.actions}
      online={useOnline()}
      from={from}
      onDone={() => router.history.replace(from ?? '/')}
    />
  )
}
