import { BehaviorSubject, of } from 'rxjs'
import { expect, test } from 'vitest'
import type { SyncState } from '#domain/sync-state.ts'
import { syncStateOf, withSync } from './status.ts'

type Facts = { saved: boolean; parked: boolean; flying: boolean }

const shown = ({ saved, parked, flying }: Facts): SyncState => {
  const key = 'favorites/a'
  const store = {
    outbox: { parked: () => new Map(parked ? [[key, {}]] : []) },
    inFlight: { keys: () => new Set(flying ? [key] : []) },
  }
  return syncStateOf(store as unknown as Parameters<typeof syncStateOf>[0], 'favorites', {
    id: 'a',
    row_version: saved ? 7 : 0,
  })
}

test.each<[SyncState, Facts]>([
  ['local', { saved: false, parked: false, flying: false }],
  ['sending', { saved: false, parked: false, flying: true }],
  ['attention', { saved: false, parked: true, flying: false }],
  ['attention', { saved: false, parked: true, flying: true }],
  ['saved', { saved: true, parked: false, flying: false }],
  ['saved', { saved: true, parked: false, flying: true }],
  ['attention', { saved: true, parked: true, flying: false }],
  ['attention', { saved: true, parked: true, flying: true }],
])('shows %s for %o', (state, facts) => expect(shown(facts)).toBe(state))

test('what is parked of another document shows on that one alone', () => {
  const store = {
    outbox: { parked: () => new Map([['favorites/b', {}]]) },
    inFlight: { keys: () => new Set(['ratings/a']) },
  }
  expect(
    syncStateOf(store as unknown as Parameters<typeof syncStateOf>[0], 'favorites', {
      id: 'a',
      row_version: 0,
    }),
  ).toBe('local')
})

test('a list is told anew only when something in it changed, and what stayed is the same object', () => {
  const keys$ = new BehaviorSubject<ReadonlySet<string>>(new Set())
  const docs$ = new BehaviorSubject([
    { id: 'a', row_version: 0, sync_epoch: '' },
    { id: 'b', row_version: 7, sync_epoch: '' },
  ])
  const store = {
    outbox: { parked$: of([]), parked: () => new Map() },
    inFlight: { keys$, keys: () => keys$.value },
  }
  const seen: { id: string; sync: SyncState }[][] = []
  withSync(store as unknown as Parameters<typeof withSync>[0], 'favorites', docs$).subscribe((items) =>
    seen.push(items),
  )
  keys$.next(new Set(['ratings/a']))
  expect(seen).toHaveLength(1)
  keys$.next(new Set(['favorites/a']))
  expect(seen.map((items) => items.map(({ sync }) => sync))).toEqual([
    ['local', 'saved'],
    ['sending', 'saved'],
  ])
  expect(seen[1]?.[1]).toBe(seen[0]?.[1])
})
