/** Stands in for the ways between tabs that broadcast-channel keeps for browsers without BroadcastChannel: all of ours have it (vite.config.ts). */
const never = { type: 'none', canBeUsed: () => false }

export { never as IndexedDBMethod, never as LocalstorageMethod, never as SimulateMethod }
