/** Replaces the transports that broadcast-channel keeps for browsers without BroadcastChannel (vite.config.ts). */
const never = { type: 'none', canBeUsed: () => false }

export { never as IndexedDBMethod, never as LocalstorageMethod, never as SimulateMethod }
