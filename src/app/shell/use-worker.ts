import { useSyncExternalStore } from 'react'
import { whenIdle } from '#platform/after-paint.ts'
import { createValue } from '#platform/observable-value.ts'
import type { WorkerRegistration } from '#platform/service-worker.ts'
import { noteError } from '../last-errors.ts'

const START_LIMIT_MS = 3_000

const updateWaiting = createValue(false)
let registration: WorkerRegistration | undefined

let started = false

/** Registers the worker once the page has come to rest; once per page. */
export function startWorker(): void {
  if (started) return
  started = true
  void whenIdle(START_LIMIT_MS)
    .then(() => import('#platform/service-worker.ts'))
    .then(({ registerServiceWorker }) => registerServiceWorker())
    .then((registered) => {
      registration = registered
      registered.updateWaiting.subscribe((waiting) => updateWaiting.set(waiting))
    })
    .catch(noteError)
}

export const useWorker = () => ({
  updateWaiting: useSyncExternalStore(updateWaiting.listen, updateWaiting.read),
  update: () => registration?.update(),
})
