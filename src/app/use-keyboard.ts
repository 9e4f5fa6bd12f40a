import { useEffect } from 'react'
import { followKeyboard } from '#platform/keyboard.ts'

/** Keeps what is fixed, and dialogs, above a keyboard that covers the window. Once in the frame. */
export function useKeyboard(): void {
  useEffect(followKeyboard, [])
}
