import { createLazyRoute, useRouter } from '@tanstack/react-router'
import { useApp, useOnline } from '#app/app-context.ts'
import { LoginScreen } from '#features/auth/login-screen.tsx'
import { CodeStep } from './code-step.tsx'

export const Route = createLazyRoute('/login')({ component: Login })

function Login() {
  const { from } = Route.useSearch()
  const { session } = useApp()
  const router = useRouter()
  const online = useOnline()
  const onDone = () => router.history.replace(from ?? '/')
  return (
    <CodeStep onDone={onDone}>
      <LoginScreen actions={session.actions} online={online} from={from} onDone={onDone} />
    </CodeStep>
  )
}
