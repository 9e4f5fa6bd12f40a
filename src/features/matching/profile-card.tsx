import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RelatedPerson } from '#sync/collections/likings.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Icon } from '#ui/icon.tsx'
import { COPY } from './copy.ts'
import { MatchReasons } from './match-reasons.tsx'
import { nameOf } from './name-of.ts'
import { ProfileDetails } from './profile-details.tsx'

type ProfileCardProps = {
  person: RelatedPerson
  /** With everything that both have in common (spec §2). */
  detailed?: boolean
  level?: 2 | 3
  actions?: ReactNode
}

/** A candidate: who, how old, from where, how well they match, and why. The name leads to their profile, where they can be blocked and reported, too. */
export function ProfileCard({ person, detailed = false, level = 2, actions }: ProfileCardProps) {
  const { offer, profile } = person
  const Heading = `h${level}` as const
  const name = nameOf(person)
  const facts = [offer?.age === undefined ? '' : COPY.age(offer.age), offer?.location ?? ''].filter(Boolean)
  return (
    <article
      data-sync={person.sync}
      className="grid grid-cols-[minmax(0,1fr)] gap-5 rounded-xl border border-line bg-surface p-5 shadow-raised"
    >
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Avatar name={name} src={profile.avatar_url} size="xl" />
        <div className="min-w-0 flex-1 basis-24">
          <Heading className="text-xl wrap-anywhere">
            <Link
              to="/profile/$personId"
              params={{ personId: person.other_id }}
              className="text-ink no-underline hover:underline"
            >
              {name}
            </Link>
          </Heading>
          {facts.length > 0 && <p className="text-sm text-muted wrap-anywhere">{facts.join('・')}</p>}
          {person.likes_me_at !== undefined && (
            <p className="mt-1 inline-flex items-center gap-1.5 text-sm font-bold">
              <Icon name="heart" size={16} />
              {COPY.likesYou}
            </p>
          )}
        </div>
        <p className="text-center">
          <span className="block text-3xl font-bold tabular-nums">{COPY.percent(offer?.score ?? 0)}</span>
          <span className="text-xs text-muted">{COPY.score}</span>
        </p>
      </header>
      {offer && <MatchReasons offer={offer} />}
      {detailed && <ProfileDetails person={person} />}
      {actions}
    </article>
  )
}
