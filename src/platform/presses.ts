/** Tells of each press of a finger, a mouse or a key, before anything answers it. Answers how to stop. */
export function onPress(pressed: () => void): () => void {
  const stopping = new AbortController()
  for (const type of ['pointerdown', 'keydown'])
    document.addEventListener(type, pressed, { capture: true, passive: true, signal: stopping.signal })
  return () => stopping.abort()
}
