-- The steps that a write of a page sets off, in the order in which it reads: before each row, after each row, and at the end of the statement.
-- The steps stand in the files of their subjects. Each is asked for only where something has changed that it is about, so a save of a
-- text passes most of them by. `updated_at` grows with each change of a text, and is compared more easily than texts are.
-- Triggers have no WHEN, whose text Postgres parses and plans in every statement.

create function private.author_left(author uuid, written uuid) returns uuid
language plpgsql
as $$
begin
  return case when written is not distinct from author then author
    else (select profile.id from public.user_profiles as profile where profile.id = author) end;
end
$$;
comment on function private.author_left(uuid, uuid) is
  'An author of a page, whatever is written: only a removed account leaves null behind.';
revoke execute on function private.author_left(uuid, uuid) from public, anon, authenticated;

-- The server sets a page's authors and times and ignores those that a client sends. Pages never change workspace.
create function private.decide_page() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
  is_new constant boolean := tg_op = 'INSERT';
  is_arranging constant boolean := private.is_arranging();
  has_other_text boolean;
  is_rewritten boolean;
  has_moved boolean;
  is_elsewhere boolean;
begin
  if is_new then
    new.name := coalesce(new.name, 'Untitled');
    new.content := coalesce(new.content, '');
  elsif (new.id, new.organization_id) is distinct from (old.id, old.organization_id) then
    perform private.refuse('page_emigrates');
  end if;
  has_other_text := is_new or new.content is distinct from old.content;
  is_rewritten := has_other_text
    or (new.name, new.description, new.content_type) is distinct from (old.name, old.description, old.content_type);
  has_moved := is_new or (new.parent_id, new.is_archived) is distinct from (old.parent_id, old.is_archived);
  is_elsewhere := has_moved or (new.order_index, new.visibility) is distinct from (old.order_index, old.visibility);

  -- Undone writes take disk space, too: the limit comes before the first text is written.
  if is_rewritten and caller is not null then
    perform private.take_room(
      new.organization_id,
      coalesce(pg_column_size(new.description), 0) + case when has_other_text then pg_column_size(new.content) else 0 end);
  end if;

  -- Authors and times
  if not is_new then
    new.created_at := old.created_at;
    if new.created_by is distinct from old.created_by then
      new.created_by := private.author_left(old.created_by, new.created_by);
    end if;
    -- Two writes within a microsecond still differ: clients send this back as the version their change is based on.
    new.updated_at := case
      when is_rewritten then greatest(clock_timestamp(), old.updated_at + interval '1 microsecond')
      else old.updated_at
    end;
    if not is_arranging and (
      is_rewritten or is_elsewhere
      or (new.notion_page_id, new.notion_last_sync, new.notion_url)
        is distinct from (old.notion_page_id, old.notion_last_sync, old.notion_url)
    ) then
      new.updated_by := coalesce(caller, new.updated_by);
    elsif new.updated_by is distinct from old.updated_by then
      new.updated_by := private.author_left(old.updated_by, new.updated_by);
    end if;
  elsif caller is not null then
    new.created_by := caller;
    new.updated_by := caller;
    new.created_at := now();
    new.updated_at := now();
  end if;

  -- An unchanged value stays, however it came there.
  if is_new or new.notion_page_id is distinct from old.notion_page_id then
    new.notion_page_id := private.check_notion_page_id(new.notion_page_id);
  end if;

  -- The writes of these rules are right already.
  if is_arranging or not is_elsewhere then
    return new;
  end if;
  perform private.lock_tree(new.organization_id);
  if new.parent_id is not null and (is_new or new.parent_id is distinct from old.parent_id or new.is_archived < old.is_archived) then
    perform private.check_page_parent(new.id, new.organization_id, new.parent_id, new.is_archived, is_new);
  end if;
  if not new.is_archived then
    new.archived_at := null;
    new.archived_with := null;
    new.archived_by := null;
  elsif is_new or not old.is_archived then
    new.archived_at := clock_timestamp();
    new.archived_with := new.id;
    new.archived_by := caller;
  end if;
  if is_new or (new.parent_id, new.visibility) is distinct from (old.parent_id, old.visibility) then
    new.private_to := private.hide_page(new.created_by, new.parent_id, new.visibility, old.visibility, old.private_to);
  end if;
  if has_moved or new.order_index is distinct from old.order_index then
    new.order_index := private.place_page(
      new.id, coalesce(new.parent_id, new.organization_id), new.private_to, new.is_archived, new.order_index);
  end if;
  return new;
end
$$;
comment on function private.decide_page() is
  'Trigger, before each row: limits the bytes of texts, sets authors, times and the version, and finds a place, a number and the readers of the page.';
revoke execute on function private.decide_page() from public, anon, authenticated;

create trigger pages_10_decide before insert or update on public.pages
  for each row execute function private.decide_page();

create function private.follow_page() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  is_by_rule constant boolean := private.is_arranging();
begin
  if tg_op = 'DELETE' then
    perform private.note_page_change(old.id, old.organization_id, old.private_to, old.private_to is null);
    return null;
  elsif tg_op = 'INSERT' then
    if not is_by_rule and not new.is_archived then
      perform private.renumber_siblings(new);
    end if;
    return null;
  end if;

  -- The tree
  if new.is_archived <> old.is_archived and not is_by_rule then
    perform private.archive_subtree(old, new);
  end if;
  if new.private_to is distinct from old.private_to then
    if not is_by_rule and (new.parent_id, new.visibility) is distinct from (old.parent_id, old.visibility) then
      perform private.hide_subtree(new);
    end if;
    -- A page that one person alone saw is shown to others: they get the files that it shows, and none that it showed before.
    if old.private_to is not null then
      delete from public.page_file_uses as use where use.page_id = new.id and use.gone_at is not null;
    end if;
  end if;
  if new.visibility <> 'public' and old.visibility = 'public' then
    delete from public.page_shares as share where share.page_id = new.id;
  end if;
  if new.notion_page_id is distinct from old.notion_page_id then
    delete from public.page_notion_syncs as sync where sync.page_id = new.id;
  end if;
  if not is_by_rule and not new.is_archived and (new.parent_id, new.order_index, new.visibility, new.is_archived)
    is distinct from (old.parent_id, old.order_index, old.visibility, old.is_archived) then
    perform private.renumber_siblings(new);
  end if;

  if not is_by_rule and auth.uid() is not null then
    perform private.record_changed_page(old, new);
  end if;
  if (new.private_to, new.is_archived) is distinct from (old.private_to, old.is_archived) then
    perform private.renew_page_channel(old, new);
  end if;
  if new.updated_at <> old.updated_at then
    perform private.follow_texts(old, new);
  end if;
  -- Whatever changes a look is told like a change of the tree.
  if (new.name, new.parent_id, new.order_index, new.visibility, new.private_to, new.is_archived, new.notion_page_id,
      new.icon, new.cover, new.is_full_width, new.has_small_text, new.is_locked)
    is distinct from
    (old.name, old.parent_id, old.order_index, old.visibility, old.private_to, old.is_archived, old.notion_page_id,
      old.icon, old.cover, old.is_full_width, old.has_small_text, old.is_locked)
  then
    perform private.note_page_change(
      new.id, new.organization_id, coalesce(new.private_to, old.private_to), new.private_to is null or old.private_to is null);
  end if;
  return null;
end
$$;
comment on function private.follow_page() is
  'Trigger, after each row: the pages beneath and beside a page follow it, its activity and versions are kept, and what the tree shows is noted.';
revoke execute on function private.follow_page() from public, anon, authenticated;

create trigger pages_50_follow after insert or update or delete on public.pages
  for each row execute function private.follow_page();

-- The former text uses the files of before, so it is kept before the page's uses change. The texts are not sent: a screen that shows
-- the page reads them, with its own edits in view. A save of the document tells its update and the texts at once, at its end.
create function private.follow_texts(old public.pages, new public.pages) returns void
language plpgsql
as $$
declare
  -- Unpacked once, and not at each use.
  text_before constant text := old.content || '';
  text_now constant text := new.content || '';
begin
  perform private.record_page_version(old, new, text_before, text_now);
  insert into public.page_work (page_id) values (new.id)
  on conflict (page_id) do update
  set ticket = excluded.ticket, due_at = excluded.due_at, tries = 0, problem = null, begun_at = null, part = 0;
  if text_now <> text_before and (strpos(text_now, '/files/') > 0 or strpos(text_before, '/files/') > 0) then
    perform private.use_changed_files(old, new);
  end if;
  if new.is_archived then
    return;
  end if;
  if coalesce(current_setting('trellis.document', true), '') = '' then
    perform private.tell_document(new.id, new.updated_at);
  end if;
  if new.private_to is null then
    perform private.tell_workspace(
      new.organization_id, 'texts', jsonb_build_object('pageId', new.id, 'updatedAt', new.updated_at));
  else
    perform private.tell_person(new.private_to, 'texts', jsonb_build_object('pageId', new.id, 'updatedAt', new.updated_at));
  end if;
end
$$;
comment on function private.follow_texts(public.pages, public.pages) is
  'Keeps the texts of before, has search, links and files follow the new ones, and says that they are there.';
revoke execute on function private.follow_texts(public.pages, public.pages) from public, anon, authenticated;

create function private.follow_new_pages() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
  sitting constant bigint := hashtextextended(auth.jwt() ->> 'session_id', 0);
  -- Pages that are copied along have no line of their own in the activity, and use the files of their originals: see duplicate_page().
  copy constant text := coalesce(current_setting('trellis.copying_to', true), '');
  noted_at constant timestamptz := clock_timestamp();
  naming record;
begin
  if caller is not null then
    insert into public.page_activity (organization_id, page_id, actor_id, kind, private_to)
    select page.organization_id, page.id, caller, told.kind, page.private_to
    from added as page
    cross join unnest(array['created', 'published']) as told (kind)
    where copy in ('', page.id::text) and (told.kind = 'created' or page.visibility = 'public');
  end if;
  -- The first versions. A page without a text has nothing to go back to.
  with version as (
    insert into public.page_versions (
      page_id, organization_id, name, description, created_by, created_at, updated_at, private_to, sitting, digest
    )
    select
      page.id, page.organization_id, page.name, page.description,
      page.updated_by, page.updated_at, page.updated_at, page.private_to, sitting, sha256(convert_to(page.content, 'UTF8'))
    from added as page
    where page.content <> '' or page.description is not null
    returning id, created_by
  )
  insert into public.page_version_authors (version_id, person)
  select version.id, version.created_by from version where version.created_by is not null;
  insert into public.page_work (page_id) select page.id from added as page
  on conflict (page_id) do update
  set ticket = excluded.ticket, due_at = excluded.due_at, tries = 0, problem = null, begun_at = null, part = 0;
  -- A page that comes from Notion is brought by one person, and written by whoever writes there.
  if copy = '' then
    for naming in
      select known.id, private.named_files(known.content) as named from added as known
      where strpos(known.content, '/files/') > 0 and known.notion_page_id is null
    loop
      perform private.use_files(naming.id, private.files_for(array[caller], naming.named));
    end loop;
  end if;
  insert into public.page_changes as log (page_id, organization_id, private_to, changed_at, shared_at)
  select page.id, page.organization_id, page.private_to, noted_at, case when page.private_to is null then noted_at end
  from added as page
  -- A page that was deleted for good may come back with its id.
  on conflict on constraint page_changes_pkey do update
  set private_to = excluded.private_to, changed_at = excluded.changed_at,
    shared_at = coalesce(excluded.shared_at, log.shared_at);
  perform set_config('trellis.changed_pages', concat_ws(' ', current_setting('trellis.changed_pages', true), (
    select string_agg(case when count > 200 then organization_id || '/*' else pages end, ' ')
    from (
      select page.organization_id, count(*),
        string_agg(concat(page.organization_id, '/', page.id, case when page.private_to is null then '+' end), ' ') as pages
      from added as page
      group by page.organization_id
    ) as workspaces
  )), true);
  perform private.tell_changed_pages();
  return null;
end
$$;
comment on function private.follow_new_pages() is
  'Trigger, at the end of a statement: new pages get their first line of activity and their first version, and are in the tree, in search and in the list of links.';
revoke execute on function private.follow_new_pages() from public, anon, authenticated;

create trigger pages_90_follow_new after insert on public.pages
  referencing new table as added
  for each statement execute function private.follow_new_pages();

create function private.follow_pages() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.tell_changed_pages();
  return null;
end
$$;
comment on function private.follow_pages() is 'Trigger, at the end of a statement: sends the pages that changed to those who see them.';
revoke execute on function private.follow_pages() from public, anon, authenticated;

create trigger pages_90_follow after update or delete on public.pages
  for each statement execute function private.follow_pages();
