import { createLazyRoute, useNavigate } from '@tanstack/react-router'
import { useApp, useOnline, useSession } from '#app/app-context.ts'
import { ResetPasswordScreen } from '#features/auth/reset-password-screen.tsx'
import { CodeStep } from './code-step.tsx'

export const Route = createLazyRoute('/reset-password')({ component: ResetPassword })

function ResetPassword() {
  const { session } = useApp()
  const state = useSession()
  const navigate = useNavigate()
  return (
    <CodeStep onDone={() => {}}>
      <ResetPasswordScreen
        actions={session.actions}
        online={useOnline()}
        recovering={state.status === 'signedIn' && state.recovering}
        linkError={session.linkRefused}
        email={state.status === 'signedIn' ? state.email : undefined}
        onDone={() => void navigate({ to: '/', replace: true })}
      />
    </CodeStep>
  )
}
