-- A save of a page with 200 pictures took three times as long as the same save without files: the search for a pattern in a
-- text takes the longer for each match, the more there are. The text is parted at `/files/` instead, and what stands behind it
-- is looked at. The text before is searched only for names that are new to the page.

create or replace function private.named_files(content text) returns uuid[]
language sql immutable
set search_path = ''
as $$
  select case when pg_catalog.strpos(content, '/files/') = 0 then '{}' else array(
    select distinct name::uuid
    from (
      select name
      from (
        select pg_catalog.left(part, 36) as name
        from pg_catalog.unnest((pg_catalog.string_to_array(content, '/files/'))[2:]) as part
      ) as parts
      where name ~ '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'
      limit 5000
    ) as names
  ) end
$$;

create or replace function private.use_changed_files() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  named constant uuid[] := private.named_files(new.content);
  known uuid[];
  fresh uuid[];
  gone uuid[];
begin
  if named = '{}' and not exists (select from public.page_file_uses as use where use.page_id = new.id) then
    return null;
  end if;
  update public.page_file_uses as use set gone_at = null
  where use.page_id = new.id and use.gone_at is not null and use.file_id = any (named);
  known := array(select use.file_id from public.page_file_uses as use where use.page_id = new.id);
  with left_behind as (
    update public.page_file_uses as use set gone_at = clock_timestamp()
    where use.page_id = new.id and use.gone_at is null and use.file_id <> all (named)
    returning use.file_id
  )
  select array_agg(left_behind.file_id) into gone from left_behind;
  perform private.look_at_file(file, interval '7 days') from unnest(gone) as file;
  fresh := array(select unnest(named) except select unnest(known));
  if fresh = '{}' then
    return null;
  end if;
  -- Words that stood there before are not this writer's.
  fresh := array(select unnest(fresh) except select unnest(private.named_files(old.content)));
  if fresh <> '{}' then
    perform private.use_files(new.id, private.files_for(
      coalesce(nullif(current_setting('trellis.writers', true), '')::uuid[], array[auth.uid()]), fresh));
  end if;
  return null;
end
$$;
