import { useState } from 'react'

/**
 * What a person chose is shown in the frame of the press, not only once it is written down, and two quick presses
 * count as two. Until `write` has ended it stands in for `stored`; a write that failed leaves what is stored.
 * Hazard: while `isAhead`, what is shown is not stored, and nothing beside it may say that it is saved.
 * No transition: what else is one, a way to another screen, would wait for the write.
 */
export function useShownAtOnce<Value>(
  stored: Value,
  write: (value: Value) => Promise<void>,
): [shown: Value, choose: (value: Value) => void, isAhead: boolean] {
  const [chosen, setChosen] = useState<{ value: Value } | null>(null)
  const choose = (value: Value): void => {
    const mine = { value }
    setChosen(mine)
    void write(value).finally(() => setChosen((last) => (last === mine ? null : last)))
  }
  return [chosen === null ? stored : chosen.value, choose, chosen !== null]
}
