import { forgetSealed } from '#sync/seal/sealed-database.ts'
import type { Farewell } from '../app.ts'
import { departHere } from './depart-here.ts'

/** Gives up what an account left on this device, sealed or as it was. */
export async function giveUp({ userId, departure }: Farewell): Promise<void> {
  if (departure.remainder === 'sealed') await forgetSealed([departure.recordId])
  else await departHere(userId, 'discard')
}
