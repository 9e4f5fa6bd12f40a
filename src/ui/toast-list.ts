export type ToastKind = 'success' | 'error' | 'blank'
export type Toast = {
  id: number
  kind: ToastKind
  message: string
  /** What it is about: a later toast about the same takes its place. */
  subject?: string
  /** `undoes`: it takes back what the message tells. */
  action?: { label: string; run: () => void; undoes?: boolean }
}

const STAY_MS = { success: 2_000, error: 4_000, blank: 4_000 } satisfies Record<ToastKind, number>
/** Long enough to be heard, found and pressed; and it begins anew whenever somebody has looked. */
const ACTION_STAY_MS = 20_000
const MAX = 20
/** More offers at once would cover the page. */
const MAX_ACTIONS = 2

let toasts: readonly Toast[] = []
let lastId = 0
let held = false
const listeners = new Set<() => void>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()

function change(next: readonly Toast[]): void {
  toasts = next
  // What somebody pointed at may have gone from under them
  if (next.length === 0) held = false
  for (const listener of listeners) listener()
}

function startTimer(toast: Toast): void {
  clearTimeout(timers.get(toast.id))
  if (held || document.visibilityState === 'hidden') return
  const stayMs = toast.action ? Math.max(ACTION_STAY_MS, STAY_MS[toast.kind]) : STAY_MS[toast.kind]
  timers.set(
    toast.id,
    setTimeout(() => dismissToast(toast.id), stayMs),
  )
}

/**
 * Shows a short message: success for 2 s, others for 4 s, 20 s when there is something to press; longer while somebody looks at it, and while nobody sees the
 * page. At most 20 at once, 2 of them with something to press; the oldest gives way. Answers its id.
 */
export function showToast(toast: Omit<Toast, 'id'>): number {
  const shown = { ...toast, id: ++lastId }
  const same = toasts.filter(({ subject }) => subject !== undefined && subject === toast.subject)
  for (const old of same) dismissToast(old.id)
  for (const old of surplus(toasts, MAX)) dismissToast(old.id)
  const actions = toast.action ? toasts.filter(({ action }) => action) : []
  for (const old of surplus(actions, MAX_ACTIONS)) dismissToast(old.id)
  change([...toasts, shown])
  startTimer(shown)
  return shown.id
}

export function dismissToast(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  change(toasts.filter((toast) => toast.id !== id))
}

/** The oldest, so that one more makes no more than `max`. */
const surplus = (list: readonly Toast[], max: number): readonly Toast[] =>
  list.slice(0, Math.max(0, list.length + 1 - max))

export const isToastShown = (id: number): boolean => toasts.some((toast) => toast.id === id)

/** Another person is here: nobody else's edits are offered to be taken back. */
export function dismissUndos(): void {
  for (const toast of toasts) if (toast.action?.undoes) dismissToast(toast.id)
}

function stopTimers(): void {
  for (const timer of timers.values()) clearTimeout(timer)
}

/** Someone reads or points at them: they stay. */
export function holdToasts(): void {
  held = true
  stopTimers()
}

/** Each has its whole time again. */
export function releaseToasts(): void {
  held = false
  for (const toast of toasts) startTimer(toast)
}

/** While nobody sees the page they wait. Answers how to stop following. */
export function followVisibility(): () => void {
  const follow = (): void => {
    if (document.visibilityState === 'hidden') stopTimers()
    else for (const toast of toasts) startTimer(toast)
  }
  document.addEventListener('visibilitychange', follow)
  return () => document.removeEventListener('visibilitychange', follow)
}

export const toastList = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: (): readonly Toast[] => toasts,
}
