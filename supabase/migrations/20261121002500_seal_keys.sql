-- Keys for what a person leaves on a device without having sent it. The device seals it with the public key, also offline; only the account can have the
-- private key back. Made by a device, because the database makes no keys of this kind. Hazard: never log the parameters of these two functions.
create table private.seal_keys (
  user_id uuid primary key references auth.users (id) on delete cascade,
  /** P-256, base64url without padding: the uncompressed point; PKCS #8. */
  public_key text collate "C" not null,
  private_key text collate "C" not null,
  created_at timestamptz not null default now(),
  constraint seal_keys_public_key_point check (public_key ~ '^B[A-Za-z0-9_-]{86}$'),
  constraint seal_keys_private_key_encoded check (private_key ~ '^[A-Za-z0-9_-]{80,255}$')
);
alter table private.seal_keys enable row level security;

/** What makes handles unguessable, one row. Every copy of the database keeps it, so handles stay as they are when a copy is restored. */
create table private.seal_secret (
  secret text not null,
  only_row boolean primary key default true check (only_row)
);
alter table private.seal_secret enable row level security;
insert into private.seal_secret (secret) values (gen_random_uuid()::text || gen_random_uuid()::text);

/** What a sealed remainder on a device is filed under. Nobody but the account learns its handle, so nobody else can tell whose remainder it is. */
create function private.seal_handle(person uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select encode(sha256(convert_to(secret || person::text, 'UTF8')), 'hex') from private.seal_secret
$$;
revoke all on function private.seal_handle(uuid) from public;

/**
 * The caller's handle and public key; null while there is none and none is offered. A pair that is offered is taken when there is none yet: the first
 * stays. What is no key answers 23514.
 */
create function public.seal_key(offered_public text default null, offered_private text default null) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  me uuid := (select auth.uid());
begin
  if me is null then
    raise insufficient_privilege;
  end if;
  if offered_public is not null then
    insert into private.seal_keys (user_id, public_key, private_key)
    values (me, offered_public, coalesce(offered_private, ''))
    on conflict (user_id) do nothing;
  end if;
  return (
    select jsonb_build_object('user_id', me, 'handle', private.seal_handle(me), 'public_key', seal_keys.public_key)
    from private.seal_keys
    where seal_keys.user_id = me
  );
end
$$;
revoke all on function public.seal_key(text, text) from public;
grant execute on function public.seal_key(text, text) to authenticated;

/** The caller's private key, null while there is none. */
create function public.unseal_key() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('user_id', seal_keys.user_id, 'private_key', seal_keys.private_key)
  from private.seal_keys
  where seal_keys.user_id = (select auth.uid())
$$;
revoke all on function public.unseal_key() from public;
grant execute on function public.unseal_key() to authenticated;
