import { useState, type ReactNode } from 'react'
import { useApp, useOnline, useSession } from '#app/app-context.ts'
import { CodeScreen } from '#features/auth/code-screen.tsx'

/** Where a code is due, it is asked for in place of `children`, and until the page is left. */
export function CodeStep({ onDone, children }: { onDone: () => void; children: ReactNode }) {
  const { actions } = useApp().session
  const state = useSession()
  const online = useOnline()
  const due = state.status === 'signedOut' ? state.codeDue : undefined
  const [asked, setAsked] = useState(due)
  if (due && due !== asked) setAsked(due)
  const shown = due ?? (state.status === 'signedIn' && !state.recovering ? asked : undefined)
  if (!shown) return children
  return (
    <CodeScreen
      email={shown.email}
      online={online}
      giveCode={actions.giveCode}
      onDone={onDone}
      onBack={() => void actions.cancelCode()}
    />
  )
}
