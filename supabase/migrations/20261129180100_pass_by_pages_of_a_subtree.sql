-- The steps of a page's write pass by the pages of a subtree that changes as a whole: see follow_subtrees_at_once.

create or replace function private.decide_page() returns trigger
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
  -- No look at texts, which may be long, where the tree alone changes.
  if not is_new and private.is_arranging_whole() then
    return new;
  end if;
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

create or replace function private.follow_page() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  is_by_rule constant boolean := private.is_arranging();
begin
  if tg_op = 'UPDATE' and private.is_arranging_whole() then
    return null;
  end if;
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
    perform private.renew_page_channel(new.id, old.private_to, new.private_to);
  end if;
  if new.updated_at <> old.updated_at then
    perform private.follow_texts(old, new);
  end if;
  -- When the uses of files are those of the present text.
  if old.private_to is not null and new.private_to is distinct from old.private_to then
    perform private.forget_private_time(new.id);
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

-- Nobody calls it any more.
drop function private.renew_page_channel(public.pages, public.pages);
