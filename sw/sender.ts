import type * as Sender from './send-pending.ts'

type Policy = { createScriptURL: (address: string) => string }
declare const self: ServiceWorkerGlobalScope & {
  /** What the script leaves. */
  sender?: typeof Sender
  trustedTypes?: { createPolicy: (name: string, policy: Policy) => Policy }
}
/** The path of the script of `send-pending.ts` (scripts/worker-build.ts). */
declare const SENDER: string

/**
 * The browser keeps with the worker what it loads while it is installed, and gives it out later without a
 * connection. A worker that could not load it is not installed.
 */
export function keepSender(): void {
  self.addEventListener('install', (event) => event.waitUntil(load()))
}

const load = async (): Promise<void> => void loadSender()

/** Runs the script where this start of the worker has not yet. Throws where the browser has it no more. */
export function loadSender(): typeof Sender {
  if (self.sender === undefined) self.importScripts(address())
  if (self.sender === undefined) throw new Error(`${SENDER} left nothing`)
  return self.sender
}

let policy: Policy | undefined

/** As the browser takes it where the Content-Security-Policy requires Trusted Types. */
function address(): string {
  // A second policy of the same name is refused
  policy ??= self.trustedTypes?.createPolicy('mirutomo', { createScriptURL: () => SENDER })
  return policy?.createScriptURL(SENDER) ?? SENDER
}
