import { useSyncExternalStore } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { dismissToast, holdToasts, releaseToasts, toastList, type Toast } from './toast-list.ts'

export { showToast } from './toast-list.ts'

const ICONS = { success: 'checkCircle', error: 'alert', blank: 'info' } satisfies Record<
  Toast['kind'],
  IconName
>
const TONES = { success: 'text-good', error: 'text-danger', blank: 'text-muted' }

function ToastItem({ toast }: { toast: Toast }) {
  const { action } = toast
  return (
    <li className="toast pointer-events-auto flex items-center gap-3 rounded-lg border border-line bg-surface py-1.5 ps-4 pe-1.5 text-sm shadow-floating">
      <Icon name={ICONS[toast.kind]} size={20} className={TONES[toast.kind]} />
      <span className="max-h-40 min-w-0 flex-1 overflow-y-auto py-2">{toast.message}</span>
      {action && (
        <button
          type="button"
          onClick={() => {
            dismissToast(toast.id)
            action.run()
          }}
          className="min-h-11 shrink-0 rounded-full px-3 font-bold text-accent hover:bg-hover"
        >
          {action.label}
        </button>
      )}
      <IconButton icon="close" label="閉じる" onClick={() => dismissToast(toast.id)} className="text-muted" />
    </li>
  )
}

/** Where toasts appear; once in the shell. Screen readers hear errors at once and the rest politely. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(toastList.subscribe, toastList.read)
  const heard = (urgent: boolean) =>
    toasts
      .filter((toast) => (toast.kind === 'error') === urgent)
      .map((toast) => <p key={toast.id}>{toast.message}</p>)
  return (
    <section aria-label="お知らせ" className="toast-region pointer-events-none fixed inset-x-0 z-50 px-4">
      <div className="sr-only" role="status">
        {heard(false)}
      </div>
      <div className="sr-only" role="alert">
        {heard(true)}
      </div>
      <ol
        className="mx-auto grid max-w-md gap-2"
        onPointerEnter={holdToasts}
        onPointerLeave={releaseToasts}
        onFocus={holdToasts}
        onBlur={releaseToasts}
      >
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} />
        ))}
      </ol>
    </section>
  )
}
