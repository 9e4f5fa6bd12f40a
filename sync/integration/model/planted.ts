import type pg from 'pg'

/** A mistake in the SQL: statements that plant it, and statements that take it out again. */
export type Planted = { plant: string[]; restore: string[] }

/** A snippet of a function, which must occur in it exactly once, and what takes its place. */
export type Change = { of: string; replace: string; by: string }

/** Mistakes of functions, each a list of changes. */
export const MISTAKES: Record<string, Change[]> = {
  'no guard against open transactions': [
    {
      of: 'public.sync_pull',
      replace: 'after_version, after_id, horizon, rows_at_most',
      by: 'after_version, after_id, 9223372036854775807, rows_at_most',
    },
  ],
  'checkpoints by timestamp': [
    {
      of: 'private.current_version',
      replace: '((pg_current_xact_id())::text)::bigint',
      by: '(extract(epoch from now()) * 1000000)::bigint',
    },
    {
      of: 'private.version_horizon',
      replace: '((pg_snapshot_xmin(pg_current_snapshot()))::text)::bigint',
      by: '(extract(epoch from clock_timestamp()) * 1000000)::bigint',
    },
  ],
  'no revocations': [
    {
      of: 'private.pull_revocations',
      replace: 'revocations.row_version < horizon',
      by: 'revocations.row_version < 0',
    },
  ],
  'a block revokes nothing': [
    {
      of: 'private.hide_blocked',
      replace: 'perform private.revoke_documents(collection_name, people, documents)',
      by: 'perform collection_name',
    },
  ],
  'the last writer of a favourite wins': [
    {
      of: 'private.merge_favorites',
      replace:
        'where (excluded.edited_at, excluded.is_favorite, coalesce(excluded.added_at, 9223372036854775807)) > (known.edited_at, known.is_favorite, coalesce(known.added_at, 9223372036854775807))',
      by: '',
    },
  ],
  'the last writer of a block wins': [
    {
      of: 'private.merge_relations',
      replace:
        'is_blocked = case\n      when (excluded.blocked_edited_at, excluded.is_blocked) > (known.blocked_edited_at, known.is_blocked)\n      then excluded.is_blocked else known.is_blocked\n    end',
      by: 'is_blocked = excluded.is_blocked',
    },
  ],
  'what a person decides blocks nobody': [
    { of: 'private.follow_relation', replace: 'if new.is_blocked then', by: 'if false then' },
  ],
  'the last writer of a rating wins': [
    {
      of: 'private.merge_ratings',
      replace: 'when 1 then pushed.quality when -1 then stored.quality',
      by: 'when 1 then pushed.quality when -1 then pushed.quality',
    },
  ],
  'the last writer of a mark wins': [
    {
      of: 'private.keep_later_notification_reads',
      replace: '(old.read_edited_at, old.is_read) > (new.read_edited_at, new.is_read)',
      by: 'false',
    },
    {
      of: 'private.merge_notification_reads',
      replace:
        'is_read = case\n      when (excluded.read_edited_at, excluded.is_read) > (known.read_edited_at, known.is_read)\n      then excluded.is_read else known.is_read\n    end',
      by: 'is_read = excluded.is_read',
    },
  ],
  'a minor writes': [
    { of: 'private.check_sender', replace: 'if not private.is_adult(sender) then', by: 'if false then' },
  ],
  'a repeated message is stored again': [
    {
      of: 'private.merge_messages',
      replace: 'where not exists (select from public.messages where messages.id = pushed.id)',
      by: '',
    },
    {
      of: 'private.merge_messages',
      replace: 'select\n    pushed.id, pushed.conversation_id',
      by: 'select\n    case when exists (select from public.messages where messages.id = pushed.id) then gen_random_uuid() else pushed.id end, pushed.conversation_id',
    },
  ],
  'times in the future are taken as they are': [
    { of: 'private.clamp_edited_at', replace: 'least(new.edited_at, private.now_ms())', by: 'new.edited_at' },
    {
      of: 'private.merge_favorites',
      replace: 'else least(pushed.edited_at, now_ms)',
      by: 'else pushed.edited_at',
    },
  ],
  'the epoch is ignored': [
    {
      of: 'public.sync_pull',
      replace: `is_reset := checkpoint ->> 'epoch' <> current_epoch`,
      by: 'is_reset := false',
    },
  ],
  'a first pull brings every message': [
    {
      of: 'private.pull_messages',
      replace: `coalesce((left_out ->> 'until')::bigint, -1)`,
      by: '-1',
    },
  ],
  'premium begins no epoch': [
    {
      of: 'private.follow_premium',
      replace: `perform private.restart_collection('notifications', array[new.id])`,
      by: 'perform 1',
    },
  ],
  'messages are ordered by the clock of the sender': [
    {
      of: 'private.receive_message',
      replace: `new.seq := nextval('private.message_seq')`,
      by: 'new.seq := new.sent_at',
    },
  ],
  'reading leaves the counter': [
    {
      of: 'private.mark_conversations_read',
      replace:
        'user2_unread_count = case when raised.is_user1 then user2_unread_count else raised.unread end',
      by: 'user2_unread_count = user2_unread_count',
    },
    {
      of: 'private.mark_conversations_read',
      replace:
        'user1_unread_count = case when raised.is_user1 then raised.unread else user1_unread_count end',
      by: 'user1_unread_count = user1_unread_count',
    },
  ],
  'one refused row takes the others with it': [
    { of: 'private.push_batch', replace: 'if size = 1 then', by: 'if true then' },
  ],
}

/** Rows of other people can be written: policies, not functions. */
export const NO_OWN_ROWS_CHECK: Planted = {
  plant: [
    `alter policy "one reads one's own settings" on public.settings using (true)`,
    'alter policy "one sets for oneself" on public.settings with check (true)',
    `alter policy "one changes one's own settings" on public.settings using (true) with check (true)`,
  ],
  restore: [
    `alter policy "one reads one's own settings" on public.settings using (user_id = (select auth.uid()))`,
    'alter policy "one sets for oneself" on public.settings with check (user_id = (select auth.uid()))',
    `alter policy "one changes one's own settings" on public.settings using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()))`,
  ],
}

/** The changed functions beside those that stand. Throws when a snippet does not occur exactly once: the SQL has moved on, and so must the mistake. */
export async function plantedBy(admin: pg.Client, changes: Change[]): Promise<Planted> {
  const standing = new Map<string, string>()
  const changed = new Map<string, string>()
  for (const { of, replace, by } of changes) {
    const definition = standing.get(of) ?? (await definitionOf(admin, of))
    standing.set(of, definition)
    const before = changed.get(of) ?? definition
    const occurrences = before.split(replace).length - 1
    if (occurrences !== 1) throw new Error(`${of}: «${replace}» occurs ${occurrences} times in\n${before}`)
    changed.set(
      of,
      before.replace(replace, () => by),
    )
  }
  return { plant: [...changed.values()], restore: [...standing.values()] }
}

async function definitionOf(admin: pg.Client, name: string): Promise<string> {
  const { rows } = await admin.query<{ definition: string }>(
    'select pg_get_functiondef($1::regproc) as definition',
    [name],
  )
  return rows[0]?.definition ?? ''
}
