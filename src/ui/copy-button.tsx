import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { showToast } from './toast-list.ts'

export const COPY_WORDS = {
  copy: 'コピー',
  copied: 'コピーしました。',
  failed: 'コピーできませんでした。文章を選んでコピーしてください。',
} as const

/** Puts a text on the clipboard and says whether it is there. */
export function CopyButton({ text }: { text: string }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast({ kind: 'success', message: COPY_WORDS.copied }),
      () => showToast({ kind: 'error', message: COPY_WORDS.failed }),
    )
  return (
    <Button size="sm" icon={<Icon name="copy" size={16} />} onClick={() => void copy()}>
      {COPY_WORDS.copy}
    </Button>
  )
}
