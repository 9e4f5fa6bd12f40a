const HIRAGANA = 0x3041
const KATAKANA = 0x30a1
const KANA = 0x56

/**
 * One line for each sign that is written in several ways, as it is searched first. NFKC would take these
 * apart or replace them by older forms.
 */
const BEFORE_NFKC = [
  '~\u02dc',
  "'\u00b4",
  '"\u2033\u2036',
  '…\u22ef',
  // The sound marks that stand alone join the letter before them
  '\u3099\u309b',
  '\u309a\u309c',
  // Radicals that text copied from PDF files has for characters
  '青\u2fad',
  '黄\u2fc8',
  '戸\u2f3e',
  '黒\u2fca',
]

const AFTER_NFKC = [
  ...Array.from({ length: KANA }, (_, index) => String.fromCharCode(KATAKANA + index, HIRAGANA + index)),
  'ヽゝ',
  'ヾゞ',
  // Hyphens, dashes, minus signs, lines, and the long vowel mark that Japanese keyboards type for them
  '-\u2010\u2012\u2013\u2014\u2015\u2043\u2212\u2500\u2501\u2e3a\u2e3b\u30fc\u02d7',
  '~\u301c\u3030\u223c\u223e\u2053',
  "'\u2018\u2019\u201a\u201b\u2032\u2035\u02b9\u02bc\u0060",
  '"\u201c\u201d\u201e\u201f\u02ba\u301d\u301e\u301f',
  '・\u00b7\u2022\u2027\u2219\u22c5',
  '/\u2044\u2215',
  '|\u2223\u2502\u01c0',
  ':\u2236\ua789',
  // Their lower case depends on the language, or on the place in the word
  'iİ',
  'σΣς',
  // More radicals
  '民\u2ea0',
  '虎\u2ec1',
  '西\u2ec4',
  '見\u2ec5',
  '角\u2ec6',
  '長\u2ed1',
  '青\u2ed8',
  '食\u2edd',
  '骨\u2ee3',
  '鬼\u2ee4',
  '麦\u2ee8',
  '黄\u2ee9',
  '斉\u2eeb',
  '歯\u2eed',
  '竜\u2eef',
  '亀\u2ef2',
]

function spellingBy(lines: readonly string[]): (text: string) => string {
  const first = new Map(
    lines.flatMap(([one = '', ...others]) => others.map((other) => [other, one] as const)),
  )
  const others = new RegExp(`[${[...first.keys()].join('')}]`, 'g')
  return (text) => text.replace(others, (char) => first.get(char) ?? char)
}
const spelledBefore = spellingBy(BEFORE_NFKC)
const spelledAfter = spellingBy(AFTER_NFKC)

/** Has no width and is no blank: joiners, selectors, fillers, marks of direction. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu
const BLANKS = /[\0- \x7f-\x9f\u1680\u2028\u2029\u2800]+/g

/**
 * Folds what a searcher does not tell apart: case, width (NFKC), hiragana and katakana, spellings of a sign,
 * what is not seen, and blanks, of which any are one and none stand at the ends. For matching, never for
 * showing. The server does the same (`private.fold`); search-fold-vectors.json holds both to it.
 */
export const foldForSearch = (text: string): string =>
  spelledAfter(spelledBefore(text.replace(UNSEEN, '')).normalize('NFKC'))
    .toLowerCase()
    .replace(BLANKS, ' ')
    .replace(/^ | $/g, '')
