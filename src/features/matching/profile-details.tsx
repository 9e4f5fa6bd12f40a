import type { ReactNode } from 'react'
import { genreName } from '#domain/genres.ts'
import type { MatchOffer } from '#domain/matching.ts'
import { isWebAddress } from '#domain/profile.ts'
import type { RelatedPerson } from '#sync/collections/likings.ts'
import { Icon } from '#ui/icon.tsx'
import { COPY } from './copy.ts'
import { ViewingTrends } from './viewing-trends.tsx'

/** What the detailed card shows beside the short one (spec §2): interests only where none are common. */
export function ProfileDetails({ person: { profile, offer } }: { person: RelatedPerson }) {
  const common = namesOf(offer?.common_interests)
  const interests = common.length > 0 ? [] : namesOf(profile.interests)
  const benefit = offer && benefitOf(offer, profile.is_premium)
  const counts = [
    offer && offer.common_videos_count > 0 ? COPY.commonVideos(offer.common_videos_count) : '',
    offer && offer.common_friends > 0 ? COPY.commonFriends(offer.common_friends) : '',
  ].filter(Boolean)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 text-sm">
      {profile.bio && (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {profile.bio}
        </p>
      )}
      {counts.length > 0 && <p className="font-bold">{counts.join('・')}</p>}
      <Names title={COPY.commonInterests} names={common} />
      <Names title={COPY.commonGenres} names={namesOf(offer?.common_genres)} />
      <Names title={COPY.interests} names={interests} />
      {offer && <ViewingTrends trends={offer.viewing_trends} />}
      {profile.channel_url && isWebAddress(profile.channel_url) && (
        <p>
          <a
            href={profile.channel_url}
            target="_blank"
            rel="noreferrer nofollow"
            className="inline-flex items-center gap-1.5"
          >
            <Icon name="external" size={16} />
            {COPY.channel}
          </a>
        </p>
      )}
      {benefit && (
        <p className="flex gap-2 rounded-md bg-sunken px-3 py-2 text-xs">
          <Icon name="sparkle" size={16} />
          {benefit}
        </p>
      )}
    </div>
  )
}

const namesOf = (genres: readonly string[] | undefined): string[] =>
  (genres ?? []).flatMap((id) => genreName(id) ?? [])

function benefitOf(offer: MatchOffer, isPremium: boolean): string | undefined {
  if (isPremium) return COPY.premiumBenefit
  return offer.gender === 'female' && offer.phone_verified ? COPY.verifiedBenefit : undefined
}

function Names({ title, names }: { title: string; names: string[] }): ReactNode {
  if (names.length === 0) return null
  return (
    <div>
      <p className="text-xs text-muted">{title}</p>
      <p>{names.join('、')}</p>
    </div>
  )
}
