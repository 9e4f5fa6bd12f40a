import { useMemo, useState, useSyncExternalStore } from 'react'
import { Link } from '@tanstack/react-router'
import { deleteView, recentHistory, undoDeleteView, type ViewItem } from '#sync/collections/history.ts'
import { stillArriving } from '#sync/status.ts'
import type { Store } from '#sync/store.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { MediaSkeletons } from '#ui/media-skeleton.tsx'
import { minuteClock } from '#ui/minute-clock.ts'
import { usePageTitle } from '#ui/page-title.ts'
import { Loading } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast.tsx'
import { offerUndo } from '#ui/undo-toast.ts'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import { useLive } from '#ui/use-live.ts'
import { useShownCount } from '#ui/use-shown-count.ts'
import { COPY } from './copy.ts'
import { groupByDay } from './group-by-day.ts'
import { HistoryItem, type RenderView } from './history-item.tsx'

const PAGE = 100
const SKELETONS = 6

type HistoryScreenProps = { store: Store | null; renderVideo: RenderView }

/** What the person watched, day by day, from the device. */
export function HistoryScreen({ store, renderVideo }: HistoryScreenProps) {
  usePageTitle(COPY.title)
  const { shown: limit, showMore } = useShownCount(PAGE)
  const live = useMemo(() => store && recentHistory(store, limit), [store, limit])
  const loaded = useLive<ViewItem[] | undefined>(live, undefined)
  const arriving = useLive(
    useMemo(() => store && stillArriving(store), [store]),
    true,
  )
  // While a longer list is being read, the shorter one stays; never that of another account.
  const [kept, setKept] = useState<{ store: Store; views: ViewItem[] } | null>(null)
  if (store && loaded && kept?.views !== loaded) setKept({ store, views: loaded })
  const views = loaded ?? (kept?.store === store ? kept?.views : undefined)
  return (
    <div>
      <h1 className="mb-6 text-2xl">{COPY.title}</h1>
      {!store || !views || (views.length === 0 && arriving) ? (
        <Loading>
          <MediaSkeletons layout="fluid" count={SKELETONS} className="video-grid" />
        </Loading>
      ) : (
        <HistoryDays store={store} views={views} renderVideo={renderVideo} />
      )}
      {views?.length === limit && (
        <div className="mt-8 text-center">
          <Button onClick={showMore}>{COPY.more}</Button>
        </div>
      )}
    </div>
  )
}

async function remove(store: Store, videoId: string): Promise<void> {
  try {
    await deleteView(store, videoId)
    const undo = () => undoDeleteView(store, videoId)
    offerUndo({ message: COPY.removed, subject: `view:${videoId}`, undo })
  } catch {
    showToast({ kind: 'error', message: COPY.failed })
  }
}

type HistoryDaysProps = { store: Store; views: ViewItem[]; renderVideo: RenderView }

function HistoryDays({ store, views, renderVideo }: HistoryDaysProps) {
  const now = useSyncExternalStore(minuteClock.subscribe, minuteClock.read)
  const { listRef, removing } = useFocusAfterRemoval<HTMLDivElement>(views.length)
  return (
    <div ref={listRef} tabIndex={-1} className="grid gap-10 outline-none">
      {views.length === 0 && (
        <EmptyState
          icon="history"
          title={COPY.empty}
          body={COPY.emptyBody}
          action={
            <Link to="/search" className={buttonClass({ variant: 'primary' })}>
              {COPY.emptyAction}
            </Link>
          }
        />
      )}
      {groupByDay(views, now).map(({ label, items }) => (
        <section key={label} aria-label={label}>
          <h2 className="mb-4 text-base text-muted">{label}</h2>
          <ul className="video-grid">
            {items.map((view) => (
              <HistoryItem
                key={view.id}
                view={view}
                renderVideo={renderVideo}
                onRemove={() => {
                  removing(views.indexOf(view))
                  void remove(store, view.video_id)
                }}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
