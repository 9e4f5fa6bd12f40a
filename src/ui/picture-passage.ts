import { afterPaint } from '#platform/after-paint.ts'

/** The name in CSS of the one picture that passes from a page to the next (`motion.css`). */
const NAME = 'picture'

/** What was pressed last: where it leads, and what it looked like. */
type Passage = { element: HTMLElement; key: string; src: string }
let pressed: Passage | undefined
let carried: Pick<Passage, 'key' | 'src'> | undefined

/**
 * Call when `element`, which shows `src`, is pressed on the way to the page of `key`: it becomes that page's picture. A press that opens
 * another tab passes nothing.
 */
export function sendPicture(
  press: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
  passage: Passage,
): void {
  if (press.ctrlKey || press.metaKey || press.shiftKey || press.altKey) return
  pressed = passage
  carried = passage
}

/** The picture that was pressed to come to the page of `key`, shown until the page has its own; '' for none. */
export const pictureFor = (key: string): string => (carried?.key === key ? carried.src : '')

/**
 * Makes a change of the page once the answer to the press has been painted, with the passage that was asked for; without motion where none was, without View
 * Transitions, or for who wants less of it. Resolves when it is made, never waiting for motion.
 */
export async function passPicture(change: () => Promise<void>): Promise<void> {
  const passage = pressed
  pressed = undefined
  // Nothing is painted while the page changes
  await afterPaint()
  // Where the page was long in coming, its skeleton has taken the place of the one with the picture
  if (!('startViewTransition' in document) || !passage || !mayMove() || !passage.element.checkVisibility())
    return change()
  // A name stands for one element, and the page that is left may have a picture of its own
  for (const other of document.querySelectorAll<HTMLElement>('.passing-picture'))
    other.classList.remove('passing-picture')
  passage.element.style.viewTransitionName = NAME
  const transition = document.startViewTransition(async () => {
    await change()
    passage.element.style.viewTransitionName = ''
  })
  // Skipped in a hidden tab, or by the next change: the page is right all the same
  transition.ready.catch(() => {})
  transition.finished.catch(() => {})
  await transition.updateCallbackDone
}

const mayMove = (): boolean => !matchMedia('(prefers-reduced-motion: reduce)').matches
