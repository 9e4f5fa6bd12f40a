import { GENDER_NAMES, GENDERS } from '#domain/profile.ts'
import type { ProfileDocument } from '#sync/collections/profiles.ts'
import { longDate } from '#ui/japanese-date.ts'
import { COPY } from './copy.ts'

/** What one told for matching; on one's own devices only. */
export function PrivateFacts({ profile }: { profile: ProfileDocument }) {
  const gender = GENDERS.find((known) => known === profile.gender)
  const facts = [
    [COPY.birthDate, profile.birth_date && dateInWords(profile.birth_date)],
    [COPY.gender, gender && GENDER_NAMES[gender]],
    [COPY.area, profile.area],
  ] as const
  return (
    <section aria-label={COPY.matchingPart} className="mt-6 rounded-lg border border-line px-4 py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm font-bold">
        {COPY.matchingPart}
        <span className="text-xs font-normal text-muted">{COPY.ownEyes}</span>
      </p>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className={value ? 'wrap-anywhere' : 'text-muted'}>{value || COPY.untold}</dd>
          </div>
        ))}
      </dl>
      {!profile.birth_date && <p className="mt-2 text-xs text-muted">{COPY.birthDateMissing}</p>}
    </section>
  )
}

/** YYYY-MM-DD as a date of the calendar, whatever the device's time zone. */
const dateInWords = (date: string): string => longDate(Date.parse(`${date}T00:00:00Z`), 'utc')
