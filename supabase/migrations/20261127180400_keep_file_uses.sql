-- Keeps which texts use which files, in each write of a text, by whatever way it comes. A file that a text names anew is used
-- by it only if everyone who wrote the text may read the file at that moment: so an id that somebody remembers, or guesses,
-- gives nothing back. A text that names no file costs one search for a word.

-- The text is parted at `/files/`: searching it for a pattern takes the longer for each match, the more there are. At most five
-- thousand: nobody reads a text with more files.
create function private.named_files(content text) returns uuid[]
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
comment on function private.named_files(text) is 'The ids of the files that a text names.';
revoke execute on function private.named_files(text) from public, anon, authenticated;

create function private.look_at_file(file_id uuid, after interval default '0') returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into public.page_file_work (file_id, due_at) values (look_at_file.file_id, clock_timestamp() + after);
end
$$;
comment on function private.look_at_file(uuid, interval) is 'Has somebody find out, after this time, whether a file is still in use.';
revoke execute on function private.look_at_file(uuid, interval) from public, anon, authenticated;

-- The caller has seen to it that these files may be used.
create function private.use_files(page_id uuid, files uuid[]) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.page_file_uses as known (page_id, file_id)
  select use_files.page_id, file from unnest(files) as file order by file
  on conflict on constraint page_file_uses_pkey do update set gone_at = null where known.gone_at is not null;
  update public.page_files as file set is_used = true where file.id = any (files) and not file.is_used;
end
$$;
comment on function private.use_files(uuid, uuid[]) is 'Notes that a page''s text uses files.';
revoke execute on function private.use_files(uuid, uuid[]) from public, anon, authenticated;

create function private.files_for(writers uuid[], files uuid[]) returns uuid[]
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  writer uuid;
  left_over uuid[] := files;
begin
  foreach writer in array writers loop
    exit when left_over = '{}';
    left_over := array(select private.readable_files(writer, left_over));
  end loop;
  return left_over;
end
$$;
comment on function private.files_for(uuid[], uuid[]) is 'Those of the files that all of these people read.';
revoke execute on function private.files_for(uuid[], uuid[]) from public, anon, authenticated;

-- A text that was overwritten is kept by the trigger before this one, which leaves it the uses that it has until now.
create function private.use_changed_files(old public.pages, new public.pages) returns void
language plpgsql
as $$
declare
  named constant uuid[] := private.named_files(new.content);
  writers constant uuid[] := coalesce(
    nullif(current_setting('trellis.writers', true), '')::uuid[], array[auth.uid()]);
  known uuid[];
  fresh uuid[];
  gone uuid[];
begin
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
    return;
  end if;
  -- Words that stood there before are not this writer's.
  fresh := array(select unnest(fresh) except select unnest(private.named_files(old.content)));
  if fresh <> '{}' then
    fresh := private.files_of_former_texts(new, writers, fresh);
    perform private.use_files(new.id, private.files_for_page(new.id, writers, fresh));
  end if;
end
$$;
comment on function private.use_changed_files(public.pages, public.pages) is 'Notes which files a page uses with its new text.';
revoke execute on function private.use_changed_files(public.pages, public.pages) from public, anon, authenticated;
