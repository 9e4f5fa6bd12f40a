import type { ServerFault } from '../testing/fake-server.ts'
import type { Edit } from './bundle.ts'

/** A mistake that the simulation must find: a change of a source file of the engine while it is bundled, or one of the model server's own. */
export type Planted = { edits?: Edit[]; serverFaults?: ServerFault[] }

export const PLANTED: Record<string, Planted> = {
  no_xmin_guard: { serverFaults: ['no_xmin_guard'] },
}

export function plantedFault(name: string): Planted {
  const planted = PLANTED[name]
  if (planted === undefined)
    throw new Error(`no such fault: ${name} (there are: ${Object.keys(PLANTED).join(', ')})`)
  return planted
}
