import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toast.tsx'
import { COPY } from './copy.ts'

/** Puts a text on the clipboard and says whether it is there. */
export function CopyButton({ text }: { text: string }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast({ kind: 'success', message: COPY.copied }),
      () => showToast({ kind: 'error', message: COPY.copyFailed }),
    )
  return (
    <Button size="sm" icon={<Icon name="copy" size={16} />} onClick={() => void copy()}>
      {COPY.copy}
    </Button>
  )
}
