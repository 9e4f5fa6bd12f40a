-- The API embeds in a row what it has one of, never what it has many of: five levels of lists in lists were 125 MB for one question. Lists are asked for by themselves, with a filter.

/**
 * Takes the place of every relationship to many that the API finds by foreign keys: a function from the row, named as the table it would embed, which nobody may call. Who embeds it is
 * refused (42501). What views show is named by hand. New keys are found by `embeds.stack.test.ts`.
 */
do $$
declare
  one name;
  many name;
begin
  for one, many in
    select distinct parents.relname, children.relname
    from pg_constraint as keys
      join pg_class as parents on parents.oid = keys.confrelid
      join pg_class as children on children.oid = keys.conrelid
    where keys.contype = 'f' and parents.relnamespace = 'public'::regnamespace and children.relnamespace = 'public'::regnamespace
      and not exists (
        select from pg_constraint as uniques
        where uniques.conrelid = keys.conrelid and uniques.contype in ('p', 'u') and uniques.conkey @> keys.conkey and uniques.conkey <@ keys.conkey
      )
    union
    values
      ('profiles', 'reviews'), ('videos', 'reviews'),
      ('reviews', 'favorites'), ('reviews', 'history'), ('reviews', 'promotion_slots'), ('reviews', 'rating_likes'), ('reviews', 'rating_replies'),
      ('reviews', 'slot_bookings')
  loop
    execute format(
      'create function public.%2$I(public.%1$I) returns setof public.%2$I language sql stable set search_path = '''' as ''select null::public.%2$I where false''',
      one, many
    );
    execute format('revoke all on function public.%I(public.%I) from public, service_role', many, one);
  end loop;
end
$$;
notify pgrst, 'reload schema';
