import type { Context } from './context.ts'
import type { Facts } from './facts.ts'
import { newId } from './ids.ts'
import { showDispute } from './shapes/charge.ts'

/** The card's holder takes a charge back; the money is gone until it is decided. */
export async function openDispute(
  { store, now, emit }: Context,
  charge: Facts['charge'],
  reason: string,
): Promise<Facts['dispute']> {
  const dispute: Facts['dispute'] = {
    id: newId('du_1', 23),
    created: now,
    amount: charge.amount - charge.refunded,
    charge: charge.id,
    intent: charge.intent,
    reason,
    status: 'needs_response',
    metadata: {},
  }
  await store.put('dispute', dispute)
  await store.put('charge', { ...charge, disputed: true })
  await emit('charge.dispute.created', showDispute(dispute))
  await emit('charge.dispute.funds_withdrawn', showDispute(dispute))
  return dispute
}

export async function closeDispute(
  { store, emit }: Context,
  dispute: Facts['dispute'],
  status: 'won' | 'lost',
): Promise<Facts['dispute']> {
  const closed: Facts['dispute'] = { ...dispute, status }
  await store.put('dispute', closed)
  await emit('charge.dispute.closed', showDispute(closed), { status: dispute.status })
  if (status === 'won') await emit('charge.dispute.funds_reinstated', showDispute(closed))
  return closed
}
