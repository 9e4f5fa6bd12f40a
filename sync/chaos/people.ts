import { videoIdOf } from '#domain/video-id.ts'

/** Who and what there is in every run. */
const uuid = (last: string): string => `018f0000-0000-7000-8000-${last.padStart(12, '0')}`

export const PEOPLE = { anna: uuid('a'), ben: uuid('b'), cara: uuid('c') } as const
export type PersonName = keyof typeof PEOPLE
export const PERSON_NAMES = ['anna', 'ben', 'cara'] as const satisfies readonly PersonName[]

const video = (youtube_id: string) => ({ id: videoIdOf(youtube_id), youtube_id })
export const VIDEOS = [video('aaaaaaaaaaa'), video('bbbbbbbbbbb'), video('ccccccccccc')] as const
/** A video that the server does not have. */
export const NO_VIDEO = video('zzzzzzzzzzz')

export const CONVERSATIONS = [
  { id: uuid('c1'), user1_id: PEOPLE.anna, user2_id: PEOPLE.ben },
  { id: uuid('c2'), user1_id: PEOPLE.anna, user2_id: PEOPLE.cara },
] as const

/** Notifications that are there from the beginning, of each person. */
export const FIRST_NOTIFICATIONS = [
  { id: uuid('101'), user_id: PEOPLE.anna },
  { id: uuid('102'), user_id: PEOPLE.anna },
  { id: uuid('201'), user_id: PEOPLE.ben },
  { id: uuid('301'), user_id: PEOPLE.cara },
] as const

/** The prefix of messages that were drafts first. */
export const TYPED = '下書き'
export const isTyped = (body: unknown): boolean => String(body).startsWith(TYPED)
