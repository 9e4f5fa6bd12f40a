import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { Link } from '@tanstack/react-router'
import type { Catalogue } from '#domain/catalogue.ts'
import { isAnythingShared, sharedYoutubeId, type Shared } from '#domain/shared-link.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import { useLive } from '#ui/use-live.ts'
import { COPY, whyNot } from './copy.ts'
import { KeptLinkItem } from './kept-link-item.tsx'
import { dropLink, keepLink, keptLinks, type KeptLink } from './kept-links.ts'

const LOADING = { status: 'loading' } as const

type ShareScreenProps = {
  catalogue: Catalogue
  shared: Shared
  /** Leads to the video, in the place of this screen. */
  open: (youtubeId: string) => void
  /** What was shared is kept: the address need not say it any more, or loading the page anew would keep it again. */
  onKept: () => void
}

/** /share: where a link that another app shares arrives. Its video opens at once, or is kept until it can be. */
export function ShareScreen({ catalogue, shared, open, onKept }: ShareScreenProps) {
  usePageTitle(COPY.title)
  const youtubeId = sharedYoutubeId(shared)
  const [arrived, setArrived] = useState(youtubeId)
  const [seen, setSeen] = useState(youtubeId)
  if (seen !== youtubeId) {
    setSeen(youtubeId)
    if (youtubeId !== undefined) setArrived(youtubeId)
  }
  const links = useSyncExternalStore(keptLinks.listen, keptLinks.read)
  const { listRef, removing } = useFocusAfterRemoval<HTMLUListElement>(links.length)
  const hasNoLink = youtubeId === undefined && isAnythingShared(shared)
  const remove = (link: KeptLink, index: number): void => {
    removing(index)
    if (link.youtubeId === arrived) setArrived(undefined)
    dropLink(link.youtubeId)
  }
  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="text-2xl">{COPY.title}</h1>
      <p className="mt-2 text-muted [word-break:auto-phrase]">{COPY.lead}</p>
      {arrived !== undefined && (
        <Arrival
          key={arrived}
          catalogue={catalogue}
          youtubeId={arrived}
          title={shared.title}
          isKept={links.some((link) => link.youtubeId === arrived)}
          open={open}
          onKept={onKept}
        />
      )}
      {hasNoLink && (
        <div role="alert" className="mt-6 rounded-lg bg-caution-soft px-4 py-3 text-sm text-caution">
          <p className="font-bold [word-break:auto-phrase]">{COPY.noLink}</p>
          <p className="mt-1 [word-break:auto-phrase]">{COPY.noLinkBody}</p>
          <Link
            to="/search"
            search={shared.title.trim() === '' ? {} : { q: shared.title.trim() }}
            className={`${buttonClass({ size: 'sm' })} mt-3`}
          >
            {COPY.search}
          </Link>
        </div>
      )}
      {links.length > 0 && (
        <section aria-labelledby="kept-links" className="mt-9">
          <h2 id="kept-links" className="text-lg">
            {COPY.kept}
          </h2>
          <ul
            ref={listRef}
            tabIndex={-1}
            className="mt-3 divide-y divide-line rounded-xl border border-line bg-surface outline-none"
          >
            {links.map((link, index) => (
              <KeptLinkItem
                key={link.youtubeId}
                catalogue={catalogue}
                link={link}
                onRemove={() => remove(link, index)}
              />
            ))}
          </ul>
        </section>
      )}
      {links.length === 0 && arrived === undefined && !hasNoLink && (
        <EmptyState
          icon="video"
          title={COPY.empty}
          body={COPY.emptyBody}
          action={
            <Link to="/search" className={buttonClass()}>
              {COPY.search}
            </Link>
          }
        />
      )}
    </div>
  )
}

type ArrivalProps = Pick<ShareScreenProps, 'catalogue' | 'open' | 'onKept'> & {
  youtubeId: string
  title: string
  isKept: boolean
}

/** Opens the video as soon as it is there: at once, or when the connection comes while one still waits here. */
function Arrival({ catalogue, youtubeId, title, isKept, open, onKept }: ArrivalProps) {
  const live = useMemo(() => catalogue.byId(youtubeId), [catalogue, youtubeId])
  const loaded = useLive(live, LOADING)
  const isReady = loaded.status === 'ready'
  const reason = loaded.status === 'error' ? loaded.code : null
  const [lastReason, setLastReason] = useState(reason)
  if (reason !== null && reason !== lastReason) setLastReason(reason)
  // The title goes from the address once the link is kept
  const [name] = useState(title)
  useEffect(() => {
    if (!isReady) return
    dropLink(youtubeId)
    open(youtubeId)
  }, [isReady, youtubeId, open])
  // Before it is painted, or it would be said for a moment that nothing was kept
  useLayoutEffect(() => {
    if (reason !== null && keepLink({ youtubeId, title: name })) onKept()
  }, [reason, youtubeId, name, onKept])
  const told = isKept ? COPY.keptNow : COPY.notKept
  return (
    <p role="status" className="mt-6 rounded-lg bg-sunken px-4 py-3 text-sm [word-break:auto-phrase]">
      {lastReason === null ? COPY.opening : told(whyNot(lastReason))}
    </p>
  )
}
