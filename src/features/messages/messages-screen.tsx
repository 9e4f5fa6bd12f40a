import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import type { ConversationItem } from '#sync/collections/conversations.ts'
import type { Arrival } from '#sync/engine-state.ts'
import type { Store } from '#sync/store.ts'
import { buttonClass } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LongList } from '#ui/long-list.tsx'
import { NotArrived } from '#ui/not-arrived.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { useLive } from '#ui/use-live.ts'
import { ConversationRow } from './conversation-row.tsx'
import { RowSkeletons } from './conversation-skeleton.tsx'
import { COPY } from './copy.ts'
import { liveConversations } from './live-conversations.ts'
import type { MessagesHome } from './messages-home.ts'

type MessagesScreenProps = {
  store: Store | null
  home?: MessagesHome
  activeId: string | null
  conversation: ReactNode
}

/** The list and, beside it, the open conversation; on narrow screens one of the two. */
export function MessagesScreen({ store, home = '/messages', activeId, conversation }: MessagesScreenProps) {
  usePageTitle(activeId === null ? COPY.title : null)
  const list = useLive<ConversationItem[] | null>(store && liveConversations(store), null)
  const arrival = useLive<Arrival>(store && store.engine.arrival$, 'arriving')
  const scroller = useRef<HTMLElement>(null)
  // The open conversation names the page.
  const Heading = activeId === null ? 'h1' : 'h2'
  const empty = list?.length === 0 && arrival !== 'arriving' && activeId === null
  return (
    <div
      className={classNames(
        'relative grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)]',
        !empty && 'md:grid-cols-[20rem_minmax(0,1fr)]',
      )}
    >
      <section
        ref={scroller}
        aria-label={COPY.list}
        className={classNames(
          'min-w-0 overflow-y-auto overscroll-contain py-5',
          activeId !== null && 'list-behind',
          !empty && 'md:border-e md:border-line md:pe-3',
        )}
      >
        <Heading className="mb-3 text-2xl">{COPY.title}</Heading>
        {empty && (arrival === 'absent' ? <NotArrived /> : <NoConversations />)}
        {store && list && list.length > 0 && (
          <LongList
            items={list}
            scroller={scroller}
            keyOf={({ id }) => id}
            className="grid grid-cols-[minmax(0,1fr)] gap-0.5"
            boxClassName="-mx-2 md:mx-0"
          >
            {(item, _, place) => (
              <ConversationRow
                conversation={item}
                place={place}
                home={home}
                active={item.id === activeId}
                userId={store.userId}
              />
            )}
          </LongList>
        )}
        {(!list || (list.length === 0 && arrival === 'arriving')) && <RowSkeletons />}
      </section>
      {!empty && (
        <section className={classNames('min-h-0 min-w-0 md:ps-6', activeId === null && 'hidden md:block')}>
          {activeId === null ? (
            <EmptyState icon="chat" title={COPY.choose} body={COPY.chooseBody} />
          ) : (
            conversation
          )}
        </section>
      )}
    </div>
  )
}

function NoConversations() {
  return (
    <EmptyState
      icon="chat"
      title={COPY.empty}
      body={COPY.emptyBody}
      action={
        <Link to="/matching" className={buttonClass({ variant: 'primary' })}>
          {COPY.findPeople}
        </Link>
      }
    />
  )
}
