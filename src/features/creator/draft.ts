import * as v from 'valibot'

/** What was typed and not sent. */
export const ChannelDraft = v.object({ channel_url: v.string() })
export const CHANNEL_DRAFT = 'channel'
export const IMPORT_DRAFT = 'import-videos'
