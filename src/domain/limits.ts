/** Constants of spec §9 and DESIGN §7. Units are in the names. */
export const SEARCH_PAGE_SIZE = 10
/** Characters of a query that are searched for; the server reads no more. */
export const QUERY_MAX_LENGTH = 200
/** Of a search more hits than these are neither counted nor shown. */
export const HITS_COUNTED = 1_000
export const TOP_VIDEOS_LIMIT = 10
export const RECENT_VIDEOS_LIMIT = 12
export const TOP_VIDEOS_MIN_REVIEWS = 1
export const FREE_FAVORITE_LIMIT = 100
export const COMMENT_MAX_LENGTH = 10_000
export const MESSAGE_MAX_LENGTH = 10_000
/** How many messages of a conversation a device gets that begins: the newest. */
export const MESSAGE_WINDOW = 1_000
/** So many older ones it fetches at a time. */
export const OLDER_MESSAGES_PAGE = 100
/** UTF-8, of the value's text as PostgreSQL writes a jsonb: with a space after each comma and colon. */
export const SETTING_VALUE_MAX_BYTES = 8_192
export const USERNAME_MAX_LENGTH = 30
export const DISPLAY_NAME_MAX_LENGTH = 60
export const BIO_MAX_LENGTH = 500
/** Of one person, on their public profile. */
export const PUBLIC_REVIEWS = 50
export const PASSWORD_MIN_LENGTH = 8
/** UTF-8; the server's hash takes no more. */
export const PASSWORD_MAX_BYTES = 72
/** Characters. */
export const EMAIL_MAX_LENGTH = 254
export const YOUTUBE_ID_LENGTH = 11
export const BADGE_MAX = 99
/** The newest important notifications that a free person's dropdown chooses from. */
export const IMPORTANT_ITEMS = 10
export const DROPDOWN_ITEMS_FREE = 8
export const DROPDOWN_ITEMS_PREMIUM = 15
export const NOTIFICATION_PREVIEWS = 3
/** From so many openings of the dropdown on, free people are told what premium gives. */
export const UPSELL_AFTER_OPENINGS = 5
export const API_TIMEOUT_MS = 30_000
export const REFUND_TIMEOUT_MS = 60_000
export const CURRENCY = 'jpy'
/** How long the success of a payment is shown before the person is led on: by the form alone, and by the dialog around it. */
export const PAID_FORM_MS = 1_000
export const PAID_DIALOG_MS = 2_000
/** A file takes longer: 10 MB at 700 kbit/s. */
export const UPLOAD_TIMEOUT_MS = 120_000
/** How many people somebody may ask for a connection in 24 hours. The specification names no number. */
export const CONNECTION_REQUESTS_PER_DAY = 30
/** How long the install banner stays away once it was closed, and when it comes where the browser does not ask by itself. */
export const INSTALL_PAUSE_MS = 24 * 60 * 60 * 1000
export const INSTALL_FALLBACK_MS = 5_000
export const WORKER_UPDATE_CHECK_MS = 60 * 60 * 1000
/** How long what YouTube says of a video may be kept without asking YouTube again. */
export const CATALOGUE_MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000
