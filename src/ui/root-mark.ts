import { useLayoutEffect } from 'react'

/**
 * Says something on the root of the document for as long as it is true, for styles of what stands elsewhere (`[data-frame] …` in layout.css). undefined: nothing. The stylesheet itself could look for it with
 * `body:has(…)`, but then each change anywhere in the page has it looked for again.
 */
export function useRootMark(name: `data-${string}`, value: string | undefined): void {
  useLayoutEffect(() => {
    if (value === undefined) return
    const root = document.documentElement
    root.setAttribute(name, value)
    return () => root.removeAttribute(name)
  }, [name, value])
}
