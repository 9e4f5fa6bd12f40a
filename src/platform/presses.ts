/** Tells of each press of a finger, a mouse or a key, before anything answers it. Answers how to stop. */
export function onPress(pressed: () => void): () => void {
  const stopping = new AbortController()
  for (const type of ['pointerdown', 'keydown'])
    document.addEventListener(type, pressed, { capture: true, passive: true, signal: stopping.signal })
  return () => stopping.abort()
}

/** Whoever has just pressed presses again soon, or has the finger on the screen still. */
const RESTS_MS = 1_500

/** Resolves once nothing has been pressed for a moment, beginning now. */
export function untilNobodyPresses(): Promise<void> {
  return new Promise((resolve) => {
    const rest = (): ReturnType<typeof setTimeout> =>
      setTimeout(() => {
        stop()
        resolve()
      }, RESTS_MS)
    let resting = rest()
    const stop = onPress(() => {
      clearTimeout(resting)
      resting = rest()
    })
  })
}
