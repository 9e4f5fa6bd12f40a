import { joinMarks, marksFurther } from './joins.ts'
import { documentIdOf, type RelationName, type Row, textOf as column } from './storage.ts'
import { leftOf } from './values.ts'
import {
  hasPremium,
  inserted,
  isBlocked,
  isPerson,
  needsPremium,
  pairOf,
  updated,
  type Work,
} from './work.ts'

// What a written row changes beside itself: the triggers.

/** Takes documents off people's devices. */
export function revoke(work: Work, collection: string, people: string[], documentId: string): void {
  for (const person of people) {
    if (!isPerson(work, person)) continue
    const id = `${person}/${collection}/${documentId}`
    work.tx.put('revocations', {
      id,
      user_id: person,
      collection,
      document_id: documentId,
      row_version: work.tx.writing(),
    })
  }
}

/** Starts a collection of a person again. */
export function restart(work: Work, collection: string, person: string): void {
  if (work.has('epoch_missing') || !isPerson(work, person)) return
  const id = `${person}/${collection}`
  const epoch = Number(work.tx.get('epochs', id)?.['epoch'] ?? 1) + 1
  work.tx.put('epochs', { id, user_id: person, collection, epoch, row_version: work.tx.writing() })
}

function meet(work: Work, person: string, other: string): void {
  const id = `${person}|${other}`
  if (person === other || other === '') return
  work.tx.waitFor(`met/${id}`)
  if (work.tx.get('met', id) !== undefined) return
  work.tx.put('met', { id, user_id: person, document_id: other, row_version: work.tx.writing() })
}

function touch(work: Work, person: string, videoId: string): void {
  const id = `${person}|${videoId}`
  work.tx.waitFor(`touched/${id}`)
  if (work.tx.get('touched', id) !== undefined) return
  work.tx.put('touched', { id, user_id: person, document_id: videoId, row_version: work.tx.writing() })
}

export const videoOf = (work: Work, youtubeId: string): Row | undefined =>
  work.tx.of('videos', `youtube:${youtubeId}`)[0]

/** After rows of one statement were inserted. */
export function afterInsert(work: Work, relation: RelationName, rows: Row[]): void {
  if (rows.length === 0) return
  for (const row of rows) {
    if (relation === 'favorites' || relation === 'history')
      touch(work, column(row, 'user_id'), column(row, 'video_id'))
    if (relation === 'ratings') {
      const video = videoOf(work, column(row, 'video_id'))
      if (video !== undefined) touch(work, column(row, 'user_id'), video.id)
    }
    if (relation === 'conversations') meetEachOther(work, column(row, 'user1_id'), column(row, 'user2_id'))
    if (relation === 'connections')
      meetEachOther(work, column(row, 'user_id'), column(row, 'connected_user_id'))
    if (relation === 'notifications') meet(work, column(row, 'user_id'), column(row, 'sender_id'))
    if (relation === 'videos') spreadArrival(work, row.id)
    if (relation === 'relations') {
      settleAnswer(work, column(row, 'user_id'), column(row, 'other_id'))
      followRelation(work, row)
      if (row['liking'] === 'like') settleLike(work, column(row, 'user_id'), column(row, 'other_id'))
    }
  }
  if (relation === 'messages') deliver(work, rows)
  if (relation === 'notification_reads') copyMarks(work, rows)
  if (relation === 'ratings')
    total(
      work,
      rows.map((row) => ({ before: undefined, after: row })),
    )
}

/** After rows of one statement were changed. */
export function afterUpdate(work: Work, relation: RelationName, pairs: { before: Row; after: Row }[]): void {
  if (relation === 'notification_reads')
    copyMarks(
      work,
      pairs.map(({ after }) => after),
    )
  if (relation === 'ratings') total(work, pairs)
  if (relation === 'messages') {
    const withdrawn = pairs.filter(
      ({ before, after }) => after['is_deleted'] === true && before['is_deleted'] !== true,
    )
    withdraw(
      work,
      withdrawn.map(({ after }) => after),
    )
  }
  for (const { before, after } of pairs) {
    if (relation === 'relations') {
      if (before['answered_at'] !== after['answered_at'])
        settleAnswer(work, column(after, 'user_id'), column(after, 'other_id'))
      if (before['is_blocked'] !== after['is_blocked']) followRelation(work, after)
      followLiking(work, before, after)
    }
    if (before.row_version === after.row_version) continue
    if (relation === 'videos') spreadVideo(work, before, after)
    if (relation !== 'profiles') continue
    for (const met of work.tx.of('met', `met:${after.id}`)) updated(work, 'met', met, {}, true)
    const premium = (row: Row): string => `${row['is_premium'] === true} ${column(row, 'premium_expiry')}`
    if (premium(before) !== premium(after)) followPremium(work, after.id)
  }
}

/** After rows were deleted: they leave devices. */
export function afterDelete(work: Work, relation: RelationName, rows: Row[]): void {
  for (const row of rows) {
    if (relation === 'notifications') revoke(work, relation, [column(row, 'user_id')], row.id)
    if (relation === 'conversations')
      revoke(work, relation, [column(row, 'user1_id'), column(row, 'user2_id')], row.id)
    if (relation === 'messages')
      revoke(work, relation, [column(row, 'sender_id'), column(row, 'recipient_id')], row.id)
    if (relation === 'connections')
      revoke(work, relation, [column(row, 'user_id'), column(row, 'connected_user_id')], row.id)
    if (relation === 'videos') depart(work, row.id)
  }
  if (relation === 'ratings')
    total(
      work,
      rows.map((row) => ({ before: row, after: undefined })),
    )
}

function meetEachOther(work: Work, one: string, other: string): void {
  meet(work, one, other)
  meet(work, other, one)
}

/** The conversation's counters and times, and one unread notification per conversation for the recipient. */
function deliver(work: Work, rows: Row[]): void {
  const messages = rows.filter((row) => row['is_deleted'] !== true)
  const byConversation = Map.groupBy(messages, (row) => column(row, 'conversation_id'))
  for (const [id, arrived] of [...byConversation].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const conversation = work.tx.get('conversations', id)
    if (conversation === undefined) continue
    const arrivedFor = (side: string): number =>
      arrived.filter((row) => row['recipient_id'] === conversation[`${side}_id`]).length
    const times = [conversation['last_message_time'], ...arrived.map((row) => row['created_at'])]
    const latest = times
      .filter((time) => typeof time === 'string')
      .toSorted((a, b) => Date.parse(a) - Date.parse(b))
    const counted = (side: string): number =>
      Number(conversation[`${side}_unread_count`] ?? 0) + arrivedFor(side)
    updated(work, 'conversations', conversation, {
      last_message_time: latest.at(-1),
      user1_unread_count: counted('user1'),
      user2_unread_count: counted('user2'),
    })
  }
  const latestOf = new Map<string, Row>()
  for (const row of messages) {
    const key = `${column(row, 'conversation_id')} ${column(row, 'recipient_id')}`
    if (Number(latestOf.get(key)?.['seq'] ?? -1) < Number(row['seq'])) latestOf.set(key, row)
  }
  for (const [, row] of [...latestOf].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const sender = work.tx.get('profiles', column(row, 'sender_id'))
    const conversation_id = column(row, 'conversation_id')
    if (sender === undefined) continue
    notify(work, {
      user_id: column(row, 'recipient_id'),
      type: 'message',
      title: `${column(sender, 'username')}さんからメッセージ`,
      message: leftOf(column(row, 'body'), 100),
      link: `/messages/${conversation_id}`,
      metadata: { message_data: { conversation_id, message_id: row.id } },
      sender_id: sender.id,
      notification_group: `conversation:${conversation_id}`,
    })
  }
}

export type Notice = { user_id: string; type: string; title: string } & Record<string, unknown>

/** The one place where notifications come into being; undefined when the person gets none. */
export function notify(work: Work, notice: Notice): Row | undefined {
  const group = notice['notification_group']
  const sender = notice['sender_id']
  if (typeof sender === 'string') work.tx.hold(pairOf(sender, notice.user_id))
  const isOpen = (row: Row): boolean =>
    row['notification_group'] === group && row['is_read'] !== true && row['is_deleted'] !== true
  if (!isPerson(work, notice.user_id) || sender === notice.user_id) return undefined
  if (typeof sender === 'string' && isBlocked(work, sender, notice.user_id)) return undefined
  if (typeof group === 'string' && work.tx.of('notifications', notice.user_id).some(isOpen)) return undefined
  const row = inserted(work, 'notifications', {
    id: work.newId(),
    message: '',
    is_read: false,
    is_deleted: false,
    read_edited_at: 0,
    deleted_edited_at: 0,
    priority: 'medium',
    metadata: {},
    is_premium_only: false,
    ...notice,
  })
  afterInsert(work, 'notifications', [row])
  return row
}

function copyMarks(work: Work, reads: Row[]): void {
  for (const read of reads) {
    const notification = work.tx.get('notifications', read.id)
    if (notification?.['user_id'] !== read['user_id'] || notification === undefined) continue
    if (marksFurther(read, notification))
      updated(work, 'notifications', notification, joinMarks(read, notification))
  }
}

/** Messages that had arrived were taken back: they count no longer, and what quotes one quotes the latest that still waits, or goes. */
function withdraw(work: Work, withdrawn: Row[]): void {
  for (const id of new Set(withdrawn.map((row) => column(row, 'conversation_id')))) {
    const conversation = work.tx.get('conversations', id)
    if (conversation === undefined) continue
    const standing = work.tx.of('messages', `conversation:${id}`).filter((row) => row['is_deleted'] !== true)
    const bySeq = standing.toSorted((a, b) => Number(a['seq']) - Number(b['seq']))
    const waitingFor = (side: 'user1' | 'user2'): Row[] =>
      bySeq.filter(
        (row) =>
          row['recipient_id'] === conversation[`${side}_id`] &&
          Number(row['seq']) > Number(conversation[`${side}_read_seq`] ?? 0),
      )
    updated(work, 'conversations', conversation, {
      last_message_time: bySeq.at(-1)?.['created_at'],
      user1_unread_count: waitingFor('user1').length,
      user2_unread_count: waitingFor('user2').length,
    })
    for (const row of withdrawn.filter((message) => message['conversation_id'] === id)) {
      const side = row['recipient_id'] === conversation['user1_id'] ? 'user1' : 'user2'
      requote(work, row, waitingFor(side).at(-1))
    }
  }
}

function requote(work: Work, withdrawn: Row, waiting: Row | undefined): void {
  const quoteOf = (notification: Row): unknown =>
    (notification['metadata'] as { message_data?: { message_id?: string } } | undefined)?.message_data
      ?.message_id
  for (const quoting of work.tx.of('notifications', column(withdrawn, 'recipient_id'))) {
    const isLater = Date.parse(column(quoting, 'created_at')) >= Date.parse(column(withdrawn, 'created_at'))
    if (quoting['type'] !== 'message' || !isLater || quoteOf(quoting) !== withdrawn.id) continue
    if (waiting !== undefined && quoting['is_read'] !== true) {
      updated(work, 'notifications', quoting, {
        message: leftOf(column(waiting, 'body'), 100),
        metadata: {
          message_data: { conversation_id: column(waiting, 'conversation_id'), message_id: waiting.id },
        },
      })
      continue
    }
    if (work.tx.get('notification_reads', quoting.id) !== undefined)
      work.tx.remove('notification_reads', quoting.id)
    work.tx.remove('notifications', quoting.id)
    afterDelete(work, 'notifications', [quoting])
  }
}

/** Documents that both of two people hold. */
function shared(work: Work, one: string, other: string): { relation: RelationName; row: Row }[] {
  const conversations = work.tx
    .of('conversations', one)
    .filter((row) => row['user1_id'] === other || row['user2_id'] === other)
  const connections = work.tx
    .of('connections', one)
    .filter((row) => row['user_id'] === other || row['connected_user_id'] === other)
  return [
    ...conversations.map((row) => ({ relation: 'conversations' as const, row })),
    ...conversations.flatMap(({ id }) =>
      work.tx.of('messages', `conversation:${id}`).map((row) => ({ relation: 'messages' as const, row })),
    ),
    ...connections.map((row) => ({ relation: 'connections' as const, row })),
  ]
}

/** The same with what only one of them holds: the other's profile and notifications the other sent. */
function between(work: Work, one: string, other: string): { relation: RelationName; row: Row }[] {
  const sent = (from: string, to: string): Row[] =>
    work.tx.of('notifications', to).filter((row) => row['sender_id'] === from)
  const met = [work.tx.get('met', `${one}|${other}`), work.tx.get('met', `${other}|${one}`)]
  return [
    ...shared(work, one, other),
    ...met.filter((row) => row !== undefined).map((row) => ({ relation: 'met' as const, row })),
    ...[...sent(one, other), ...sent(other, one)].map((row) => ({ relation: 'notifications' as const, row })),
  ]
}

const heldBy = (relation: RelationName, row: Row, one: string, other: string): string[] =>
  relation === 'met' || relation === 'notifications' ? [column(row, 'user_id')] : [one, other]
const collectionOf = (relation: RelationName): string => (relation === 'met' ? 'profiles' : relation)

/** Nothing comes into being between two people until this transaction ends. */
export function lockPair(work: Work, one: string, other: string): void {
  const conversations = work.tx.of('conversations', one)
  const common = conversations.find((row) => row['user1_id'] === other || row['user2_id'] === other)
  if (common !== undefined) work.tx.lock(`conversations/${common.id}`)
  work.tx.hold(pairOf(one, other))
}

function hideBetween(work: Work, one: string, other: string): void {
  lockPair(work, one, other)
  for (const { relation, row } of between(work, one, other)) {
    revoke(work, collectionOf(relation), heldBy(relation, row, one, other), documentIdOf(row))
  }
}

/** A block comes into being, whichever way: what it hides leaves both people's devices, and it is a decision of the blocker. */
export function makeBlock(work: Work, blocker: string, blocked: string): void {
  lockPair(work, blocker, blocked)
  const id = `${blocker}|${blocked}`
  if (work.tx.get('blocks', id) !== undefined) return
  work.tx.put('blocks', { id, blocker_id: blocker, blocked_id: blocked, row_version: work.tx.writing() })
  hideBetween(work, blocker, blocked)
  noteBlock(work, blocker, blocked, true)
  settleBoth(work, blocker, blocked)
}

export function liftBlock(work: Work, blocker: string, blocked: string): void {
  const id = `${blocker}|${blocked}`
  if (work.tx.get('blocks', id) === undefined) return
  work.tx.remove('blocks', id)
  noteBlock(work, blocker, blocked, false)
  settleAnswer(work, blocker, blocked)
  settleAnswer(work, blocked, blocker)
  settleBoth(work, blocker, blocked)
  showBetween(work, blocker, blocked)
}

function settleBoth(work: Work, one: string, other: string): void {
  const [first = one, second = other] = [one, other].toSorted()
  settleLike(work, first, second)
  settleLike(work, second, first)
}

function followLiking(work: Work, before: Row, after: Row): void {
  const changed =
    before['liking'] !== after['liking'] || before['liking_edited_at'] !== after['liking_edited_at']
  if (changed && [before['liking'], after['liking']].includes('like'))
    settleLike(work, column(after, 'user_id'), column(after, 'other_id'))
}

/** What one person's liking means to the other; the first time that both like each other they match. */
function settleLike(work: Work, liker: string, liked: string): void {
  const own = work.tx.get('relations', `${liker}|${liked}`)
  const theirs = work.tx.get('relations', `${liked}|${liker}`)
  if (own?.['liking'] !== 'like' || isBlocked(work, liker, liked)) {
    if (theirs !== undefined) updated(work, 'relations', theirs, { likes_me_at: null })
    return
  }
  const known = { likes_me_at: own['liking_edited_at'] }
  if (theirs !== undefined) updated(work, 'relations', theirs, known)
  else
    inserted(work, 'relations', {
      ...undecided(liked, liker),
      ...known,
      other_username: usernameOf(work, liker),
    })
  meet(work, liked, liker)
  const isReturned = own['likes_me_at'] !== undefined && own['matched_at'] === undefined
  if (isReturned) match(work, liker, liked)
  else tellLike(work, liker, liked)
}

/** A relation in which nothing was decided. */
export const undecided = (user_id: string, other_id: string) => ({
  id: `${user_id}|${other_id}`,
  user_id,
  other_id,
  is_blocked: false,
  blocked_edited_at: 0,
  liking: 'none',
  liking_edited_at: 0,
  connection_answer: 'none',
  answered_at: 0,
  report_reason: '',
  report_body: '',
  reported_at: 0,
})

/** The answer reaches the connection, where it still waits for one; behind a block not before its end. */
function settleAnswer(work: Work, me: string, other: string): void {
  const answer = work.tx.get('relations', `${me}|${other}`)?.['connection_answer'] ?? 'none'
  const connection = work.tx
    .of('connections', me)
    .find((row) => row['user_id'] === me && row['connected_user_id'] === other && row['status'] === 'pending')
  if (answer === 'none' || connection === undefined || isBlocked(work, me, other)) return
  const accepted = answer === 'accept'
  const status = accepted ? 'connected' : 'rejected'
  updated(work, 'connections', connection, { status })
  const [one = me, two = other] = [me, other].toSorted()
  const conversation_id = accepted ? openConversation(work, one, two) : undefined
  const username = usernameOf(work, me)
  notify(work, {
    user_id: other,
    type: accepted ? 'connection_accepted' : 'connection_rejected',
    title: accepted ? '接続リクエストが承認されました' : '接続リクエストの結果',
    message: accepted
      ? `${username}さんがあなたの接続リクエストを承認しました。`
      : `${username}さんは今回の接続リクエストを見送りました。`,
    priority: 'high',
    link: accepted ? `/messages/${conversation_id}` : '/matching',
    metadata: {
      connection_data: {
        connection_id: connection.id,
        sender_id: me,
        sender_username: username,
        status,
        action_required: false,
        request_date: connection['created_at'],
      },
      ...(accepted && { message_data: { conversation_id } }),
    },
    sender_id: me,
  })
}

function tellLike(work: Work, liker: string, liked: string): void {
  const notification_group = `like:${liker}`
  const isTold = work.tx
    .of('notifications', liked)
    .some((row) => row['notification_group'] === notification_group)
  if (isTold || !isPerson(work, liker)) return
  const username = usernameOf(work, liker)
  notify(work, {
    user_id: liked,
    type: 'matching',
    title: 'いいねが届きました',
    message: `${username}さんからいいねが届きました。`,
    link: '/profile/incoming-likes',
    metadata: { matching_data: { matched_user_id: liker, matched_username: username, match_type: 'like' } },
    sender_id: liker,
    notification_group,
  })
}

function match(work: Work, liker: string, liked: string): void {
  const [one = liker, other = liked] = [liker, liked].toSorted()
  for (const id of [`${liker}|${liked}`, `${liked}|${liker}`]) {
    const row = work.tx.get('relations', id)
    if (row !== undefined) updated(work, 'relations', row, { matched_at: work.now() })
  }
  const conversation_id = openConversation(work, one, other)
  tellMatch(work, one, other, conversation_id)
  tellMatch(work, other, one, conversation_id)
}

function openConversation(work: Work, user1_id: string, user2_id: string): string {
  // An id is taken for the row that is tried, also where there is one already
  const id = work.newId()
  const known = work.tx.of('conversations', user1_id).find((row) => row['user2_id'] === user2_id)
  if (known !== undefined) {
    updated(work, 'conversations', known, { is_active: true })
    return known.id
  }
  const made = inserted(work, 'conversations', {
    id,
    user1_id,
    user2_id,
    is_active: true,
    user1_unread_count: 0,
    user2_unread_count: 0,
    user1_read_seq: 0,
    user2_read_seq: 0,
  })
  afterInsert(work, 'conversations', [made])
  return made.id
}

function tellMatch(work: Work, person: string, other: string, conversation_id: string): void {
  const username = usernameOf(work, other)
  notify(work, {
    user_id: person,
    type: 'match',
    title: 'マッチしました',
    message: `${username}さんとマッチしました。メッセージを送ってみましょう。`,
    priority: 'high',
    link: `/messages/${conversation_id}`,
    metadata: {
      matching_data: { matched_user_id: other, matched_username: username, match_type: 'mutual' },
      message_data: { conversation_id },
    },
    sender_id: other,
    notification_group: `match:${other}`,
  })
}

function followRelation(work: Work, row: Row): void {
  const follow = row['is_blocked'] === true ? makeBlock : liftBlock
  follow(work, column(row, 'user_id'), column(row, 'other_id'))
}

/** A block that was made or lifted by itself is a decision of now, later than the one it replaces. */
function noteBlock(work: Work, user_id: string, other_id: string, is_blocked: boolean): void {
  const id = `${user_id}|${other_id}`
  const known = work.tx.get('relations', id)
  if ((known?.['is_blocked'] === true) === is_blocked) return
  const blocked_edited_at = Math.max(work.now(), Number(known?.['blocked_edited_at'] ?? 0) + 1)
  const name = nameTold(work, user_id, other_id)
  const decided = {
    is_blocked,
    blocked_edited_at,
    ...((known === undefined || name !== '') && { other_username: name }),
  }
  if (known === undefined) inserted(work, 'relations', { ...undecided(user_id, other_id), ...decided })
  else updated(work, 'relations', known, decided)
}

/** What somebody is called, '' when there is nobody. */
export function usernameOf(work: Work, person: string): string {
  const profile = work.tx.get('profiles', person)
  return profile === undefined ? '' : column(profile, 'username')
}

/** What a person is told of the other's name when they decide something: '' behind the other's block. */
export const nameTold = (work: Work, person: string, other: string): string =>
  work.tx.get('blocks', `${other}|${person}`) === undefined ? usernameOf(work, other) : ''

/** After a block was lifted: what it hid comes back, unless the other block still stands. */
function showBetween(work: Work, one: string, other: string): void {
  lockPair(work, one, other)
  if (isBlocked(work, one, other)) return
  for (const { relation, row } of between(work, one, other)) {
    for (const person of heldBy(relation, row, one, other)) {
      const id = `${person}/${collectionOf(relation)}/${documentIdOf(row)}`
      if (work.tx.get('revocations', id) !== undefined) work.tx.remove('revocations', id)
    }
    updated(work, relation, row, {}, true)
  }
}

/** Premium came or went: notifications begin anew, and what may no longer be seen leaves devices. */
function followPremium(work: Work, person: string): void {
  const own = work.tx.of('notifications', person)
  if (hasPremium(work, person)) {
    for (const { id } of own) {
      const revocation = `${person}/notifications/${id}`
      if (work.tx.get('revocations', revocation) !== undefined) work.tx.remove('revocations', revocation)
    }
  } else for (const row of own) if (needsPremium(row)) revoke(work, 'notifications', [person], row.id)
  restart(work, 'notifications', person)
}

function depart(work: Work, videoId: string): void {
  work.tx.put('departed', { id: videoId, row_version: work.tx.writing() })
}

/** Who touched it before it was in the catalogue gets it now. */
function spreadArrival(work: Work, videoId: string): void {
  for (const touched of work.tx.of('touched', `video:${videoId}`)) updated(work, 'touched', touched, {}, true)
  if (work.tx.get('departed', videoId) !== undefined) work.tx.remove('departed', videoId)
}

function spreadVideo(work: Work, before: Row, after: Row): void {
  const [wasOnShelf, isOnShelf] = [before['on_shelf'] !== false, after['on_shelf'] !== false]
  const isHidden = after['is_hidden'] === true
  if (!isOnShelf) {
    for (const touched of work.tx.of('touched', `video:${after.id}`))
      updated(work, 'touched', touched, {}, true)
  }
  if ((wasOnShelf && !isOnShelf) || (isHidden && before['is_hidden'] !== true)) depart(work, after.id)
  if (isOnShelf && !isHidden && work.tx.get('departed', after.id) !== undefined)
    work.tx.remove('departed', after.id)
}

// What all ratings of a video say together. It reaches the video at once, and devices when it is published.

const AXES = ['clarity', 'entertainment', 'originality', 'quality', 'reliability', 'usefulness']
const SUMS = ['overall', ...AXES]

type Totals = Record<string, number>

function total(work: Work, changes: { before: Row | undefined; after: Row | undefined }[]): void {
  const differences = new Map<string, Totals>()
  const add = (row: Row | undefined, sign: number): void => {
    const video = row === undefined ? undefined : videoOf(work, column(row, 'video_id'))
    if (row === undefined || video === undefined || row['is_deleted'] === true) return
    const sums = differences.get(video.id) ?? {}
    differences.set(video.id, sums)
    const count = (name: string, by: number): void => {
      sums[name] = (sums[name] ?? 0) + sign * by
    }
    count('rating_count', 1)
    if (/[^ ]/.test(column(row, 'comment'))) count('review_count', 1)
    count(`stars_${Math.floor(Number(row['overall']))}`, 1)
    for (const name of SUMS) {
      if (row[name] === undefined) continue
      count(name, Number(row[name]))
      if (name !== 'overall') count(`${name}_count`, 1)
    }
  }
  for (const { before, after } of changes) {
    add(before, -1)
    add(after, 1)
  }
  for (const [id, sums] of [...differences].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (Object.values(sums).some((difference) => difference !== 0)) addTotals(work, id, sums)
  }
}

function addTotals(work: Work, videoId: string, differences: Totals): void {
  const before = work.tx.get('totals', videoId)
  const sums: Totals = {}
  for (const [name, value] of Object.entries(before ?? {})) if (typeof value === 'number') sums[name] = value
  for (const [name, difference] of Object.entries(differences)) sums[name] = (sums[name] ?? 0) + difference
  work.tx.put('totals', { ...sums, id: videoId, row_version: 0, is_unpublished: true })
  const video = work.tx.get('videos', videoId)
  if (video === undefined) return
  const average = (name: string, count: string): number | undefined =>
    meanOf(sums[name] ?? 0, sums[count] ?? 0)
  const shown: Row = {
    ...video,
    rating_count: sums['rating_count'] ?? 0,
    review_count: sums['review_count'] ?? 0,
    avg_rating: average('overall', 'rating_count') ?? 0,
    overall_histogram: [1, 2, 3, 4, 5].map((stars) => sums[`stars_${stars}`] ?? 0),
  }
  for (const axis of AXES) {
    const mean = average(axis, `${axis}_count`)
    if (mean === undefined) delete shown[`avg_${axis}`]
    else shown[`avg_${axis}`] = mean
  }
  work.tx.put('videos', shown)
}

/** A `numeric(3, 2)`. Sums are of halves, so in whole numbers nothing is rounded twice. */
const meanOf = (sum: number, count: number): number | undefined =>
  count === 0 ? undefined : Math.floor((Math.round(sum * 2) * 100 + count) / (2 * count)) / 100
