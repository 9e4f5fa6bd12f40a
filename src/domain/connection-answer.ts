import { ERROR_SENTENCES } from './errors.ts'

/** How a connection request was answered, in the words of the table `connections`. */
export type Answer = 'connected' | 'rejected'

/** What is told of an answer that was given (spec §8). */
export const ANSWERED = {
  connected: 'リクエストを承認しました',
  rejected: 'リクエストを拒否しました',
} as const satisfies Record<Answer, string>

const alreadyAnswered = (answer: string) =>
  ERROR_SENTENCES.connection_already_answered.replace('{answer}', answer)

/** What is told of an answer that came after another (spec §8). */
export const ALREADY_ANSWERED = {
  connected: alreadyAnswered('承認'),
  rejected: alreadyAnswered('拒否'),
} as const satisfies Record<Answer, string>
