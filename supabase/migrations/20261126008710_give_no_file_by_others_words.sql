-- Words that are copied for somebody give no file that their writer could not read: a member who knows the id of somebody's private
-- file writes it into a template, or into a page at Notion, and waits until its owner makes a page of it.

-- A template's words become others' by being copied in a browser, where nothing tells who wrote them. So a template names no file that
-- its writer may not read: such a name leads nowhere from then on. It led nowhere for its writer before.
create function private.without_other_files(content text, files uuid[]) returns text
language sql immutable
set search_path = ''
as $$
  select string_agg(
    case
      when part.number = 1 or left(part.words, 36)::uuid = any (files) then part.words
      else '00000000-0000-0000-0000-000000000000' || substr(part.words, 37)
    end,
    '/files/' order by part.number)
  from regexp_split_to_table(
    content, '/files/(?=[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})'
  ) with ordinality as part (words, number)
$$;
comment on function private.without_other_files(text, uuid[]) is
  'A text in which the names of all files but these lead nowhere.';
revoke execute on function private.without_other_files(text, uuid[]) from public, anon, authenticated;

create function private.name_readable_files() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  -- More than this a template does not use.
  named constant uuid[] := private.named_files(new.content);
  known uuid[];
begin
  if named = '{}' then
    return new;
  end if;
  known := array(
    select use.file_id from public.template_file_uses as use where use.template_id = new.id and use.file_id = any (named));
  new.content := private.without_other_files(
    new.content, known || array(select private.readable_files(auth.uid(), named)));
  return new;
end
$$;
comment on function private.name_readable_files() is 'Trigger: a template names no file that its writer may not read.';
revoke execute on function private.name_readable_files() from public, anon, authenticated;

-- Before the version of the template is told by comparing its words.
create trigger templates_08_name_files before insert or update of content on public.templates
  for each row execute function private.name_readable_files();

-- All names that are left are of files that the template uses, or may.
create or replace function private.use_template_files() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  named constant uuid[] := private.named_files(new.content);
begin
  delete from public.template_file_uses as use where use.template_id = new.id and use.file_id <> all (named);
  insert into public.template_file_uses (template_id, file_id)
  select new.id, file from private.readable_files(auth.uid(), named) as file
  on conflict do nothing;
  update public.page_files as file set is_used = true
  where not file.is_used and file.id in (
    select use.file_id from public.template_file_uses as use where use.template_id = new.id
  );
  return null;
end
$$;

-- The templates that are there: their writers may be gone, so what they use counts.
update public.templates set content = content where strpos(content, '/files/') > 0;

-- A page that comes from Notion is brought by one person, and written by whoever writes there.
create or replace function private.use_new_files() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  page record;
begin
  -- A copy uses the files of its original: see duplicate_page().
  if coalesce(current_setting('trellis.copying_to', true), '') <> '' then
    return null;
  end if;
  for page in
    select known.id, private.named_files(known.content) as named from added as known
    where strpos(known.content, '/files/') > 0 and known.notion_page_id is null
  loop
    perform private.use_files(page.id, private.files_for(array[auth.uid()], page.named));
  end loop;
  return null;
end
$$;

-- The other way round: a picture that somebody has just put into a page is this page's, whoever writes beside them. Others may not
-- read it yet, so the save of two people's words left it out.
create function private.files_for_page(page_id uuid, writers uuid[], files uuid[]) returns uuid[]
language sql volatile security definer
set search_path = ''
as $$
  select array(
    select unnest(private.files_for(writers, files))
    union
    select file.id from public.page_files as file
    where file.id = any (files) and file.page_id = files_for_page.page_id and not file.is_used
      and file.created_by = any (writers) and file.doomed_at is null
  )
$$;
comment on function private.files_for_page(uuid, uuid[], uuid[]) is
  'Those of the files that all of these people read, or that one of them has just put into the page.';
revoke execute on function private.files_for_page(uuid, uuid[], uuid[]) from public, anon, authenticated;

create or replace function private.use_changed_files() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  named constant uuid[] := private.named_files(new.content);
  writers constant uuid[] := coalesce(
    nullif(current_setting('trellis.writers', true), '')::uuid[], array[auth.uid()]);
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
    fresh := private.files_of_former_texts(new, writers, fresh);
    perform private.use_files(new.id, private.files_for_page(new.id, writers, fresh));
  end if;
  return null;
end
$$;
