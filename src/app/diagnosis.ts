import * as v from 'valibot'
import { deviceNow } from '#platform/clock.ts'
import { storageReport } from '#platform/storage-quota.ts'
import type { App } from './app.ts'
import { lastErrors } from './last-errors.ts'

/** A class of error as programs name it; anything else could be a sentence about somebody. */
const ErrorName = v.pipe(v.string(), v.regex(/^[A-Z][A-Za-z]{0,40}$/))
const Reached = v.object({ epoch: v.pipe(v.string(), v.regex(/^[\d.]{1,40}$/)), row_version: v.number() })

/**
 * What helps to find a fault, for the person to hand on. Guarantee: figures, codes and versions alone; no name, no address, no id and nothing that
 * anybody wrote.
 */
export async function diagnose({ connectivity, session, keeper }: App): Promise<unknown> {
  const state = keeper.state.read()
  const opened = state.status === 'open' ? state.opened : undefined
  return {
    format: 1,
    at: new Date(deviceNow()).toISOString(),
    build: buildName(),
    browser: navigator.userAgent,
    language: navigator.language,
    online: connectivity.online.read(),
    session: session.state.read().status,
    database: state.status,
    failure: state.status === 'failed' ? errorName(state.error) : null,
    store: opened ? await diagnoseOpen(opened.store) : null,
    checkpoints: Object.fromEntries(
      Object.entries(opened?.checkpoints() ?? {}).map(([name, reached]) => [name, positionOf(reached)]),
    ),
    storage: (await storageReport().catch(() => undefined)) ?? null,
    worker: await workerState(),
    errors: lastErrors.read().map(({ at, name }) => ({ at: new Date(at).toISOString(), name: named(name) })),
  }
}

type Opened = Extract<ReturnType<App['keeper']['state']['read']>, { status: 'open' }>['opened']

async function diagnoseOpen(store: Opened['store']): Promise<unknown> {
  const { diagnoseStore } = await import('#sync/diagnosis.ts')
  return diagnoseStore(store)
}

const named = (name: string): string => (v.is(ErrorName, name) ? name : 'unknown')
const errorName = (error: unknown): string => (error instanceof Error ? named(error.name) : 'unknown')

/** How far a pull has come, without the id of the row it reached. */
function positionOf(reached: unknown): { epoch: string; row_version: number } | null {
  const found = v.safeParse(Reached, reached)
  return found.success ? found.output : null
}

/** The hashed name of the script that runs tells builds apart. */
function buildName(): string | null {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  return script === null ? null : new URL(script.src).pathname
}

async function workerState(): Promise<{ controlled: boolean; active: string | null; waiting: boolean }> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  return {
    controlled: Boolean(navigator.serviceWorker?.controller),
    active: registration?.active?.state ?? null,
    waiting: Boolean(registration?.waiting),
  }
}
