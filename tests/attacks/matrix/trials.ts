import type { Role } from '../permission-matrix.ts'
import type { Cast } from './cast.ts'

type Row = Record<string, unknown>

/** How a table is tried: a row of self's, what finds it, and what an update writes into it. */
export type Trial = {
  row: Row
  key: string[]
  change: Row
  /** Of the row, what an insert over REST names; all of it unless said. */
  sent?: string[]
  /** There is always this one row and no other like it: it is neither made nor removed for a cell. */
  stands?: true
  /** It is taken away again after the cell: it would change what else self may. */
  passes?: true
  /** Beside 42501: codes by which a denied write is refused. */
  refusals?: string[]
}

const now = (): string => new Date().toISOString()

/** Every table and view of the schema `public`. For `blocked` the row is one that concerns them, where there can be one. */
export const trials: Record<string, (cast: Cast, role: Role) => Trial> = {
  admin_acts: ({ people: { admin, self }, act }) => ({
    row: { id: act, admin_id: admin.id, act: 'suspend', subject_type: 'person', subject_id: self.id },
    key: ['id'],
    change: { detail: { reason: '列' } },
    stands: true,
  }),
  blocks: ({ people: { self, blocked }, stranger }, role) => ({
    row: { blocker_id: self.id, blocked_id: role === 'blocked' ? blocked.id : stranger.id },
    key: ['blocker_id', 'blocked_id'],
    change: { created_at: now() },
  }),
  connections: ({ people: { self }, friend, connections }, role) => ({
    row: {
      id: role === 'blocked' ? connections.blocked : connections.friend,
      user_id: self.id,
      connected_user_id: friend.id,
    },
    key: ['id'],
    change: { status: 'connected' },
  }),
  conversations: ({ people: { self }, friend, talks }, role) => {
    const [user1_id, user2_id] = [self.id, friend.id].toSorted()
    return {
      row: { id: role === 'blocked' ? talks.blocked : talks.friend, user1_id, user2_id },
      key: ['id'],
      change: { is_active: false },
    }
  },
  event_links: ({ events }) => ({
    row: { event_id: events.own, url: 'https://meet.test/matrix' },
    key: ['event_id'],
    change: { url: 'https://meet.test/elsewhere' },
  }),
  event_participants: ({ people: { self }, events }) => ({
    row: { event_id: events.friends, user_id: self.id },
    key: ['event_id', 'user_id'],
    change: { event_id: events.own },
  }),
  events: ({ people: { self }, events }) => ({
    row: {
      id: events.own,
      organizer_id: self.id,
      title: '行',
      starts_at: '2030-01-01T00:00:00+00:00',
      ends_at: '2030-01-02T00:00:00+00:00',
      is_online: false,
      place: '列',
    },
    key: ['id'],
    change: { title: '列' },
    stands: true,
  }),
  favorites: ({ people: { self }, video }) => ({
    row: { user_id: self.id, video_id: video.id, is_favorite: true, edited_at: 1 },
    key: ['user_id', 'video_id'],
    change: { is_favorite: false },
  }),
  genres: ({ genre }) => ({
    row: { id: genre, name: '行', position: 900 },
    key: ['id'],
    change: { name: '列' },
  }),
  history: ({ people: { self }, video }) => ({
    row: { user_id: self.id, video_id: video.id, viewed_at: '2026-01-01T00:00:00Z', edited_at: 1 },
    key: ['user_id', 'video_id'],
    change: { is_deleted: true },
  }),
  messages: ({ people: { self }, talks, letters }, role) => ({
    row: {
      id: role === 'blocked' ? letters.blocked : letters.friend,
      conversation_id: role === 'blocked' ? talks.blocked : talks.friend,
      sender_id: self.id,
      body: '行',
      sent_at: 1,
    },
    key: ['id'],
    change: { is_deleted: true },
    // Where a block closed the conversation, nobody's message gets as far as the question whose it is
    refusals: ['23514'],
  }),
  notification_preferences: ({ people: { self } }) => ({
    row: { user_id: self.id, likes: true },
    key: ['user_id'],
    change: { likes: false },
  }),
  notification_reads: ({ people: { self }, notification }) => ({
    row: { id: notification, user_id: self.id, is_read: false, read_edited_at: 1 },
    key: ['id', 'user_id'],
    change: { is_read: true },
  }),
  notifications: ({ people: { self }, notification }) => ({
    row: { id: notification, user_id: self.id, type: 'system', title: '行' },
    key: ['id'],
    change: { is_read: true },
  }),
  point_transactions: ({ people: { self } }) => ({
    row: { user_id: self.id, amount: 5, transaction_type: 'login_bonus', description: '行' },
    key: ['user_id'],
    change: { amount: 50 },
  }),
  premium_subscriptions: ({ people: { self } }) => ({
    row: {
      user_id: self.id,
      stripe_subscription_id: `sub_${self.id}`,
      plan: 'monthly',
      status: 'incomplete',
      as_of: '2026-01-01T00:00:00Z',
    },
    key: ['user_id'],
    change: { status: 'active' },
  }),
  profile_private: ({ people: { self } }) => ({
    row: { user_id: self.id },
    key: ['user_id'],
    change: { area: '東京都' },
    stands: true,
  }),
  profiles: ({ people: { self } }) => ({
    row: { id: self.id, username: '行' },
    key: ['id'],
    change: { bio: '列' },
    stands: true,
  }),
  promotion_days: ({ booking }) => ({
    row: { booking_id: booking.id, day: '2026-01-01', impressions: 1, clicks: 1 },
    key: ['booking_id', 'day'],
    change: { impressions: 1_000 },
  }),
  promotion_events: ({ booking }) => ({
    row: {
      booking_id: booking.id,
      kind: 'click',
      hour: '2026-01-01T00:00:00+00:00',
      viewer: '\\x00',
      is_visitor: false,
    },
    key: ['booking_id', 'kind'],
    change: { is_visitor: true },
  }),
  promotion_slots: ({ slot }) => ({
    row: { id: slot, name: '行', type: 'home' },
    key: ['id'],
    change: { name: '列' },
  }),
  push_subscriptions: ({ people: { self } }) => ({
    row: {
      user_id: self.id,
      endpoint: `https://push.test/${self.id}/row`,
      p256dh: 'k'.repeat(87),
      auth: 'a'.repeat(22),
    },
    key: ['endpoint'],
    change: { user_id: self.id, endpoint: `https://push.test/${self.id}/elsewhere` },
  }),
  rating_likes: ({ people: { self }, rating }) => ({
    row: { rating_id: rating, user_id: self.id },
    key: ['rating_id', 'user_id'],
    change: { created_at: now() },
  }),
  rating_replies: ({ people: { self }, rating }) => ({
    row: { rating_id: rating, user_id: self.id, body: '行' },
    key: ['rating_id', 'user_id'],
    change: { body: '列' },
  }),
  relations: ({ people: { self }, stranger }) => ({
    row: { user_id: self.id, other_id: stranger.id, is_blocked: false, blocked_edited_at: 1 },
    key: ['user_id', 'other_id'],
    change: { likes_me_at: 1 },
  }),
  reports: ({ people: { self, blocked }, stranger }, role) => ({
    row: {
      reporter_id: self.id,
      reported_id: role === 'blocked' ? blocked.id : stranger.id,
      reason: 'spam',
      body: '',
    },
    key: ['reporter_id', 'reported_id'],
    change: { body: '列' },
  }),
  reviews: ({ people: { self }, video }) => ({
    row: { user_id: self.id, youtube_id: video.youtube_id, overall: 3, comment: '行' },
    key: ['user_id', 'youtube_id'],
    change: { comment: '列' },
    stands: true,
    // A view of two tables takes nothing
    refusals: ['55000'],
  }),
  revocations: ({ people: { self }, video }) => ({
    row: { user_id: self.id, collection: 'favorites', document_id: video.id },
    key: ['user_id', 'document_id'],
    change: { document_id: self.id },
  }),
  settings: ({ people: { self } }) => ({
    row: { user_id: self.id, name: 'theme', value: 1, edited_at: 1 },
    key: ['user_id', 'name'],
    change: { value: 2 },
  }),
  slot_bookings: ({ people: { self }, slot, video }) => ({
    row: {
      user_id: self.id,
      youtuber_id: self.id,
      slot_id: slot,
      video_id: video.id,
      start_date: '2030-01-01',
      end_date: '2030-01-08',
      duration: 7,
      amount_paid: 700,
    },
    key: ['user_id', 'slot_id'],
    change: { amount_paid: 1 },
  }),
  slot_prices: ({ slot }) => ({
    row: { slot_id: slot, price_per_day: 500 },
    key: ['slot_id'],
    change: { price_per_day: 50 },
  }),
  subscription_plans: () => ({
    row: { id: 'yearly', name: '年額プラン', months: 12, amount: 1, stripe_price_id: 'price_1', position: 9 },
    key: ['id'],
    change: { amount: 1 },
    stands: true,
  }),
  suspensions: ({ people: { self } }) => ({
    row: { user_id: self.id, reason: '行' },
    key: ['user_id'],
    change: { reason: '列' },
    passes: true,
  }),
  sync_epochs: ({ people: { self } }) => ({
    row: { user_id: self.id, collection: 'history', epoch: 1 },
    key: ['user_id', 'collection'],
    change: { epoch: 9 },
  }),
  sync_realm: () => ({
    row: { is_only_row: true },
    key: ['is_only_row'],
    change: { epoch: 9 },
    stands: true,
  }),
  user_points: ({ people: { self } }) => ({
    row: { user_id: self.id, balance: 1, lifetime_earned: 1 },
    key: ['user_id'],
    change: { balance: 0 },
  }),
  user_verification: ({ people: { self } }) => ({
    row: { user_id: self.id, verification_level: 1 },
    key: ['user_id'],
    change: { phone_number: '+818000000000' },
    stands: true,
  }),
  verification_requests: ({ people: { self } }) => ({
    row: { user_id: self.id, document_path: `${self.id}/row.jpg`, birth_date: '1990-01-01' },
    key: ['user_id'],
    change: { birth_date: '1980-01-01' },
  }),
  video_ratings: ({ people: { self }, video }) => ({
    row: { user_id: self.id, video_id: video.youtube_id, overall: 3, comment: '行', edited_at: {} },
    key: ['user_id', 'video_id'],
    change: { overall: 1 },
  }),
  videos: () => ({
    row: { youtube_id: 'matrixvideo', title: '動画' },
    key: ['youtube_id'],
    change: { title: '列' },
  }),
  youtuber_profiles: ({ people: { creator } }) => ({
    row: {
      id: creator.id,
      channel_id: `UC${'m'.repeat(22)}`,
      channel_url: 'https://www.youtube.com/@matrix',
      channel_title: '行列の人',
    },
    key: ['id'],
    change: { channel_title: '列' },
    stands: true,
  }),
}
