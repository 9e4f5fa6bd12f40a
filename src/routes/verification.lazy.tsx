import { createLazyRoute } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useApp, useOnline } from '#app/app-context.ts'
import { loadVerificationDocument } from '#app/verification-document.ts'
import { loadVerification, recordPhone } from '#app/verification.ts'
import { VerificationScreen } from '#features/verification/verification-screen.tsx'

export const Route = createLazyRoute('/profile/verification')({ component: Verification })

function Verification() {
  const app = useApp()
  const online = useOnline()
  // What came without a connection is the shell, in which the human check cannot be shown
  const [cameOffline] = useState(!online)
  useEffect(() => {
    if (cameOffline && online) loadVerificationDocument()
  }, [cameOffline, online])
  return (
    <VerificationScreen
      online={online}
      load={useCallback(() => loadVerification(app), [app])}
      firebase={useCallback(async () => (await app.environment()).firebase ?? null, [app])}
      record={(token, phone) => recordPhone(app, token, phone)}
    />
  )
}
