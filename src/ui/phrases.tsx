import { Fragment } from 'react'

/**
 * After hiragana or a mark, before what begins a word in another script; not after the お or ご of a word, nor inside 気に入る. By
 * script alone: the first use of Intl would cost a visitor's first paint (tests/architecture/intl.test.ts).
 */
const BREAK =
  /(?<=[\p{sc=Hiragana}、。，．！？…」』）])(?<!(?:^|\P{sc=Hiragana})[おご])(?<!気に)(?=[\p{sc=Han}\p{sc=Katakana}A-Za-z0-9「『（])/u

const breaksByItself = (): boolean =>
  typeof CSS !== 'undefined' && 'supports' in CSS && CSS.supports('word-break', 'auto-phrase')

/** Where a Japanese reader may break a line: phrases, which together are the text. */
export const phrasesOf = (text: string): string[] => text.split(BREAK)

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
