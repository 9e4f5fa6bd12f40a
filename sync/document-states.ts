import type { SyncState } from '#domain/sync-state.ts'

/** What a document can be on this device: not there, or what its item shows. */
export type DocumentState = 'none' | SyncState
export const DOCUMENT_STATES = [
  'none',
  'local',
  'sending',
  'saved',
  'attention',
] as const satisfies readonly DocumentState[]

/** What can happen to a document. */
export type DocumentEvent =
  /** A named write. */
  | 'edit'
  /** A request that contains it left. */
  | 'sent'
  /** The server took it, as it was or joined with its own. */
  | 'answered'
  /** The server took it, but it was edited meanwhile. */
  | 'overtaken'
  /** The request failed as a whole. */
  | 'failed'
  /** Refused for now. */
  | 'passed'
  | 'refused'
  /** Refused, in a collection where the server's state stands then. */
  | 'dropped'
  /** A pull brought its row. */
  | 'pulled'
  /** A pull said that it may no longer be seen. */
  | 'revoked'
  /** A new epoch did not bring it. */
  | 'swept'
  /** The person sends the refused edit again. */
  | 'retry'
  /** The person gives it up: the server has an earlier state, as far as is known, or has none. */
  | 'discard_edit'
  | 'discard_new'

/** Total: every state answers every event; null is what cannot happen. What of it the engine really does is in document-states.test.ts. */
export const NEXT_DOCUMENT_STATE = {
  none: {
    edit: 'local',
    sent: null,
    answered: null,
    overtaken: null,
    failed: null,
    passed: null,
    refused: null,
    dropped: null,
    pulled: 'saved',
    revoked: 'none',
    swept: 'none',
    retry: null,
    discard_edit: null,
    discard_new: null,
  },
  local: {
    edit: 'local',
    sent: 'sending',
    answered: null,
    overtaken: null,
    failed: null,
    passed: null,
    refused: null,
    dropped: null,
    pulled: 'local',
    revoked: 'local',
    swept: 'local',
    retry: null,
    discard_edit: null,
    discard_new: null,
  },
  sending: {
    edit: 'sending',
    sent: null,
    answered: 'saved',
    overtaken: 'local',
    failed: 'local',
    passed: 'local',
    refused: 'attention',
    dropped: 'saved',
    pulled: 'sending',
    revoked: 'sending',
    swept: 'sending',
    retry: null,
    discard_edit: null,
    discard_new: null,
  },
  saved: {
    edit: 'local',
    sent: null,
    answered: null,
    overtaken: null,
    failed: null,
    passed: null,
    refused: null,
    dropped: null,
    pulled: 'saved',
    revoked: 'none',
    swept: 'none',
    retry: null,
    discard_edit: null,
    discard_new: null,
  },
  attention: {
    edit: 'local',
    sent: null,
    answered: null,
    overtaken: null,
    failed: null,
    passed: null,
    refused: null,
    dropped: null,
    pulled: 'attention',
    revoked: 'none',
    swept: 'attention',
    retry: 'local',
    discard_edit: 'saved',
    discard_new: 'none',
  },
} as const satisfies Record<DocumentState, Record<DocumentEvent, DocumentState | null>>
