/** What of the window is seen above a keyboard that covers it, px. */
export type SeenArea = {
  /** From the top of the window: the browser moves the page up under the keyboard. */
  top: number
  height: number
  /** From the end of it to the end of the window. */
  below: number
}

/** Less is a bar of the browser or a rounding, not a keyboard. */
const LEAST_PX = 40
const SCALE_TOLERANCE = 0.01

/**
 * null while no keyboard covers the window: it is closed, the browser resizes the window for it (`interactive-widget`, unknown to WebKit),
 * or the person has zoomed in by pinching, when the seen part says nothing about a keyboard.
 */
export function seenAbove(
  windowHeight: number,
  { height, offsetTop, scale }: Pick<VisualViewport, 'height' | 'offsetTop' | 'scale'>,
): SeenArea | null {
  if (Math.abs(scale - 1) > SCALE_TOLERANCE) return null
  if (windowHeight - height < LEAST_PX) return null
  const top = Math.max(0, Math.round(offsetTop))
  return { top, height: Math.round(height), below: Math.max(0, Math.round(windowHeight - height) - top) }
}

/** True for what a keyboard can be open for. A frame may hold a field of the payment provider. */
const takesText = (element: Element | null): boolean =>
  element instanceof HTMLElement && (element.isContentEditable || element.matches('input, textarea, iframe'))

/**
 * Marks the document while a keyboard covers the window, with the seen area for its styles (layout.css): `data-keyboard`, `--seen-top`,
 * `--seen-height`, `--keyboard-height`. Returns what ends that.
 */
export function followKeyboard(): () => void {
  const seen = window.visualViewport
  if (!seen) return () => {}
  const root = document.documentElement
  const forget = (): void => {
    root.removeAttribute('data-keyboard')
    for (const name of ['--seen-top', '--seen-height', '--keyboard-height']) root.style.removeProperty(name)
  }
  const look = (): void => {
    const field = document.activeElement
    const area = takesText(field) ? seenAbove(Math.max(window.innerHeight, root.clientHeight), seen) : null
    if (area === null) return forget()
    const isNew = !root.hasAttribute('data-keyboard')
    root.setAttribute('data-keyboard', '')
    root.style.setProperty('--seen-top', `${area.top}px`)
    root.style.setProperty('--seen-height', `${area.height}px`)
    root.style.setProperty('--keyboard-height', `${area.below}px`)
    // A dialog has just become smaller
    if (isNew && field?.closest('dialog')) field.scrollIntoView({ block: 'nearest' })
  }
  const changes = new AbortController()
  for (const name of ['resize', 'scroll']) seen.addEventListener(name, look, { signal: changes.signal })
  for (const name of ['focusin', 'focusout'])
    document.addEventListener(name, look, { signal: changes.signal })
  look()
  return () => {
    changes.abort()
    forget()
  }
}
