/** The file as a whole cannot be read as a catalogue; `message` says why, in Japanese. */
export class UnreadableFileError extends Error {}

/** What stands where bytes are no character. */
export const BROKEN = '\ufffd'
/** Of the characters beyond ASCII, so many may be broken in a file that is otherwise read. */
const BROKEN_SHARE = 0.25

const saveAgain = (encoding: string): never => {
  throw new UnreadableFileError(`文字コードが${encoding}のため読めません。UTF-8 で保存し直してください。`)
}

/**
 * UTF-8, or Shift_JIS as Japanese spreadsheets write it; a byte that is no character becomes BROKEN. UTF-8
 * with few broken bytes stays UTF-8: nearly all of it could be read as Shift_JIS, as other words. Throws
 * UnreadableFileError for other encodings.
 */
export function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return saveAgain(' UTF-16 ')
  const utf8 = new TextDecoder().decode(bytes)
  if (utf8.includes('\0')) return saveAgain(' UTF-16 ')
  if (utf8.includes('\x1b$')) return saveAgain(' ISO-2022-JP (JIS) ')
  if (brokenShare(utf8) === 0) return utf8
  if (isEucJp(bytes)) return saveAgain(' EUC-JP ')
  if (brokenShare(utf8) <= BROKEN_SHARE) return utf8
  const shiftJis = new TextDecoder('shift_jis').decode(bytes)
  return brokenShare(shiftJis) <= BROKEN_SHARE ? shiftJis : saveAgain('分からない')
}

function brokenShare(text: string): number {
  const beyondAscii = text.match(/[^\0-\x7f]/gu)?.length ?? 0
  return beyondAscii === 0 ? 0 : (text.split(BROKEN).length - 1) / beyondAscii
}

/** Kana and frequent kanji begin with bytes in Shift_JIS that EUC-JP does not know. */
function isEucJp(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('euc-jp', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
