import { useRef, useState } from 'react'
import { isPhoneValid, type OwnVerification } from '#domain/verification.ts'
import { serverNow } from '#platform/clock.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { KeptAge } from '#ui/kept-age.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast-list.ts'
import { useLoaded, type Ask } from '#ui/use-loaded.ts'
import { COPY } from './copy.ts'
import { IdentityRequest, type IdentityRequestProps } from './identity-request.tsx'
import { Levels } from './levels.tsx'
import { PhoneForm, type PhoneFormProps } from './phone-form.tsx'
import { Points } from './points.tsx'
import { openFirebase } from './use-phone-auth.ts'

type VerificationScreenProps = Pick<PhoneFormProps, 'online' | 'firebase' | 'record'> &
  Pick<IdentityRequestProps, 'sendDocument'> & {
    /** Asks the server; rejects when it cannot be asked. */
    load: Ask<OwnVerification>
    openPhoneAuth?: PhoneFormProps['openPhoneAuth']
  }

/** /profile/verification: how sure we are of a person, how they verify their phone, and their points. Without a connection what was last read. */
export function VerificationScreen({
  online,
  load,
  sendDocument,
  openPhoneAuth = openFirebase,
  ...phone
}: VerificationScreenProps) {
  usePageTitle(COPY.title)
  const { value: verification, asOf, failed, looking, reload } = useLoaded(load, online)
  /** The person asked for the form, or is done with it; until then the verification decides. */
  const [form, setForm] = useState<'asked' | 'done' | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const now = serverNow()
  const verified = verification !== null && isPhoneValid(verification, now)
  const unverified = verification === null ? !online && !looking : !verified
  const asks = form === 'asked' || (form === null && unverified)

  const onVerified = (points: number): void => {
    showToast({ kind: 'success', message: points > 0 ? COPY.doneWithPoints(points) : COPY.done })
    setForm('done')
    // The form that had the focus goes
    heading.current?.focus()
    reload()
  }

  return (
    <div className="max-w-2xl">
      <header className="mb-6">
        <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {COPY.title}
        </h1>
        <p className="mt-1 text-sm text-muted [word-break:auto-phrase]">{COPY.lead}</p>
      </header>
      <div className="grid gap-10">
        {verification ? (
          <section aria-labelledby="levels-heading">
            <h2 id="levels-heading" className="mb-4 text-lg">
              {COPY.levels}
            </h2>
            {!online && (
              <p className="mb-3 text-sm text-caution">
                {COPY.stale} <KeptAge asOf={asOf} />
              </p>
            )}
            <Levels verification={verification} now={now} />
          </section>
        ) : (
          <Missing online={online} failed={failed} looking={looking} onRetry={reload} />
        )}
        {asks && (
          <section aria-labelledby="phone-heading">
            <h2 id="phone-heading" className="mb-4 text-lg">
              {COPY.phoneTitle}
            </h2>
            <PhoneForm online={online} openPhoneAuth={openPhoneAuth} onVerified={onVerified} {...phone} />
          </section>
        )}
        {!asks && verified && (
          <Button variant="quiet" className="justify-self-start" onClick={() => setForm('asked')}>
            {COPY.again}
          </Button>
        )}
        {verification && (
          <IdentityRequest
            online={online}
            verification={verification}
            phoneValid={verified}
            sendDocument={sendDocument}
            onSent={reload}
          />
        )}
        {verification && <Points points={verification.points} transactions={verification.transactions} />}
      </div>
    </div>
  )
}

type MissingProps = { online: boolean; failed: boolean; looking: boolean; onRetry: () => void }

function Missing({ online, failed, looking, onRetry }: MissingProps) {
  if (looking || (online && !failed)) {
    return (
      <Loading label={COPY.loading}>
        <Skeleton className="h-56 rounded-xl!" />
      </Loading>
    )
  }
  if (!online) return <EmptyState icon="offline" title={COPY.needsConnection} />
  return (
    <EmptyState
      icon="alert"
      title={COPY.loadFailed}
      action={<Button onClick={onRetry}>{COPY.retry}</Button>}
    />
  )
}
