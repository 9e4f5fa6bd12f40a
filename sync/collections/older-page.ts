import * as v from 'valibot'

const Row = v.looseObject({ seq: v.number() })
/** What `older_messages` answers. */
export const OlderAnswer = v.object({ epoch: v.string(), rows: v.array(Row), has_older: v.boolean() })

/** The messages of a conversation before a place, the newest first. */
export const OlderMessages = v.object({
  ...OlderAnswer.entries,
  conversation_id: v.string(),
  before_seq: v.number(),
})
export type OlderMessages = v.InferOutput<typeof OlderMessages>
