import { Fragment } from 'react'

/** A word that stands with the one before: particles and endings, marks, and what counts a number. */
const CONTINUES = /^[\p{Script=Hiragana}ー、。，．！？!?,.・…」』）)\]】〉》～〜%％]/u
/** Stands with the one after. */
const OPENS = /[「『（([【〈《]$|^[おご]$/u
const DIGIT_END = /[0-9０-９]$/u

const breaksByItself = (): boolean => typeof CSS !== 'undefined' && CSS.supports('word-break', 'auto-phrase')

/** Where a Japanese reader may break a line: words with what belongs to them, which together are the text. */
export function phrasesOf(text: string): string[] {
  const phrases: string[] = []
  for (const { segment } of new Intl.Segmenter('ja', { granularity: 'word' }).segment(text)) {
    const before = phrases.at(-1)
    const isJoined =
      before !== undefined && (CONTINUES.test(segment) || OPENS.test(before) || DIGIT_END.test(before))
    if (isJoined) phrases[phrases.length - 1] = before + segment
    else phrases.push(segment)
  }
  return phrases
}

/** A large text of ours that breaks between phrases. Chromium does that by itself (`word-break: auto-phrase`), WebKit and Firefox do not. */
export function Phrases({ children: text }: { children: string }) {
  if (breaksByItself()) return text
  return (
    <span className="break-keep">
      {phrasesOf(text).map((phrase, position) => (
        // Phrases have no other name than their place
        <Fragment key={position}>
          {position > 0 && <wbr />}
          {phrase}
        </Fragment>
      ))}
    </span>
  )
}
