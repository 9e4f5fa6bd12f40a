import type { ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'

type ChoiceGroupProps = {
  /** By which it is found where something is missing in it. */
  name: 'slot' | 'duration' | 'start' | 'video'
  /** Its number among the steps of a booking. */
  step: number
  title: string
  /** What is missing, said beside the group. */
  error?: string | undefined
  children: ReactNode
}

/** One step of a booking. */
export function ChoiceGroup({ name, step, title, error, children }: ChoiceGroupProps) {
  return (
    <fieldset data-choice={name} className="min-w-0">
      <legend className="mb-3 flex items-center gap-2.5 text-lg font-bold">
        <span
          aria-hidden="true"
          className="grid size-7 place-items-center rounded-full bg-sunken text-sm text-ink"
        >
          {step}
        </span>
        {title}
      </legend>
      {error && (
        <p role="alert" className="mb-3 flex gap-1.5 text-sm text-danger">
          <Icon name="alert" size={18} className="mt-0.5" />
          {error}
        </p>
      )}
      {children}
    </fieldset>
  )
}
