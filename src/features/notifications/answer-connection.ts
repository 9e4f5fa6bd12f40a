export type ConnectionAnswer =
  | { ok: true }
  | { ok: false; code: 'connection_already_answered' | 'connection_answer_failed' | 'offline' }

/** Accepts or rejects a connection request; the app supplies it. Needs a connection to the server. */
export type AnswerConnection = (connectionId: string, accept: boolean) => Promise<ConnectionAnswer>
