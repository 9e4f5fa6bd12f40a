import { expect, test } from 'vitest'
import { runMutations } from './mutations/run.ts'
import { onOwnStack } from './own-stack.ts'

/** A few of those that `npm run mutations` makes by hand, and some of which it is known who notices. */
const PLANTED = [
  {
    kind: 'policy',
    object: 'favorites',
    name: 'everybody reads favourites',
    sql: `alter policy "one reads one's own favourites" on public.favorites using (true)`,
  },
  {
    kind: 'trigger',
    object: 'favorites',
    name: 'favourites without a limit',
    sql: 'drop trigger limit_insert on public.favorites',
  },
  {
    kind: 'column',
    object: 'profiles',
    name: 'members make themselves admins',
    sql: 'grant update (role) on public.profiles to authenticated',
  },
]
const SAMPLE = 10
const ALLOWED_MS = 900_000

test(
  'protections that are taken away are noticed',
  async () => {
    const { verdicts, survivors } = await onOwnStack((databaseUrl) =>
      runMutations(databaseUrl, {
        seed: 1,
        sample: SAMPLE,
        planted: [
          ...PLANTED,
          // Nothing is taken away by this one, so nobody may notice anything
          { kind: 'check', object: 'favorites', name: 'nothing', sql: 'select' },
        ],
      }),
    )
    expect(verdicts).toHaveLength(PLANTED.length + 1 + SAMPLE)
    expect(verdicts.slice(0, PLANTED.length).map(({ finding }) => finding?.by)).toEqual(
      PLANTED.map(() => 'behaviour'),
    )
    // Says who noticed, where nothing was to be noticed
    expect(verdicts[PLANTED.length]).toMatchObject({ finding: undefined, isInSnapshot: false })
    expect(survivors.map(({ name }) => name)).toEqual(['nothing'])
  },
  ALLOWED_MS,
)
