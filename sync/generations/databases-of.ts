import { Dexie } from 'dexie'

/**
 * The names of all databases on this device that hold something of this account: of every local generation, also of newer ones than this build's, RxDB's and
 * the outbox. Everything that is stored for one account has the account's id in its database's name.
 */
export async function databasesOf(userId: string): Promise<string[]> {
  return (await Dexie.getDatabaseNames()).filter((name) => name.includes(userId))
}
