import { createLazyRoute } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useAccount, useApp, useOnline } from '#app/app-context.ts'
import { askKept } from '#app/kept-answers/ask-kept.ts'
import { loadOwnDocument } from '#app/own-document.ts'
import { loadVerification, recordPhone, requestIdentity } from '#app/verification.ts'
import { VerificationScreen } from '#features/verification/verification-screen.tsx'

export const Route = createLazyRoute('/profile/verification')({ component: Verification })

function Verification() {
  const userId = useAccount()?.userId
  return userId === undefined ? null : <VerificationOf userId={userId} />
}

function VerificationOf({ userId }: { userId: string }) {
  const app = useApp()
  const online = useOnline()
  // What came without a connection is the shell, in which the human check cannot be shown
  const [cameOffline] = useState(!online)
  useEffect(() => {
    if (cameOffline && online) loadOwnDocument()
  }, [cameOffline, online])
  return (
    <VerificationScreen
      online={online}
      load={useMemo(() => askKept(app, (rest) => loadVerification({ rest })), [app])}
      firebase={useCallback(async () => (await app.environment()).firebase ?? null, [app])}
      sendDocument={(file, birthDate) => requestIdentity(app, userId, file, birthDate)}
      record={(token, phone) => recordPhone(app, token, phone)}
    />
  )
}
