/** Resolves when the next frame has been painted: for work that must not delay what the person sees first. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    // A hidden page paints nothing and would wait for ever.
    if (document.visibilityState === 'hidden') setTimeout(resolve, 0)
    else requestAnimationFrame(() => setTimeout(resolve, 0))
  })
}

/** Resolves when the page has nothing better to do, within `limitMs` at the latest. */
export function whenIdle(limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: limitMs })
    else setTimeout(resolve, 1)
  })
}
