const PATH = '/service-worker.js'

type ScriptAddress = Parameters<ServiceWorkerContainer['register']>[0]
type Policy<Address> = { createScriptURL: (address: string) => Address }
declare global {
  interface Window {
    trustedTypes?: { createPolicy: (name: string, policy: Policy<string>) => Policy<ScriptAddress> }
  }
}

let policy: Policy<ScriptAddress> | undefined

/**
 * The address of the service worker, as the browser takes it where the Content-Security-Policy requires Trusted Types. The one policy of the app: it makes no other
 * address, no markup and no script.
 */
export function workerAddress(): ScriptAddress {
  // A second policy of the same name is refused
  policy ??= window.trustedTypes?.createPolicy('mirutomo', { createScriptURL: () => PATH })
  return policy?.createScriptURL(PATH) ?? PATH
}
