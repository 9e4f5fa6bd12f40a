import { useRef, useState } from 'react'
import { SCORES, type ScoreName } from '#domain/rating.ts'
import type { RatingDocument, RatingTimes } from '#sync/collections/ratings.ts'
import type { Scores } from './scores.ts'

/** A press ahead of what the store has told. `storedAt`: time of the edit it became, once it is stored. */
type Press = { value: number; token: number; storedAt?: number }
type Presses = Partial<Record<ScoreName, Press>>

function without(presses: Presses, names: readonly ScoreName[]): Presses {
  const rest = { ...presses }
  for (const name of names) delete rest[name]
  return rest
}

/**
 * Shows a press in the same frame and until the store tells of that edit or a later one, so that pressing fast never shows, or builds on, an
 * older state. Only the stars run ahead; while they do, the sync badge says nothing.
 */
export function usePresses(rating: RatingDocument | null) {
  const [presses, setPresses] = useState<Presses>({})
  const lastToken = useRef(0)
  const told = (name: ScoreName): boolean => {
    const storedAt = presses[name]?.storedAt
    return storedAt !== undefined && (rating?.edited_at[name] ?? 0) >= storedAt
  }
  // Taken out for good: a rating that is deleted later must not bring an old press back.
  const done = SCORES.filter(told)
  if (done.length > 0) setPresses(without(presses, done))

  const scores: Scores = {}
  for (const name of SCORES) {
    const value = (done.includes(name) ? undefined : presses[name]?.value) ?? rating?.[name]
    if (value !== undefined) scores[name] = value
  }

  const press = (given: Scores): number => {
    const token = ++lastToken.current
    const made: Presses = {}
    for (const name of SCORES) {
      const value = given[name]
      if (value !== undefined) made[name] = { value, token }
    }
    setPresses((before) => ({ ...before, ...made }))
    return token
  }
  const ofToken = (all: Presses, token: number): ScoreName[] =>
    SCORES.filter((name) => all[name]?.token === token)
  const takeBack = (token: number) => setPresses((before) => without(before, ofToken(before, token)))
  const landed = (token: number, times: RatingTimes) =>
    setPresses((before) => {
      const after = { ...before }
      for (const name of ofToken(before, token)) {
        const press = before[name]
        if (press) after[name] = { ...press, storedAt: times[name] ?? 0 }
      }
      return after
    })
  /** Not everything that is shown is stored. */
  const isAhead = Object.keys(presses).length > 0
  return { scores, isAhead, press, takeBack, landed }
}
