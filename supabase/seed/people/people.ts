import * as v from 'valibot'
import type { GenreId } from '#domain/genres.ts'
import { BIO_MAX_LENGTH, USERNAME_MAX_LENGTH } from '#domain/limits.ts'
import { randomFor, uuidFor } from '../random.ts'
import { readTable } from '../table.ts'
import { interestsOf, type Taste, type TasteName, tasteOf, TASTES } from './tastes.ts'

export const VOICES = ['polite', 'casual', 'emoji', 'essay', 'terse', 'kansai'] as const
export type Voice = (typeof VOICES)[number]

const Kind = v.custom<TasteName>((name) => typeof name === 'string' && Object.hasOwn(TASTES, name))
const PersonRow = v.object({
  handle: v.pipe(v.string(), v.regex(/^[a-z_]+$/)),
  username: v.pipe(v.string(), v.minLength(1), v.maxLength(USERNAME_MAX_LENGTH)),
  gender: v.picklist(['female', 'male', 'other']),
  age: v.pipe(
    v.string(),
    v.transform((age) => (age === '' ? null : Number(age))),
  ),
  area: v.string(),
  main: Kind,
  second: Kind,
  voice: v.picklist(VOICES),
  bio: v.pipe(v.string(), v.maxLength(BIO_MAX_LENGTH)),
})

/** The accounts of the README, by the part of their e-mail before the @. Their ids never change. */
export const DEMO_ACCOUNTS = {
  viewer: { id: '00000000-0000-4000-8000-000000000001', activity: 1.5 },
  friend: { id: '00000000-0000-4000-8000-000000000002', activity: 1.2 },
  premium: {
    id: '00000000-0000-4000-8000-000000000003',
    activity: 1.4,
    premium: { plan: 'yearly', daysLeft: 200 },
  },
  expired: {
    id: '00000000-0000-4000-8000-000000000004',
    activity: 1.1,
    premium: { plan: 'monthly', daysLeft: -5 },
  },
  creator: { id: '00000000-0000-4000-8000-000000000005', activity: 0.7, role: 'youtuber' },
  admin: { id: '00000000-0000-4000-8000-000000000006', activity: 0.1, role: 'admin' },
} as const satisfies Record<string, DemoAccount>

type DemoAccount = {
  id: string
  activity: number
  role?: 'admin' | 'youtuber'
  premium?: { plan: string; daysLeft: number }
}

export type Person = Omit<v.InferOutput<typeof PersonRow>, 'main' | 'second'> & {
  id: string
  email: string
  taste: Taste
  interests: GenreId[]
  /** How much of the catalogue they rate, around 1. */
  activity: number
  /** Added to every score they give, around 0. */
  kindness: number
  /** Share of their ratings that carry a comment. */
  talkativeness: number
  role: string | null
  premium: { plan: string; daysLeft: number } | null
  joinedDaysAgo: number
  /** Days since their birthday at which they reached `age`. */
  birthdayDaysAgo: number
}

const TALKATIVENESS = {
  polite: 0.55,
  casual: 0.5,
  emoji: 0.6,
  essay: 0.75,
  terse: 0.45,
  kansai: 0.65,
} as const satisfies Record<Voice, number>

export function seedPeople(): Person[] {
  const demo = new Map<string, DemoAccount>(Object.entries(DEMO_ACCOUNTS))
  return readTable('people/people.csv', PersonRow).map(({ main, second, ...row }) => {
    const random = randomFor(`person ${row.handle}`)
    const account = demo.get(row.handle)
    const taste = tasteOf(main, second, random)
    return {
      ...row,
      id: account?.id ?? uuidFor(`person ${row.handle}`),
      email: `${row.handle.replaceAll('_', '-')}@mirutomo.test`,
      taste,
      interests: interestsOf(taste),
      activity: account?.activity ?? 0.6 + 0.8 * random.next(),
      kindness: 0.25 * random.normal(),
      talkativeness: TALKATIVENESS[row.voice],
      role: account?.role ?? null,
      premium: account
        ? (account.premium ?? null)
        : random.chance(0.2)
          ? { plan: 'monthly', daysLeft: random.integer(40, 300) }
          : null,
      joinedDaysAgo: account ? 420 : random.integer(60, 500),
      birthdayDaysAgo: random.integer(1, 360),
    }
  })
}
