import { Link } from '@tanstack/react-router'
import type { ChannelResult } from '#domain/channel.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { showToast } from '#ui/toast-list.ts'
import { ChannelForm } from './channel-form.tsx'
import { ConsentWords } from './consent-words.tsx'
import { COPY } from './copy.ts'

type RegisterScreenProps = {
  userId: string
  online: boolean
  isCreator: boolean
  register: (channelUrl: string) => Promise<ChannelResult>
  onRegistered: () => void
}

/** /youtuber/register: a person becomes a creator. Needs a connection; what is typed without one stays. */
export function RegisterScreen({ userId, online, isCreator, register, onRegistered }: RegisterScreenProps) {
  usePageTitle(COPY.registerTitle)
  return (
    <div className="grid gap-10 lg:grid-cols-[minmax(0,36rem)_minmax(0,22rem)] lg:gap-16">
      <div>
        <header className="mb-6">
          <h1 className="text-2xl">{COPY.registerTitle}</h1>
          <p className="mt-1 text-sm text-muted [word-break:auto-phrase]">{COPY.registerLead}</p>
        </header>
        {isCreator ? (
          <EmptyState
            icon="checkCircle"
            title={COPY.isCreator}
            action={
              <Link to="/youtuber/dashboard" className={buttonClass({ variant: 'primary' })}>
                {COPY.toDashboard}
              </Link>
            }
          />
        ) : (
          <ChannelForm
            userId={userId}
            online={online}
            action={COPY.register}
            offlineNotice={COPY.registerOffline}
            send={register}
            onDone={() => {
              showToast({ kind: 'success', message: COPY.registered })
              onRegistered()
            }}
            consent={<ConsentWords />}
          />
        )}
      </div>
      {!isCreator && <BeforeRegistering />}
    </div>
  )
}

function BeforeRegistering() {
  return (
    <aside aria-label={COPY.registerAside} className="h-fit rounded-xl border border-line bg-surface p-5">
      <h2 className="text-base">{COPY.registerAside}</h2>
      <ul className="mt-3 grid list-disc gap-2 ps-5 text-sm text-muted">
        {COPY.registerFacts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </aside>
  )
}
