import { Link } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'
import { map } from 'rxjs'
import type { Loaded } from '#domain/catalogue.ts'
import type { People, PersonReview, PublicProfile } from '#domain/people.ts'
import { blockedIds } from '#sync/collections/blocks.ts'
import type { Store } from '#sync/store.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { KeptAge } from '#ui/kept-age.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { useLive } from '#ui/use-live.ts'
import { PersonReviews } from './person-reviews.tsx'
import { ProfileWords } from './profile-facts.tsx'
import { PUBLIC_COPY as COPY } from './public-copy.ts'

type PublicProfileScreenProps = {
  store: Store | null
  people: People
  personId: string
  online: boolean
  renderReview: (review: PersonReview) => ReactNode
  /** How the two stand to each other; nothing on one's own page. */
  renderConnection: (store: Store) => ReactNode
  /** What can be done about the person; nothing on one's own page. */
  renderMenu: (person: { store: Store; personId: string; name: string }) => ReactNode
}

const LOADING = { status: 'loading' } as const

/** /profile/{uuid}: a member as others see them; what the device holds of them at once, the rest from the server. */
export function PublicProfileScreen({
  store,
  people,
  personId,
  online,
  renderReview,
  renderConnection,
  renderMenu,
}: PublicProfileScreenProps) {
  const held$ = useMemo(() => store && heldProfile(store, personId), [store, personId])
  const held = useLive<PublicProfile | null>(held$, null)
  const blocked$ = useMemo(() => store && blockedIds(store), [store])
  const blocked = useLive<ReadonlySet<string> | null>(blocked$, null)
  const asked = useMemo(() => people.profile(personId), [people, personId])
  const loaded = useLive<Loaded<PublicProfile>>(asked, LOADING)
  const profile = loaded.status === 'ready' ? loaded.value : held
  const isMissing = loaded.status === 'error' && loaded.code === 'not_found'
  const isShown = profile !== null && !isMissing && blocked?.has(personId) !== true
  usePageTitle(isShown ? COPY.title(profile.username) : COPY.loadingTitle)

  if (blocked?.has(personId) || isMissing) return <Missing />
  if (store === null || blocked === null || profile === null) {
    if (loaded.status === 'error' || !online)
      return <Unreachable online={online} onRetry={() => people.retry()} />
    return <HeadSkeleton />
  }
  const isOwn = personId === store.userId
  return (
    <div className="grid max-w-3xl gap-8">
      {isOwn && (
        <p className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-sunken px-4 py-3 text-sm">
          {COPY.own}
          <Link to="/profile" className={buttonClass({ size: 'sm' })}>
            {COPY.edit}
          </Link>
        </p>
      )}
      <div>
        <header className="flex flex-wrap items-start gap-x-5 gap-y-3">
          <Avatar name={profile.username} src={profile.avatar_url} size="xl" />
          <div className="min-w-0 flex-1 basis-24 self-center">
            <h1 className="text-xl leading-tight wrap-anywhere [word-break:auto-phrase] md:text-2xl">
              {profile.username}
            </h1>
            {profile.display_name && profile.display_name !== profile.username && (
              <p className="wrap-anywhere text-muted">{profile.display_name}</p>
            )}
          </div>
          {!isOwn && renderMenu({ store, personId, name: profile.username })}
        </header>
        {loaded.status === 'ready' && !online && (
          <p className="mt-4 text-sm text-muted">
            <KeptAge asOf={loaded.asOf} />
          </p>
        )}
        <div className="mt-6">
          <ProfileWords profile={{ ...profile, channel_url: profile.channel_url ?? '' }} />
        </div>
      </div>
      {!isOwn && renderConnection(store)}
      <PersonReviews people={people} personId={personId} online={online} renderReview={renderReview} />
    </div>
  )
}

const heldProfile = (store: Store, personId: string) =>
  store.collections.profiles.findOne(personId).$.pipe(
    map((found): PublicProfile | null => {
      if (!found) return null
      const { id, username, display_name, bio, avatar_url, channel_url, interests } = found.toMutableJSON()
      return {
        id,
        username,
        display_name: display_name ?? '',
        bio: bio ?? '',
        avatar_url: avatar_url ?? null,
        channel_url: channel_url ?? null,
        interests: interests ?? [],
      }
    }),
  )

function Missing() {
  return (
    <EmptyState
      level={1}
      icon="person"
      title={COPY.missing}
      body={COPY.missingBody}
      action={
        <>
          <Link to="/" className={buttonClass({ variant: 'primary' })}>
            {COPY.home}
          </Link>
          <Link to="/profile/blocked" className={buttonClass()}>
            {COPY.blockedPeople}
          </Link>
        </>
      }
    />
  )
}

function Unreachable({ online, onRetry }: { online: boolean; onRetry: () => void }) {
  return (
    <EmptyState
      level={1}
      icon={online ? 'alert' : 'offline'}
      title={online ? COPY.failed : COPY.offline}
      body={online ? undefined : COPY.offlineBody}
      action={online && <Button onClick={onRetry}>{COPY.tryAgain}</Button>}
    />
  )
}

function HeadSkeleton() {
  return (
    <Loading>
      <h1 className="sr-only">{COPY.loadingTitle}</h1>
      <div className="flex items-center gap-5">
        <Skeleton className="size-24 rounded-full!" />
        <Skeleton className="h-6 w-40" />
      </div>
      <div className="mt-6 grid max-w-3xl gap-2.5">
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-3/5" />
      </div>
    </Loading>
  )
}
