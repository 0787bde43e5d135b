-- The other texts that use files: former texts of pages, and templates.

-- A text is kept when it is overwritten, before the page's uses become those of the next one. So it uses what the page used; a text
-- that never was the page's, as one of Notion may be, uses no more than that.
create function private.use_kept_files() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.page_text_files (organization_id, page_id, digest, file_id)
  select new.organization_id, new.page_id, new.digest, use.file_id
  from public.page_file_uses as use
  where use.page_id = new.page_id and use.file_id = any (private.named_files(new.content))
  order by use.file_id
  on conflict do nothing;
  return null;
end
$$;
comment on function private.use_kept_files() is 'Trigger: notes which files a kept text uses.';
revoke execute on function private.use_kept_files() from public, anon, authenticated;

create trigger page_texts_96_use_files after insert on public.page_texts
  for each row when (strpos(new.content, '/files/') > 0) execute function private.use_kept_files();

-- A page that one person alone saw is shown to others: they get the files that it shows, and none that it showed before.
create function private.forget_gone_files() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from public.page_file_uses as use where use.page_id = new.id and use.gone_at is not null;
  return null;
end
$$;
comment on function private.forget_gone_files() is 'Trigger: a page that is shown to others uses only the files that its text names.';
revoke execute on function private.forget_gone_files() from public, anon, authenticated;

create trigger pages_75_forget_gone_files after update of parent_id, visibility, private_to on public.pages
  for each row when (old.private_to is not null and new.private_to is distinct from old.private_to)
  execute function private.forget_gone_files();

create function private.use_template_files() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  named constant uuid[] := private.named_files(new.content);
  known uuid[] := array(select use.file_id from public.template_file_uses as use where use.template_id = new.id);
  fresh uuid[];
begin
  if named = '{}' and known = '{}' then
    return null;
  end if;
  delete from public.template_file_uses as use where use.template_id = new.id and use.file_id <> all (named);
  fresh := array(select unnest(named) except select unnest(known));
  if tg_op = 'UPDATE' then
    -- Words that stood there before are not this writer's.
    fresh := array(select unnest(fresh) except select unnest(private.named_files(old.content)));
  end if;
  insert into public.template_file_uses (template_id, file_id)
  select new.id, file from private.readable_files(auth.uid(), fresh) as file;
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
