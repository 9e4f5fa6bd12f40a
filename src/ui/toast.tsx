import { useEffect, useSyncExternalStore } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { TOAST_KEY, useToastFocus } from './toast-focus.ts'
import {
  dismissToast,
  followVisibility,
  holdToasts,
  releaseToasts,
  toastList,
  type Toast,
} from './toast-list.ts'

export { showToast } from './toast-list.ts'

const ICONS = { success: 'checkCircle', error: 'alert', blank: 'info' } satisfies Record<
  Toast['kind'],
  IconName
>
const TONES = { success: 'text-good', error: 'text-danger', blank: 'text-muted' }

/** What a screen reader says: also where to go to answer. */
const spoken = ({ message, action }: Toast): string =>
  action ? `${message} ${TOAST_KEY}キーで「${action.label}」に移動できます。` : message

function ToastItem({ toast, leaving }: { toast: Toast; leaving: () => void }) {
  const { action } = toast
  const close = () => {
    leaving()
    dismissToast(toast.id)
  }
  return (
    <li className="toast floating flex items-center gap-3 rounded-lg border border-line bg-surface py-1.5 ps-4 pe-1.5 text-sm shadow-floating">
      <Icon name={ICONS[toast.kind]} size={20} className={TONES[toast.kind]} />
      <span className="max-h-40 min-w-0 flex-1 overflow-y-auto py-2">{toast.message}</span>
      {action && (
        <button
          type="button"
          data-toast-action={toast.id}
          {...(action.undoes && { 'aria-keyshortcuts': 'Control+Z Meta+Z' })}
          onClick={() => {
            close()
            action.run()
          }}
          className="min-h-11 shrink-0 rounded-full px-3 font-bold underline underline-offset-4 hover:bg-hover"
        >
          {action.label}
        </button>
      )}
      <IconButton icon="close" label="閉じる" onClick={close} className="text-muted" />
    </li>
  )
}

/** Where toasts appear; once in the shell. Screen readers hear errors at once and the rest politely. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(toastList.subscribe, toastList.read)
  const { list, onFocus, onBlur, leaving } = useToastFocus()
  useEffect(followVisibility, [])
  const heard = (urgent: boolean) =>
    toasts
      .filter((toast) => (toast.kind === 'error') === urgent)
      .map((toast) => <p key={toast.id}>{spoken(toast)}</p>)
  return (
    <section aria-label="お知らせ" className="toast-region pointer-events-none fixed inset-x-0 z-50 px-4">
      <div className="sr-only" role="status">
        {heard(false)}
      </div>
      <div className="sr-only" role="alert">
        {heard(true)}
      </div>
      <ol
        ref={list}
        className="mx-auto grid max-w-md gap-2"
        onPointerEnter={holdToasts}
        onPointerLeave={releaseToasts}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} leaving={leaving} />
        ))}
      </ol>
    </section>
  )
}
