-- Files that people give. Contents are served by the storage service; who may do what is decided here, by the first folder of a file's name.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('avatars', 'avatars', true, 1000000, array['image/webp', 'image/jpeg', 'image/png']),
  ('verification', 'verification', false, 10000000, array['image/webp', 'image/jpeg', 'image/png', 'application/pdf'])
on conflict (id) do update set
  public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

/** The caller's folder, as `storage.foldername` names it. Null once their account is gone: a token outlives it, and nobody would remove what came then. */
create function private.own_folder() returns text[]
language sql stable security definer
set search_path = ''
as $$
  select array[id::text] from public.profiles where id = (select auth.uid())
$$;
revoke all on function private.own_folder() from public;
grant execute on function private.own_folder() to authenticated;

/** The buckets in which the caller's folder holds as many files as it may. */
create function private.full_buckets() returns text[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(bucket_id), '{}') from (
    select bucket_id from storage.objects
    -- What begins with `<id>/`, as the index `name_prefix_search` finds it: '0' comes after '/'.
    where name ~>=~ (auth.uid() || '/') and name ~<~ (auth.uid() || '0')
    group by bucket_id having count(*) >= 8
  ) as buckets
$$;
revoke all on function private.full_buckets() from public;
grant execute on function private.full_buckets() to authenticated;

create policy "one puts files into one's own folder" on storage.objects
  for insert to authenticated
  with check (
    bucket_id in ('avatars', 'verification') and storage.foldername(name) = (select private.own_folder())::text[]
    and bucket_id <> all ((select private.full_buckets())::text[])
  );
create policy "one replaces one's own avatars" on storage.objects
  for update to authenticated
  using (bucket_id = 'avatars' and storage.foldername(name) = (select private.own_folder())::text[])
  with check (bucket_id = 'avatars' and storage.foldername(name) = (select private.own_folder())::text[]);
create policy "one sees one's own files" on storage.objects
  for select to authenticated
  using (bucket_id in ('avatars', 'verification') and storage.foldername(name) = (select private.own_folder())::text[]);
create policy "one removes one's own files" on storage.objects
  for delete to authenticated
  using (bucket_id in ('avatars', 'verification') and storage.foldername(name) = (select private.own_folder())::text[]);
