import * as v from 'valibot'

const ConnectionMetadata = v.object({ connection_data: v.object({ connection_id: v.string() }) })
const MessageMetadata = v.object({ message_data: v.object({ conversation_id: v.string() }) })

/** Browsers drop tabs and line breaks and read a backslash as a slash: what has them may lead elsewhere. */
const INSIDE = /^\/[^\\\p{Cc}]*$/u
/** Two slashes name another site, and segments of dots may leave two. */
const ROUNDABOUT = /^[^?#]*\/[/.]/

/** The address inside the app that a notification leads to; undefined for none or for one that leads out of the app. */
export function pathOf(notification: {
  link?: string
  type: string
  metadata?: unknown
}): string | undefined {
  const { link } = notification
  if (link !== undefined && INSIDE.test(link) && !ROUNDABOUT.test(link)) return link
  const conversation = notification.type === 'message' ? conversationIdOf(notification) : undefined
  return conversation === undefined ? undefined : `/messages/${encodeURIComponent(conversation)}`
}

/** The conversation that a message came in; undefined when its metadata does not say. */
export function conversationIdOf(notification: { metadata?: unknown }): string | undefined {
  const message = v.safeParse(MessageMetadata, notification.metadata)
  return message.success ? message.output.message_data.conversation_id : undefined
}

/** The connection that a request asks to answer; undefined when its metadata does not say. */
export function connectionIdOf(notification: { metadata?: unknown }): string | undefined {
  const connection = v.safeParse(ConnectionMetadata, notification.metadata)
  return connection.success ? connection.output.connection_data.connection_id : undefined
}
