import { useState } from 'react'

export type Selection = {
  on: boolean
  /** Those chosen that are still shown, in their order. */
  ids: string[]
  has: (id: string) => boolean
  toggle: (id: string) => void
  start: () => void
  stop: () => void
  chooseAll: () => void
}

/** Which of the shown items are chosen, while a person chooses. */
export function useSelection(items: readonly { id: string }[] | null): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const shown = (items ?? []).map(({ id }) => id)
  return {
    on: chosen !== null,
    ids: chosen ? shown.filter((id) => chosen.has(id)) : [],
    has: (id) => chosen?.has(id) ?? false,
    toggle: (id) =>
      setChosen((before) => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    start: () => setChosen(new Set()),
    stop: () => setChosen(null),
    chooseAll: () => setChosen(new Set(shown)),
  }
}
