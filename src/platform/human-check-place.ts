const places: HTMLElement[] = []

/**
 * For a `ref`: while it is on the page the human check is shown in this element, if it has to be seen at
 * all.
 */
export function offerHumanCheckPlace(element: HTMLElement | null): () => void {
  if (element) places.push(element)
  return () => {
    if (element) places.splice(places.indexOf(element), 1)
  }
}

/** The latest on offer: a dialog makes everything behind it inert. */
export const humanCheckPlace = (): HTMLElement => places.at(-1) ?? document.body
