/**
 * Replaces the package by which RxDB's storages talk to other tabs and elect a leader (vite.config.ts): ours does both itself
 * (sync/storage/tab-changes.ts, sync/replication/leader.ts). Hazard: a storage that were opened otherwise would fail at once.
 */
export class BroadcastChannel {
  constructor() {
    throw new Error('the channels of RxDB are left out of the build')
  }
}

export const createLeaderElection = (): never => {
  throw new Error('the leader election of RxDB is left out of the build')
}
