import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { Link } from '@tanstack/react-router'
import { oncePer } from '#platform/once-per.ts'
import {
  deleteView,
  recentHistory,
  undoDeleteView,
  viewCount,
  type ViewItem,
} from '#sync/collections/history.ts'
import type { Arrival } from '#sync/engine-state.ts'
import type { Store } from '#sync/store.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { liveStart } from '#ui/live-start.ts'
import { LongGroups, type Place, WHOLE } from '#ui/long-list.tsx'
import { MediaSkeletons } from '#ui/media-skeleton.tsx'
import { minuteClock } from '#ui/minute-clock.ts'
import { NotArrived } from '#ui/not-arrived.tsx'
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

const SKELETONS = 6
const useHistory = liveStart(recentHistory)
const liveCount = oncePer(viewCount)

type HistoryScreenProps = {
  store: Store | null
  renderVideo: RenderView
  /** Stands for a video of which the device holds nothing. */
  missing: ReactNode
}

/** What the person watched, day by day, from the device. */
export function HistoryScreen({ store, renderVideo, missing }: HistoryScreenProps) {
  usePageTitle(COPY.title)
  const { shown, showMore } = useShownCount(WHOLE)
  const views = useHistory(store, shown)
  const count = useLive<number | undefined>(store && liveCount(store), undefined)
  const arrival = useLive<Arrival>(store && store.engine.arrival$, 'arriving')
  return (
    <div>
      <h1 className="mb-6 text-2xl">{COPY.title}</h1>
      {!store || !views || count === undefined || (views.length === 0 && arrival === 'arriving') ? (
        <Loading>
          <MediaSkeletons layout="fluid" count={SKELETONS} className="video-grid" />
        </Loading>
      ) : views.length === 0 && arrival === 'absent' ? (
        <NotArrived />
      ) : (
        <HistoryDays
          store={store}
          views={views}
          count={count}
          onNearEnd={showMore}
          renderVideo={renderVideo}
          missing={missing}
        />
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

type HistoryDaysProps = HistoryScreenProps & {
  store: Store
  views: ViewItem[]
  count: number
  onNearEnd: () => void
}

function HistoryDays({ store, views, count, onNearEnd, renderVideo, missing }: HistoryDaysProps) {
  const now = useSyncExternalStore(minuteClock.subscribe, minuteClock.read)
  const { listRef, removing } = useFocusAfterRemoval<HTMLDivElement>(`${views.length} ${views.at(-1)?.id}`)
  const days = groupByDay(views, now)
  const [isLong, setLong] = useState(count > WHOLE)
  // They do not change their kind while somebody removes views
  if (!isLong && count > WHOLE) setLong(true)
  const itemOf = (view: ViewItem, place: Place) => (
    <HistoryItem
      key={view.id}
      place={place}
      view={view}
      renderVideo={renderVideo}
      missing={missing}
      onRemove={() => {
        removing(views.indexOf(view))
        void remove(store, view.video_id)
      }}
    />
  )
  return (
    <div ref={listRef} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-10 outline-none">
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
      {isLong ? (
        <LongGroups
          groups={days}
          total={count}
          onNearEnd={onNearEnd}
          keyOf={({ id }) => id}
          className="video-grid"
          renderLabel={(label, isFirst) => (
            <div className={isFirst ? '' : 'pt-4'}>
              <Day label={label} />
            </div>
          )}
        >
          {(view, _, place) => itemOf(view, place)}
        </LongGroups>
      ) : (
        days.map(({ label, items }) => (
          <section key={label} aria-label={label}>
            <Day label={label} />
            <ul className="video-grid">{items.map((view) => itemOf(view, null))}</ul>
          </section>
        ))
      )}
    </div>
  )
}

const Day = ({ label }: { label: string }) => <h2 className="mb-4 text-base text-muted">{label}</h2>
