import { BIO_MAX_LENGTH, DISPLAY_NAME_MAX_LENGTH, USERNAME_MAX_LENGTH } from '#domain/limits.ts'
import { COPY } from './copy.ts'

export type ProfileFields = { username: string; display_name: string; bio: string; channel_url: string }
export type ProfileProblems = Partial<Record<keyof ProfileFields, string>>

const lengthOf = (text: string): number => Array.from(text).length

/** What is wrong with a profile as typed, by field; the server checks the same again. */
export function profileProblems(fields: ProfileFields): ProfileProblems {
  const name = fields.username.trim()
  const url = fields.channel_url.trim()
  return {
    ...(name === '' && { username: COPY.nameMissing }),
    ...(lengthOf(name) > USERNAME_MAX_LENGTH && { username: COPY.nameLong }),
    ...(lengthOf(fields.display_name.trim()) > DISPLAY_NAME_MAX_LENGTH && {
      display_name: COPY.displayNameLong,
    }),
    ...(lengthOf(fields.bio) > BIO_MAX_LENGTH && { bio: COPY.bioLong }),
    ...(url !== '' && !isWebAddress(url) && { channel_url: COPY.badUrl }),
  }
}

/** Also guards what others typed: only such an address becomes a link. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:\/\/\S+$/.test(text)
}
