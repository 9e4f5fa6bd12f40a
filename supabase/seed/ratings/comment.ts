import type { Axis } from '#domain/rating.ts'
import type { Voice } from '../people/people.ts'
import type { Random } from '../random.ts'
import type { Feeling, Manner, Sentences } from './sentences.ts'

export type CommentSubject = {
  genre: string
  feeling: Feeling
  /** The axis that stands out from the others, and how. */
  remark: { axis: Axis; feeling: 'good' | 'bad' } | null
}

/** A comment in somebody's voice. */
export function composeComment(
  subject: CommentSubject,
  voice: Voice,
  sentences: Sentences,
  random: Random,
): string {
  const { genre, feeling, remark } = subject
  const manner: Manner = voice === 'polite' || voice === 'essay' ? 'polite' : 'casual'
  const say = (...[part, about, how, as]: Parameters<Sentences>): string => {
    const choice = sentences(part, about, how, as)
    return choice.length === 0 ? '' : random.pick(choice)
  }
  const body = () => say('body', genre, feeling, manner)
  const opening = () => say('open', 'any', feeling, manner)
  const closing = () => say('close', 'any', feeling, manner)
  const aside = () => (remark ? say('axis', remark.axis, remark.feeling, manner) : '')

  switch (voice) {
    case 'terse':
      return random.sample(sentences('whole', 'any', feeling, 'terse'), random.chance(0.35) ? 2 : 1).join('')
    case 'kansai':
      return random.sample(sentences('whole', 'any', feeling, 'kansai'), random.chance(0.4) ? 2 : 1).join('')
    case 'emoji': {
      const emoji = say('emoji', 'any', feeling, 'emoji')
      const text = random.chance(0.4) ? `${opening()}${body()}` : body()
      return withoutStop(text) + emoji
    }
    case 'essay': {
      const longer = random.chance(0.3) ? say('thought', 'any', feeling, 'polite') : ''
      const paragraphs = [`${opening()}${body()}`, `${longer}${aside()}`, random.chance(0.5) ? closing() : '']
      return paragraphs.filter((paragraph) => paragraph !== '').join('\n')
    }
    case 'polite':
    case 'casual': {
      const shape = random.integer(1, 10)
      const parts =
        shape <= 4
          ? [body()]
          : shape <= 6
            ? [opening(), body()]
            : shape <= 8
              ? [body(), aside()]
              : [random.chance(0.5) ? opening() : '', body(), closing()]
      const laughs = voice === 'casual' && feeling === 'good' && random.chance(0.12)
      return laughs ? `${withoutStop(parts.join(''))}笑` : parts.join('')
    }
  }
}

const withoutStop = (text: string): string => text.replace(/。$/, '')
