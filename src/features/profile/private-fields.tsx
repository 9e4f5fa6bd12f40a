import { useId } from 'react'
import {
  EARLIEST_BIRTH_DATE,
  GENDER_NAMES,
  GENDERS,
  PREFECTURES,
  type ProfileFields,
} from '#domain/profile.ts'
import { controlClass, Field } from '#ui/field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { COPY } from './copy.ts'
import type { ProfileProblems } from './profile-fields.ts'

type PrivateFieldsProps = {
  fields: ProfileFields
  /** As they are saved: birth date and gender are told once. */
  saved: Pick<ProfileFields, 'birth_date' | 'gender'>
  problems: ProfileProblems
  /** YYYY-MM-DD */
  today: string
  onChange: (changes: Partial<ProfileFields>) => void
}

/** What matching needs and nobody else reads as it stands here. */
export function PrivateFields({ fields, saved, problems, today, onChange }: PrivateFieldsProps) {
  const areasId = useId()
  return (
    <fieldset className="grid gap-5 rounded-lg border border-line p-4">
      <legend className="px-1 text-sm font-bold">{COPY.matchingPart}</legend>
      <p className="text-xs text-muted">{COPY.matchingHint}</p>
      <TextField
        label={COPY.birthDate}
        hint={saved.birth_date ? COPY.birthDateSettled : COPY.birthDateHint}
        optional
        disabled={saved.birth_date !== ''}
        type="date"
        name="birth_date"
        autoComplete="bday"
        min={EARLIEST_BIRTH_DATE}
        max={today}
        value={fields.birth_date}
        onChange={({ target }) => onChange({ birth_date: target.value })}
        error={problems.birth_date}
      />
      <Field label={COPY.gender} hint={saved.gender ? COPY.genderSettled : COPY.genderHint} optional>
        {(control) => (
          <select
            {...control}
            disabled={saved.gender !== ''}
            autoComplete="sex"
            value={fields.gender}
            onChange={({ target }) =>
              onChange({ gender: GENDERS.find((gender) => gender === target.value) ?? '' })
            }
            className={`${controlClass} min-h-11`}
          >
            <option value="">{COPY.genderUnsaid}</option>
            {GENDERS.map((gender) => (
              <option key={gender} value={gender}>
                {GENDER_NAMES[gender]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label={COPY.area}
        hint={COPY.areaHint}
        optional
        autoComplete="address-level1"
        list={areasId}
        value={fields.area}
        onChange={({ target }) => onChange({ area: target.value })}
        error={problems.area}
      />
      <datalist id={areasId}>
        {PREFECTURES.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </fieldset>
  )
}
