export type ConnectionAnswer =
  | { ok: true }
  | {
      ok: false
      code: 'connection_already_answered' | 'connection_answer_failed' | 'connection_load_failed'
    }

/** Accepts or rejects a connection request; the app supplies it. Works without a connection. */
export type AnswerConnection = (connectionId: string, accept: boolean) => Promise<ConnectionAnswer>
