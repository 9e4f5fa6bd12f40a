import { showToast } from '#ui/toast-list.ts'
import { COPY } from './copy.ts'

/** Puts a text on the clipboard, and says whether that worked. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ kind: 'success', message: COPY.copied })
  } catch {
    showToast({ kind: 'error', message: COPY.copyFailed })
  }
}
