import { BIO_MAX_LENGTH, DISPLAY_NAME_MAX_LENGTH, USERNAME_MAX_LENGTH } from '#domain/limits.ts'
import {
  AREA_MAX_LENGTH,
  birthDateProblem,
  CHANNEL_URL_MAX_LENGTH,
  GENDERS,
  isPlainName,
  isWebAddress,
  type ProfileFields,
} from '#domain/profile.ts'
import { storableText } from '#domain/text.ts'
import { composedName, pastedAddress } from '#domain/typed-text.ts'
import type { ProfileDocument } from '#sync/collections/profiles.ts'
import { COPY } from './copy.ts'

export type ProfileProblems = Partial<Record<keyof ProfileFields, string>>

const lengthOf = (text: string): number => Array.from(text).length

/** What is wrong with a profile as typed, by field; the server checks the same again. `today`: YYYY-MM-DD. */
export function profileProblems(fields: ProfileFields, today: string): ProfileProblems {
  const name = composedName(fields.username)
  const displayName = composedName(fields.display_name)
  const url = pastedAddress(fields.channel_url)
  const area = composedName(fields.area)
  const problem = fields.birth_date === '' ? null : birthDateProblem(fields.birth_date, today)
  return {
    ...(!isPlainName(name) && { username: COPY.nameOdd }),
    ...(name === '' && { username: COPY.nameMissing }),
    ...(lengthOf(name) > USERNAME_MAX_LENGTH && { username: COPY.nameLong }),
    ...(displayName !== '' && !isPlainName(displayName) && { display_name: COPY.nameOdd }),
    ...(lengthOf(displayName) > DISPLAY_NAME_MAX_LENGTH && { display_name: COPY.displayNameLong }),
    ...(lengthOf(composedName(fields.bio)) > BIO_MAX_LENGTH && { bio: COPY.bioLong }),
    ...(url !== '' && !isWebAddress(url) && { channel_url: COPY.badUrl }),
    ...(lengthOf(url) > CHANNEL_URL_MAX_LENGTH && { channel_url: COPY.urlLong }),
    ...(problem && { birth_date: problem === 'future' ? COPY.birthDateFuture : COPY.birthDateOdd }),
    ...(area !== '' && !isPlainName(area) && { area: COPY.areaOdd }),
    ...(lengthOf(area) > AREA_MAX_LENGTH && { area: COPY.areaLong }),
  }
}

export const fieldsOf = (profile: ProfileDocument): ProfileFields => ({
  username: profile.username,
  display_name: profile.display_name ?? '',
  bio: profile.bio ?? '',
  channel_url: profile.channel_url ?? '',
  interests: profile.interests ?? [],
  birth_date: profile.birth_date ?? '',
  gender: GENDERS.find((gender) => gender === profile.gender) ?? '',
  area: profile.area ?? '',
})

/** What is told once is as it is saved, whatever a draft from before says. */
export const withSettled = (typed: ProfileFields, saved: ProfileFields): ProfileFields => ({
  ...typed,
  birth_date: saved.birth_date || typed.birth_date,
  gender: saved.gender || typed.gender,
})

/** What differs from what is saved, as it is to be saved. Another device's changes of other fields stay. */
export function changesOf(saved: ProfileFields, typed: ProfileFields): Partial<ProfileFields> {
  const wanted: ProfileFields = {
    ...typed,
    username: composedName(typed.username),
    display_name: composedName(typed.display_name),
    bio: storableText(typed.bio).trim(),
    channel_url: pastedAddress(storableText(typed.channel_url)),
    area: composedName(typed.area),
  }
  const isSame = (name: keyof ProfileFields): boolean => String(wanted[name]) === String(saved[name])
  const same = new Set(Object.keys(wanted).filter((name) => isSame(name as keyof ProfileFields)))
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => !same.has(name)))
}
