import type { RefusedEdit } from '#sync/outbox/waiting.ts'

/** Where a refused edit can be changed, with its content there. `tidy`: there is nothing to change in it, but room to make. */
export type Place = {
  tidy: boolean
  link:
    | { to: '/video/$videoId'; params: { videoId: string }; hash?: string }
    | { to: '/messages/$conversationId'; params: { conversationId: string } }
    | { to: '/favorites' }
    | { to: '/profile/history' }
}

export function placeOf({ collection, code, subject }: RefusedEdit): Place | undefined {
  if (code === 'favorite_limit') return { tidy: true, link: { to: '/favorites' } }
  if (subject.kind === 'conversation')
    return {
      tidy: false,
      link: { to: '/messages/$conversationId', params: { conversationId: subject.conversationId } },
    }
  if (subject.kind !== 'video') return undefined
  if (collection === 'history') return { tidy: false, link: { to: '/profile/history' } }
  return {
    tidy: false,
    link: {
      to: '/video/$videoId',
      params: { videoId: subject.videoId },
      ...(collection === 'ratings' && { hash: 'rating' }),
    },
  }
}
