import { createValue } from '#platform/observable-value.ts'

/** Address of the API, below which people's pictures are found; null until it is known. Set once by the app. */
export const avatarBase = createValue<string | null>(null)
