import { COPY } from './copy.ts'

/** How many of these ratings are reviews, which have words, and how many are only scores. */
export function reviewCount(ratings: readonly { comment: string }[]): string {
  const reviews = ratings.filter(({ comment }) => comment.trim() !== '').length
  return COPY.count(reviews, ratings.length - reviews)
}
