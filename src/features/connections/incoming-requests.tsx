import { Link } from '@tanstack/react-router'
import { type ComponentProps, useId, useMemo } from 'react'
import { type IncomingRequest, incomingRequests } from '#sync/collections/connection-view.ts'
import type { Store } from '#sync/store.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { useLive } from '#ui/use-live.ts'
import { useShownCount } from '#ui/use-shown-count.ts'
import { ConnectionPanel } from './connection-panel.tsx'
import { COPY } from './copy.ts'

const FIRST_SHOWN = 20

/** Who asks the person for a connection; null until the device has looked. */
export function useIncomingRequests(store: Store | null): IncomingRequest[] | null {
  const requests$ = useMemo(() => store && incomingRequests(store), [store])
  return useLive<IncomingRequest[] | null>(requests$, null)
}

type IncomingRequestsProps = {
  store: Store
  requests: IncomingRequest[]
  requestConnection: ComponentProps<typeof ConnectionPanel>['requestConnection']
}

/** Those who ask, each with the answer; nothing when nobody does. */
export function IncomingRequests({ store, requests, requestConnection }: IncomingRequestsProps) {
  const headingId = useId()
  const { shown, showMore } = useShownCount(FIRST_SHOWN)
  if (requests.length === 0) return null
  return (
    <section aria-labelledby={headingId} className="grid gap-3">
      <h2 id={headingId} className="text-base">
        {COPY.incoming}
      </h2>
      <ul className="overflow-hidden rounded-xl border border-line bg-surface">
        {requests.slice(0, shown).map(({ id, asker }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 last:border-0"
          >
            <Link
              to="/profile/$personId"
              params={{ personId: asker.id }}
              className="flex min-h-11 min-w-0 flex-1 basis-36 items-center gap-3 font-bold text-ink no-underline wrap-anywhere hover:underline"
            >
              <Avatar name={asker.username} src={asker.avatar_url} />
              {asker.username}
            </Link>
            <ConnectionPanel store={store} personId={asker.id} requestConnection={requestConnection} inList />
          </li>
        ))}
      </ul>
      {requests.length > shown && (
        <Button onClick={showMore} className="justify-self-center">
          {COPY.more}
        </Button>
      )}
    </section>
  )
}
