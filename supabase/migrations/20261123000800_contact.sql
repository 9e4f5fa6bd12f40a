-- What people and visitors ask by the form at /contact and report by the one at /report, for admins to answer by mail.
create table private.contacts (
  id uuid primary key,
  /** Null: a visitor's. */
  user_id uuid references public.profiles (id) on delete cascade,
  name text not null,
  /** Where the answer goes; of a member too, who may want it elsewhere. */
  email text not null,
  kind text not null,
  message text not null,
  answered_at timestamptz,
  /** Tells the networks of visitors apart and nothing else; kept for a day. */
  network bytea,
  created_at timestamptz not null default now(),
  constraint contacts_name_length check (length(name) <= 100),
  constraint contacts_email_form check (email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' and length(email) <= 254),
  constraint contacts_kind_known check (kind in ('usage', 'account', 'payment', 'problem', 'report', 'privacy', 'other')),
  constraint contacts_message_length check (btrim(message) <> '' and length(message) <= 2000)
);
create trigger compose before insert or update of name, message on private.contacts
  for each row when (new.name is not nfc normalized or new.message is not nfc normalized) execute function private.compose('name', 'message');
create index contacts_user_index on private.contacts (user_id, created_at);
create index contacts_visitor_index on private.contacts (created_at, lower(email)) where user_id is null;
create index contacts_network_index on private.contacts (network, created_at) where network is not null;
create index contacts_waiting_index on private.contacts (created_at, id) where answered_at is null;
create index contacts_answered_index on private.contacts (answered_at, id) where answered_at is not null;
alter table private.contacts enable row level security;

/**
 * Keeps what the caller asks, once per id, which their device made; said again with the same id nothing is kept. A suspended person may ask too. Refusals: P0001 with the hint `name_too_long`
 * (100), `email_invalid`, `kind_unknown`, `message_missing`, `message_too_long` (2,000), `id_taken` (by somebody else) or `too_many`: three an hour of a member, and of visitors five
 * an hour for one address, 20 a day from one network, since anybody can make up addresses, and 2,000 a day in all.
 */
create function public.send_contact(id uuid, name text, email text, kind text, message text) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  called constant text := btrim(private.unturned(normalize(coalesce(send_contact.name, ''), NFC)), E' \t\r\n\u3000');
  address constant text := btrim(coalesce(send_contact.email, ''), E' \t\r\n\u3000');
  said constant text := btrim(normalize(coalesce(send_contact.message, ''), NFC), E' \t\r\n\u3000');
  asking_network constant bytea := (
    select sha256(convert_to(concat_ws('|', salt, 'contact', private.caller_network()), 'UTF8')) from private.viewer_salt where me is null
  );
  known private.contacts;
begin
  if length(called) > 100 then
    raise exception 'a name of 100 characters at most' using hint = 'name_too_long';
  end if;
  if length(address) > 254 or address !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' then
    raise exception 'no such address' using hint = 'email_invalid';
  end if;
  if send_contact.kind is null
    or send_contact.kind not in ('usage', 'account', 'payment', 'problem', 'report', 'privacy', 'other') then
    raise exception 'no such kind' using hint = 'kind_unknown';
  end if;
  if said = '' then
    raise exception 'say what it is about' using hint = 'message_missing';
  end if;
  if length(said) > 2000 then
    raise exception 'say it in 2,000 characters' using hint = 'message_too_long';
  end if;
  -- One after the other, so that what is counted below stays so, and the same id comes once.
  perform pg_advisory_xact_lock(hashtextextended(coalesce('contacts of ' || me, 'contacts of network ' || encode(asking_network, 'hex')), 0));
  select * into known from private.contacts where contacts.id = send_contact.id;
  if found then
    if known.user_id is distinct from me or known.email <> address then
      raise exception 'the id is somebody else''s' using hint = 'id_taken';
    end if;
    return;
  end if;
  if me is not null and (
      select count(*) from private.contacts where user_id = me and created_at > now() - interval '1 hour'
    ) >= 3
    or me is null and (
      (
        select count(*) from private.contacts
        where user_id is null and created_at > now() - interval '1 hour' and lower(contacts.email) = lower(address)
      ) >= 5
      or (select count(*) from private.contacts where network = asking_network and created_at > now() - interval '1 day') >= 20
      or (select count(*) from private.contacts where user_id is null and created_at > now() - interval '1 day') >= 2000
    ) then
    raise exception 'too many at once' using hint = 'too_many';
  end if;
  update private.contacts set network = null where network is not null and created_at <= now() - interval '1 day';
  insert into private.contacts (id, user_id, name, email, kind, message, network)
  values (send_contact.id, me, called, address, send_contact.kind, said, asking_network)
  on conflict do nothing;
end
$$;
revoke all on function public.send_contact(uuid, text, text, text, text) from public;
grant execute on function public.send_contact(uuid, text, text, text, text) to anon, authenticated;

/**
 * What was asked, `open` (the oldest first) or `done` (the latest first), 20 a page: {total, contacts: [{id, user_id, username, name, email, kind, message, created_at, answered_at}]};
 * `user_id` and `username` null for visitors. Refusal: 42501 for who is no admin.
 */
create function public.admin_contacts(status text default 'open', page integer default 1) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    with listed as materialized (
      select contacts.*, profiles.username
      from private.contacts left join public.profiles on profiles.id = contacts.user_id
      where case admin_contacts.status when 'open' then answered_at is null when 'done' then answered_at is not null else false end
    ), shown as (
      select * from listed
      order by answered_at desc nulls last, listed.created_at, listed.id limit private.admin_page_size() offset private.admin_offset(page)
    )
    select jsonb_build_object(
      'total', (select count(*) from listed),
      'contacts', coalesce((
        select jsonb_agg(
          jsonb_build_object(
            'id', shown.id, 'user_id', shown.user_id, 'username', shown.username, 'name', shown.name, 'email', shown.email,
            'kind', shown.kind, 'message', shown.message, 'created_at', shown.created_at, 'answered_at', shown.answered_at
          ) order by shown.answered_at desc nulls last, shown.created_at, shown.id
        )
        from shown
      ), '[]')
    )
  );
end
$$;
revoke all on function public.admin_contacts(text, integer) from public;
grant execute on function public.admin_contacts(text, integer) to authenticated;

/** Says that a question was answered, by mail; said again it changes nothing. Refusals: 42501 for who is no admin, P0001 with the hint `contact_not_found`. */
create function public.answer_contact(contact uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  asked private.contacts;
begin
  perform private.require_admin();
  select * into asked from private.contacts where id = contact for update;
  if not found then
    raise exception 'no such question' using hint = 'contact_not_found';
  end if;
  if asked.answered_at is not null then
    return;
  end if;
  update private.contacts set answered_at = now() where id = contact;
  -- Neither who asked nor what: acts are kept for good.
  perform private.note_act('answer_contact', 'contact', contact::text, jsonb_build_object('kind', asked.kind));
end
$$;
revoke all on function public.answer_contact(uuid) from public;
grant execute on function public.answer_contact(uuid) to authenticated;
