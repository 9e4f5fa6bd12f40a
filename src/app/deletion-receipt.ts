import type { DeletionReceipt } from '#domain/account.ts'
import { createValue } from '#platform/observable-value.ts'

/** Of the account that was deleted in this tab; nobody keeps it longer than the page lives. */
export const deletionReceipt = createValue<DeletionReceipt | null>(null)
