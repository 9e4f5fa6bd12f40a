import type { RelatedPerson } from '#sync/collections/likings.ts'
import { COPY } from './copy.ts'

/** What a person is called on a card (spec §2). */
export const nameOf = ({ profile }: Pick<RelatedPerson, 'profile'>): string =>
  profile.display_name || profile.username || COPY.noName
