import { startTransition, useOptimistic } from 'react'

/**
 * What a person chose is shown in the frame of the press, not only once it is written down, and two quick presses count as two. Until `write` has ended
 * it stands in for `stored`; a write that failed leaves what is stored.
 */
export function useShownAtOnce<Value>(
  stored: Value,
  write: (value: Value) => Promise<void>,
): [shown: Value, choose: (value: Value) => void] {
  const [shown, show] = useOptimistic(stored)
  const choose = (value: Value): void =>
    startTransition(async () => {
      show(value)
      await write(value)
    })
  return [shown, choose]
}
