const HIRAGANA_TO_KATAKANA = 0x60

/** Folds what a searcher does not tell apart: case, full and half width (NFKC), hiragana and katakana. For matching, never for showing. */
export function foldForSearch(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u3041-\u3096]/g, (char) => String.fromCharCode(char.charCodeAt(0) + HIRAGANA_TO_KATAKANA))
}

/** The start of an e-mail address, shown when a person has no username (spec §2, header). */
export const emailName = (email: string): string => email.split('@')[0] ?? email
