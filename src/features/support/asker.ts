/** The member who asks; null a visitor, undefined while it is not known. */
export type Asker = { userId: string; email: string } | null | undefined
