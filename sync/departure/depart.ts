import { databasesOf } from '../generations/databases-of.ts'
import { readDatabaseName } from '../generations/names.ts'
import { isSomebodyIn } from '../generations/presence.ts'
import type { Held } from '../locks.ts'
import { countOf, type Draft, type LeftBehind, noteSettled, readLeftBehind } from '../seal/remainder.ts'
import { sealRemainder } from '../seal/seal-remainder.ts'
import { Overdue } from '../within.ts'
import { deleteDatabases } from './delete-databases.ts'
import { evictAll, type Occupancy } from './occupancy.ts'

/** What became of what the server does not have. */
export type Departure =
  | { remainder: 'none' }
  /** On this device, readable only by the account itself. `recordId` names it, so that it can be given up. */
  | { remainder: 'sealed'; count: number; recordId: string }
  | { remainder: 'discarded' }
  /** This device has no key to seal it with: it stays as it is, and is sent when the account signs in again. */
  | { remainder: 'kept'; count: number }
  /** The storage does not answer, for a tab that is stopped holds it up: sealed and deleted at a later start. */
  | { remainder: 'later' }
  /** The account has signed in again meanwhile: nothing was done. */
  | { remainder: 'back' }

/** This tab was stopped while the account left, and others have taken the account up since. */
export class DepartureLost extends Error {
  override readonly name = 'DepartureLost'
}

export type Departing = {
  userId: string
  how: 'seal' | 'discard'
  /** What was begun and not saved; asked when nobody writes any more. */
  drafts: () => Draft[]
  /** Takes away, with the databases, what lies beside them: drafts, caches, whatever else the app keeps. Must not reject. */
  forgetRest: () => Promise<void>
  /** Takes this account's session from the device, if it is still this account's. */
  forgetSession: () => Promise<void>
  /** This tab's own occupancy; its store must be closed. */
  own?: Occupancy | undefined
  /** Answers true when the account has signed in again: then nothing is done. For a departure that nobody asked for. */
  isBack?: () => Promise<boolean>
}

/**
 * Takes an account from this device, without a connection. Guarantee: what the server does not have is on the disk under seal before anything of it is deleted,
 * and everybody else who had the databases open has left before it is read, or is stopped; it may be interrupted at any moment and repeated, by any tab; no stopped tab holds it up. Rejects, with
 * nothing deleted and the session still there, when it could not be sealed, or when this tab was stopped itself.
 */
export async function depart(departing: Departing): Promise<Departure> {
  const { userId, forgetSession, isBack, own } = departing
  // Asked before anybody is disturbed, and again when nobody can sign in any more
  if ((await isBack?.()) === true) {
    own?.release()
    return { remainder: 'back' }
  }
  return evictAll(userId, own, async (everybodyLeft, held) => {
    if ((await isBack?.()) === true) return { remainder: 'back' }
    const departure = await settle(departing, held).catch((error: unknown): Departure => {
      if (error instanceof Overdue) return { remainder: 'later' }
      throw error
    })
    if (!held.isSure()) throw new DepartureLost()
    await forgetSession()
    if (departure.remainder !== 'kept' && departure.remainder !== 'later')
      await deleteAll(departing, !everybodyLeft, held)
    return departure
  })
}

async function settle({ userId, how, drafts }: Departing, { isSure }: Held): Promise<Departure> {
  const left = how === 'seal' ? await readLeftBehind(userId, drafts()) : undefined
  const departure: Departure =
    left === undefined || left.settled ? { remainder: 'discarded' } : await sealWhatIsLeft(left)
  if (departure.remainder !== 'kept') await noteSettled(userId, isSure)
  return departure
}

async function sealWhatIsLeft({ remainder, sealKey }: LeftBehind): Promise<Departure> {
  const count = countOf(remainder)
  if (count === 0 && remainder.overruled.length === 0) return { remainder: 'none' }
  if (sealKey !== undefined)
    return { remainder: 'sealed', count, recordId: await sealRemainder(remainder, sealKey) }
  // Only what lost to another device: the server has everything that counts
  return count === 0 ? { remainder: 'none' } : { remainder: 'kept', count }
}

/** Order matters: the outbox, which says that the rest may go, goes last. A death before that, and whatever could not be deleted, is made good at a later start. */
async function deleteAll(
  { userId, forgetRest }: Departing,
  someoneStayed: boolean,
  { isSure: mayDelete }: Held,
): Promise<void> {
  const names = await databasesOf(userId)
  const stores = new Set(names.flatMap((name) => readDatabaseName(name)?.store ?? []))
  // Who slept through an earlier departure was thrown out then, and has the databases open still
  const somebodySleeps = someoneStayed || (await isSomebodyIn(stores))
  const isOutbox = (name: string): boolean => {
    const read = readDatabaseName(name)
    return read !== undefined && read.collection === undefined
  }
  const others = names.filter((name) => !isOutbox(name))
  const how = { somebodySleeps, mayDelete }
  const [, isGone] = await Promise.all([forgetRest(), deleteDatabases(others, how)])
  if (isGone) await deleteDatabases(names.filter(isOutbox), how)
}

/** The accounts that have databases on this device. */
export async function accountsOnDevice(): Promise<string[]> {
  const names = (await databasesOf('')).filter((name) => name.includes('mirutomo-'))
  const userIds = names.flatMap((name) => UUID.exec(name)?.[0] ?? [])
  return [...new Set(userIds)]
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/
