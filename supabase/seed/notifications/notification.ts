import type { NotificationType, Priority } from '#domain/notification.ts'
import type { Person } from '../people/people.ts'
import { uuidFor } from '../random.ts'

export type SeedNotification = {
  id: string
  recipient: Person
  type: NotificationType
  title: string
  message: string
  priority: Priority
  link: string | null
  metadata: Readonly<Record<string, unknown>>
  sender: Person | null
  group: string | null
  isPremiumOnly: boolean
  isRead: boolean
  minutesAgo: number
}

type Draft = Pick<SeedNotification, 'recipient' | 'type' | 'title' | 'message' | 'minutesAgo'> &
  Partial<Omit<SeedNotification, 'id'>>

/** `about` makes the id: together with recipient and type it must be unlike any other. Old ones are read unless told otherwise. */
export function notification(about: string, draft: Draft): SeedNotification {
  return {
    id: uuidFor(`notification ${draft.recipient.handle} ${draft.type} ${about}`),
    priority: 'medium',
    link: null,
    metadata: {},
    sender: null,
    group: null,
    isPremiumOnly: false,
    isRead: draft.minutesAgo > 6 * 24 * 60,
    ...draft,
  }
}
