export type ToastKind = 'success' | 'error' | 'blank'
export type Toast = {
  id: number
  kind: ToastKind
  message: string
  action?: { label: string; run: () => void }
}

const STAY_MS = { success: 2_000, error: 4_000, blank: 4_000 } satisfies Record<ToastKind, number>
const ACTION_STAY_MS = 8_000
const MAX = 20

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function startTimer(toast: Toast): void {
  clearTimeout(timers.get(toast.id))
  const stayMs = toast.action ? Math.max(ACTION_STAY_MS, STAY_MS[toast.kind]) : STAY_MS[toast.kind]
  timers.set(
    toast.id,
    setTimeout(() => dismissToast(toast.id), stayMs),
  )
}

/** Shows a short message: success for 2 s, others for 4 s, longer when there is something to press. At most 20 at once; the oldest gives way. */
export function showToast(toast: Omit<Toast, 'id'>): number {
  const shown = { ...toast, id: ++lastId }
  for (const old of toasts.slice(0, Math.max(0, toasts.length + 1 - MAX))) dismissToast(old.id)
  change([...toasts, shown])
  startTimer(shown)
  return shown.id
}

export function dismissToast(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  change(toasts.filter((toast) => toast.id !== id))
}

/** Someone reads or points at them: they stay. */
export function holdToasts(): void {
  for (const timer of timers.values()) clearTimeout(timer)
}

export function releaseToasts(): void {
  for (const toast of toasts) startTimer(toast)
}

export const toastList = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: (): readonly Toast[] => toasts,
}
