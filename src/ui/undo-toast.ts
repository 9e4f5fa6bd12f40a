import { NOT_STORED } from './not-stored.ts'
import { showToast } from './toast-list.ts'

/** The word for it, everywhere. */
export const UNDO = '元に戻す'
const UNDONE = '元に戻しました。'
const CHANGED_SINCE = 'その後に変わっているため、元に戻せません。'

export type Undoable = {
  /** What was done, in a sentence. */
  message: string
  /** What it was done to: a later offer about the same takes this one's place. */
  subject: string
  /** Takes it back. Answers false when there was nothing left to take back, or in a sentence why it cannot be. */
  undo: () => Promise<boolean | string | void>
}

/** Tells what was done, and offers to take it back wherever the person goes in the app. Answers the toast's id. */
export function offerUndo({ message, subject, undo }: Undoable): number {
  const run = (): void => void takeBack({ subject, undo })
  return showToast({ kind: 'blank', message, subject, action: { label: UNDO, run, undoes: true } })
}

/** Takes it back and says how that went; where it could not be stored, it is offered again. */
export async function takeBack({ subject, undo }: Omit<Undoable, 'message'>): Promise<void> {
  try {
    const outcome = await undo()
    if (typeof outcome === 'string') showToast({ kind: 'error', message: outcome, subject })
    else if (outcome === false) showToast({ kind: 'blank', message: CHANGED_SINCE, subject })
    else showToast({ kind: 'success', message: UNDONE, subject })
  } catch {
    const run = (): void => void takeBack({ subject, undo })
    const action = { label: UNDO, run, undoes: true }
    showToast({ kind: 'error', message: NOT_STORED, subject, action })
  }
}
