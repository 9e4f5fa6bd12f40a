import { useId, useState, type FormEvent } from 'react'
import { ADULT_AGE } from '#domain/age.ts'
import {
  ACTIVITY_LEVELS,
  GENDER_PREFERENCES,
  MATCHING_FILTER,
  type MatchingFilter,
} from '#domain/matching.ts'
import { AREA_MAX_LENGTH } from '#domain/profile.ts'
import { composedName } from '#domain/typed-text.ts'
import { changeSetting } from '#sync/collections/settings.ts'
import type { Store } from '#sync/store.ts'
import { Button } from '#ui/button.tsx'
import { controlClass, Field } from '#ui/field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toast-list.ts'
import { ACTIVITY_NAMES, COPY, GENDER_PREFERENCE_NAMES } from './copy.ts'
import { readAges } from './read-ages.ts'

type MatchingFilterFormProps = { store: Store; filter: MatchingFilter; isPremium: boolean }

export function MatchingFilterForm({ store, filter, isPremium }: MatchingFilterFormProps) {
  const premiumId = useId()
  const [gender, setGender] = useState(filter.gender)
  const [from, setFrom] = useState(String(filter.age_from ?? ''))
  const [to, setTo] = useState(String(filter.age_to ?? ''))
  const [area, setArea] = useState(filter.area ?? '')
  const [activity, setActivity] = useState(filter.activity ?? '')
  const [asked, setAsked] = useState(false)
  const ages = readAges(from, to)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setAsked(true)
    if (!ages.ok) return
    const level = ACTIVITY_LEVELS.find((one) => one === activity)
    try {
      await changeSetting(store, MATCHING_FILTER, {
        gender,
        ...ages.range,
        ...(composedName(area) !== '' && { area: composedName(area) }),
        ...(level && { activity: level }),
      })
      showToast({ kind: 'success', message: COPY.saved })
    } catch {
      showToast({ kind: 'error', message: COPY.notStored })
    }
  }

  const problem = asked && !ages.ok ? ages : null
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <Field label={COPY.gender}>
        {(control) => (
          <select
            {...control}
            className={controlClass}
            value={gender}
            onChange={({ target }) =>
              setGender(GENDER_PREFERENCES.find((one) => one === target.value) ?? 'any')
            }
          >
            {GENDER_PREFERENCES.map((one) => (
              <option key={one} value={one}>
                {GENDER_PREFERENCE_NAMES[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <fieldset
        disabled={!isPremium}
        aria-labelledby={isPremium ? undefined : premiumId}
        className="grid gap-5"
      >
        {!isPremium && (
          // No legend: WebKit does not break it anew when the screen becomes narrower
          <p id={premiumId} className="-mb-1 rounded-md bg-sunken px-4 py-3 text-sm">
            {COPY.premiumOnly}
          </p>
        )}
        <div className="grid grid-cols-2 gap-4">
          <TextField
            label={COPY.ageFrom}
            inputMode="numeric"
            placeholder={String(ADULT_AGE)}
            value={from}
            error={problem?.from}
            onChange={({ target }) => setFrom(target.value)}
          />
          <TextField
            label={COPY.ageTo}
            inputMode="numeric"
            value={to}
            error={problem?.to}
            onChange={({ target }) => setTo(target.value)}
          />
        </div>
        <TextField
          label={COPY.area}
          hint={COPY.areaHint}
          maxLength={AREA_MAX_LENGTH}
          value={area}
          onChange={({ target }) => setArea(target.value)}
        />
        <Field label={COPY.activity}>
          {(control) => (
            <select
              {...control}
              className={controlClass}
              value={activity}
              onChange={({ target }) => setActivity(target.value)}
            >
              <option value="">{COPY.any}</option>
              {ACTIVITY_LEVELS.map((one) => (
                <option key={one} value={one}>
                  {ACTIVITY_NAMES[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </fieldset>
      <Button type="submit" variant="primary" className="justify-self-start">
        {COPY.save}
      </Button>
    </form>
  )
}
