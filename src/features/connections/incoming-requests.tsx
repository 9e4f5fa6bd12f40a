import { Link } from '@tanstack/react-router'
import { type ComponentProps, useId, useMemo } from 'react'
import { type IncomingRequest, incomingRequests } from '#sync/collections/connection-view.ts'
import type { Store } from '#sync/store.ts'
import { Avatar } from '#ui/avatar.tsx'
import { useLive } from '#ui/use-live.ts'
import { ConnectionPanel } from './connection-panel.tsx'
import { COPY } from './copy.ts'

const NONE: IncomingRequest[] = []

type IncomingRequestsProps = {
  store: Store
  requestConnection: ComponentProps<typeof ConnectionPanel>['requestConnection']
}

/** Who asks the person for a connection, each with the answer; nothing when nobody does. */
export function IncomingRequests({ store, requestConnection }: IncomingRequestsProps) {
  const headingId = useId()
  const requests = useLive(
    useMemo(() => incomingRequests(store), [store]),
    NONE,
  )
  if (requests.length === 0) return null
  return (
    <section aria-labelledby={headingId} className="mb-5 grid gap-3">
      <h2 id={headingId} className="text-lg">
        {COPY.incoming}
      </h2>
      <ul className="grid gap-3">
        {requests.map(({ id, asker }) => (
          <li key={id} className="grid gap-3 rounded-xl border border-line bg-surface p-4">
            <Link
              to="/profile/$personId"
              params={{ personId: asker.id }}
              className="flex min-h-11 items-center gap-3 font-bold text-ink no-underline wrap-anywhere hover:underline"
            >
              <Avatar name={asker.username} src={asker.avatar_url} />
              {asker.username}
            </Link>
            <ConnectionPanel store={store} personId={asker.id} requestConnection={requestConnection} />
          </li>
        ))}
      </ul>
    </section>
  )
}
