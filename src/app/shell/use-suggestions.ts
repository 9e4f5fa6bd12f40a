import { useEffect, useState } from 'react'
import type { Live } from '#domain/catalogue.ts'
import type { Suggestion } from '#domain/title-search.ts'

const NONE: readonly Suggestion[] = []

/** What there is for `text`; until that is known, what there was for the text before. None for null. */
export function useSuggestions(
  suggest: (text: string) => Live<Suggestion[]>,
  text: string | null,
): readonly Suggestion[] {
  const [found, setFound] = useState(NONE)
  useEffect(() => {
    if (text === null) return
    const watching = suggest(text).subscribe(setFound)
    return () => watching.unsubscribe()
  }, [suggest, text])
  return text === null ? NONE : found
}
