-- Words that are copied for somebody give no file that their writer could not read: a member who knows the id of somebody's private
-- file could write it into a template, and wait until its owner makes a page of it.

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
create function private.use_template_files() returns trigger
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
comment on function private.use_template_files() is 'Trigger: notes which files a template uses.';
revoke execute on function private.use_template_files() from public, anon, authenticated;

create trigger templates_96_use_files after insert or update of content on public.templates
  for each row execute function private.use_template_files();
