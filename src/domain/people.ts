import type { Live, Loaded, PersonRating, Video } from './catalogue.ts'

/** A member as every other member may see them. `interests` are ids of genres. */
export type PublicProfile = {
  id: string
  username: string
  display_name: string
  bio: string
  avatar_url: string | null
  channel_url: string | null
  interests: string[]
}

/** A rating with a comment, with the video that it is of. */
export type PersonReview = Omit<PersonRating, 'person'> & { video: Video }

/** Other members, from the server: needs a connection. The same arguments give the same Live. */
export type People = {
  /**
   * The error `not_found` also stands for somebody whom the viewer does not see: behind a block, or who
   * published nothing and whom the viewer never met.
   */
  profile(id: string): Live<Loaded<PublicProfile>>
  /** The newest ones. */
  reviewsOf(id: string): Live<Loaded<PersonReview[]>>
  retry(): void
}
