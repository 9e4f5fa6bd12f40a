import * as v from 'valibot'
import { GENRES } from '#domain/genres.ts'
import { AXES } from '#domain/rating.ts'
import { readTable } from '../table.ts'

export const FEELINGS = ['good', 'mixed', 'bad'] as const
export type Feeling = (typeof FEELINGS)[number]

const MANNERS = ['polite', 'casual', 'terse', 'kansai', 'emoji'] as const
export type Manner = (typeof MANNERS)[number]

const PARTS = ['open', 'body', 'axis', 'close', 'thought', 'whole', 'reply', 'emoji'] as const
type Part = (typeof PARTS)[number]

const SentenceRow = v.object({
  part: v.picklist(PARTS),
  /** A genre, an axis, or any. */
  about: v.picklist(['any', ...GENRES.map(({ id }) => id), ...AXES]),
  feeling: v.picklist(FEELINGS),
  manner: v.picklist(MANNERS),
  text: v.pipe(v.string(), v.minLength(1)),
})

/** What people say, by part of a comment, what it is about, how they feel and how they talk. Empty when nobody says such a thing. */
export type Sentences = (part: Part, about: string, feeling: Feeling, manner: Manner) => readonly string[]

export function readSentences(): Sentences {
  const sentences = new Map<string, string[]>()
  for (const { part, about, feeling, manner, text } of readTable('ratings/sentences.csv', SentenceRow)) {
    const key = `${part} ${about} ${feeling} ${manner}`
    sentences.set(key, [...(sentences.get(key) ?? []), text])
  }
  return (part, about, feeling, manner) => sentences.get(`${part} ${about} ${feeling} ${manner}`) ?? []
}
