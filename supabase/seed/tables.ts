import { temporaryTable } from './sql.ts'
import type { SeedWorld } from './world.ts'

/** The world as temporary tables, which write.sql puts into the real ones. People, videos and ratings are known by their number. */
export function worldTables(world: SeedWorld): string[] {
  const person = numbering(world.people)
  const video = numbering(world.videos)
  const rating = numbering(world.ratings)
  const messages = world.conversations.flatMap((talk) =>
    talk.messages.map((message) => ({ ...message, talk })),
  )
  const participants = world.events.flatMap((event) =>
    event.participants.map((one) => ({ event: event.id, person: one })),
  )
  return [
    temporaryTable('seed_people', world.people, {
      n: ['int', (_, index) => index],
      id: ['uuid', ({ id }) => id],
      email: ['text', ({ email }) => email],
      username: ['text', ({ username }) => username],
      bio: ['text', ({ bio }) => bio],
      role: ['text', ({ role }) => role],
      gender: ['text', ({ gender }) => gender],
      area: ['text', ({ area }) => area],
      age: ['int', ({ age }) => age],
      birthday_days_ago: ['int', ({ birthdayDaysAgo }) => birthdayDaysAgo],
      interests: ['jsonb', ({ interests }) => interests],
      premium_plan: ['text', ({ premium }) => premium?.plan ?? null],
      premium_days_left: ['int', ({ premium }) => premium?.daysLeft ?? null],
      joined_days_ago: ['int', ({ joinedDaysAgo }) => joinedDaysAgo],
    }),
    temporaryTable('seed_verifications', world.verifications, {
      person: ['int', (row) => person(row.person)],
      level: ['smallint', ({ level }) => level],
      phone: ['text', ({ phone }) => phone],
      days_ago: ['int', ({ daysAgo }) => daysAgo],
    }),
    temporaryTable('seed_videos', world.videos, {
      n: ['int', (_, index) => index],
      id: ['uuid', ({ id }) => id],
      youtube_id: ['text', ({ youtube_id }) => youtube_id],
      title: ['text', ({ title }) => title],
      channel_title: ['text', ({ channel_title }) => channel_title],
      genre_id: ['text', ({ genre }) => genre],
      published_at: ['timestamptz', ({ published_at }) => inUtc(published_at)],
      duration: ['int', ({ duration_s }) => duration_s],
      view_count: ['bigint', ({ view_count }) => view_count],
      is_creators: ['boolean', ({ isCreators }) => isCreators],
    }),
    temporaryTable('seed_ratings', world.ratings, {
      n: ['int', (_, index) => index],
      person: ['int', (row) => person(row.person)],
      video: ['int', (row) => video(row.video)],
      minutes_ago: ['int', ({ minutesAgo }) => minutesAgo],
      overall: ['numeric', ({ overall }) => overall],
      clarity: ['numeric', ({ axes }) => axes.clarity ?? null],
      entertainment: ['numeric', ({ axes }) => axes.entertainment ?? null],
      originality: ['numeric', ({ axes }) => axes.originality ?? null],
      quality: ['numeric', ({ axes }) => axes.quality ?? null],
      reliability: ['numeric', ({ axes }) => axes.reliability ?? null],
      usefulness: ['numeric', ({ axes }) => axes.usefulness ?? null],
      comment: ['text', ({ comment }) => comment],
    }),
    temporaryTable('seed_likes', world.likes, {
      rating: ['int', (row) => rating(row.rating)],
      person: ['int', (row) => person(row.person)],
      minutes_ago: ['int', ({ minutesAgo }) => minutesAgo],
    }),
    temporaryTable('seed_replies', world.replies, {
      id: ['uuid', ({ id }) => id],
      rating: ['int', (row) => rating(row.rating)],
      person: ['int', (row) => person(row.person)],
      minutes_ago: ['int', ({ minutesAgo }) => minutesAgo],
      body: ['text', ({ body }) => body],
    }),
    ...(['favorites', 'history'] as const).map((name) =>
      temporaryTable(`seed_${name}`, world[name], {
        person: ['int', (row) => person(row.person)],
        video: ['int', (row) => video(row.video)],
        minutes_ago: ['int', ({ minutesAgo }) => minutesAgo],
      }),
    ),
    temporaryTable('seed_connections', world.connections, {
      id: ['uuid', ({ id }) => id],
      recipient: ['int', ({ recipient }) => person(recipient)],
      requester: ['int', ({ requester }) => person(requester)],
      status: ['text', ({ status }) => status],
      minutes_ago: ['int', ({ askedMinutesAgo }) => askedMinutesAgo],
    }),
    temporaryTable('seed_blocks', world.blocks, {
      blocker: ['int', ({ blocker }) => person(blocker)],
      blocked: ['int', ({ blocked }) => person(blocked)],
    }),
    temporaryTable('seed_conversations', world.conversations, {
      id: ['uuid', ({ id }) => id],
      user1: ['int', ({ user1 }) => person(user1)],
      user2: ['int', ({ user2 }) => person(user2)],
      minutes_ago: ['int', ({ messages: [first] }) => (first?.minutesAgo ?? 0) + 2],
    }),
    temporaryTable('seed_messages', messages, {
      id: ['uuid', ({ id }) => id],
      conversation: ['uuid', ({ talk }) => talk.id],
      sender: ['int', ({ sender }) => person(sender)],
      minutes_ago: ['int', ({ minutesAgo }) => minutesAgo],
      unread: ['boolean', ({ unread }) => unread],
      body: ['text', ({ body }) => body],
    }),
    temporaryTable('seed_notifications', world.notifications, {
      id: ['uuid', ({ id }) => id],
      recipient: ['int', ({ recipient }) => person(recipient)],
      type: ['text', ({ type }) => type],
      title: ['text', ({ title }) => title],
      message: ['text', ({ message }) => message],
      priority: ['text', ({ priority }) => priority],
      link: ['text', ({ link }) => link],
      metadata: ['jsonb', ({ metadata }) => metadata],
      sender: ['int', ({ sender }) => sender && person(sender)],
      notification_group: ['text', ({ group }) => group],
      is_premium_only: ['boolean', ({ isPremiumOnly }) => isPremiumOnly],
      is_read: ['boolean', ({ isRead }) => isRead],
      minutes_ago: ['int', ({ minutesAgo }) => minutesAgo],
    }),
    temporaryTable('seed_events', world.events, {
      id: ['uuid', ({ id }) => id],
      organizer: ['int', ({ organizer }) => person(organizer)],
      title: ['text', ({ title }) => title],
      description: ['text', ({ description }) => description],
      day: ['int', ({ day }) => day],
      hour: ['int', ({ hour }) => hour],
      minutes: ['int', ({ minutes }) => minutes],
      place: ['text', ({ place }) => place],
      url: ['text', ({ url }) => url],
      capacity: ['int', ({ capacity }) => capacity],
      is_cancelled: ['boolean', ({ cancelled }) => cancelled === '1'],
    }),
    temporaryTable('seed_participants', participants, {
      event: ['uuid', ({ event }) => event],
      person: ['int', (row) => person(row.person)],
    }),
    temporaryTable('seed_slots', world.slots, {
      id: ['uuid', ({ id }) => id],
      name: ['text', ({ name }) => name],
      type: ['text', ({ type }) => type],
      price_per_day: ['int', ({ pricePerDay }) => pricePerDay],
      booking_id: ['uuid', ({ bookingId }) => bookingId],
      youtube_id: ['text', ({ youtube_id }) => youtube_id],
      started_days_ago: ['int', ({ startedDaysAgo }) => startedDaysAgo],
      days: ['int', ({ days }) => days],
    }),
  ]
}

function numbering<Item>(items: readonly Item[]): (item: Item) => number {
  const numbers = new Map(items.map((item, index) => [item, index]))
  return (item) => {
    const number = numbers.get(item)
    if (number === undefined) throw new Error('an item of another world')
    return number
  }
}

/** A day or a moment; a day begins at midnight UTC. */
const inUtc = (time: string): string | null =>
  time === '' ? null : time.includes('T') ? time : `${time}T00:00:00Z`
