-- Making a page public shows somebody's words to the whole world, and deleting it for good takes them away: both left no line
-- in the activity. A line of a deletion stands without its page, with the name that the page had.

alter table public.page_activity
  alter column page_id drop not null,
  drop constraint page_activity_kind_known,
  add constraint page_activity_kind_known check (
    kind in ('created', 'edited', 'renamed', 'moved', 'archived', 'restored', 'published', 'unpublished', 'deleted')
  ),
  drop constraint page_activity_names_of_renamed,
  add constraint page_activity_names_of_renamed
    check ((kind = 'renamed') = (old_name is not null and new_name is not null)),
  add constraint page_activity_name_of_deleted check (kind <> 'deleted' or old_name is not null),
  add constraint page_activity_page_of_others check ((kind = 'deleted') = (page_id is null));
comment on column public.page_activity.page_id is 'The page; null of deleted.';
comment on column public.page_activity.kind is
  'created, edited (description or content), renamed, moved, archived, restored, published (shown to everyone), unpublished or deleted (for good).';
comment on column public.page_activity.old_name is 'renamed: the name before; deleted: the last one.';

-- As before; and the line of a page that nobody can look up any more says itself who may read it.
drop policy page_activity_select_member on public.page_activity;
create policy page_activity_select_member on public.page_activity for select to authenticated
  using (
    organization_id = any (array(select private.my_organization_ids()))
    and (private_to is null or private_to = (select auth.uid()))
    and (
      kind = 'deleted'
      or page_id = (select page.id from public.pages as page where page.id = page_activity.page_id)
    )
  );

create or replace function private.record_new_page() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if coalesce(current_setting('trellis.copying_to', true), '') in ('', new.id::text) then
    insert into public.page_activity (organization_id, page_id, actor_id, kind, private_to)
    select new.organization_id, new.id, auth.uid(), told.kind, new.private_to
    from unnest(array['created', 'published']) as told (kind)
    where told.kind = 'created' or new.visibility = 'public';
  end if;
  return null;
end
$$;

create or replace function private.record_changed_page() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  caller uuid := auth.uid();
  -- What was private before or is private after the change was not for everyone.
  hidden_to uuid := coalesce(new.private_to, old.private_to);
begin
  if private.is_arranging() then
    return null;
  end if;
  if new.name <> old.name then
    perform private.continue_sitting(new.organization_id, new.id, hidden_to, 'renamed', old.name, new.name);
  end if;
  -- The version grows with every change of a text: when the name is none of it, no long text need be compared again.
  if new.updated_at <> old.updated_at
    and (new.name = old.name or (new.description, new.content) is distinct from (old.description, old.content)) then
    perform private.continue_sitting(new.organization_id, new.id, hidden_to, 'edited');
  end if;
  if new.parent_id is distinct from old.parent_id then
    insert into public.page_activity (organization_id, page_id, actor_id, kind, new_parent_id, private_to)
    values (new.organization_id, new.id, caller, 'moved', new.parent_id, hidden_to);
  end if;
  if new.is_archived <> old.is_archived then
    insert into public.page_activity (organization_id, page_id, actor_id, kind, private_to)
    values (new.organization_id, new.id, caller, case when new.is_archived then 'archived' else 'restored' end, hidden_to);
  end if;
  -- It says nothing of the time before: who may read the page now may read this.
  if (new.visibility = 'public') <> (old.visibility = 'public') then
    insert into public.page_activity (organization_id, page_id, actor_id, kind, private_to)
    values (new.organization_id, new.id, caller, case when new.visibility = 'public' then 'published' else 'unpublished' end, new.private_to);
  end if;
  return null;
end
$$;

drop trigger pages_90_record_changed on public.pages;
create trigger pages_90_record_changed after update on public.pages
  for each row when (
    (old.updated_at, old.parent_id, old.is_archived, old.visibility)
      is distinct from (new.updated_at, new.parent_id, new.is_archived, new.visibility)
    and auth.uid() is not null
  )
  execute function private.record_changed_page();

create function private.delete_pages(doomed uuid[]) returns integer
language plpgsql security definer
set search_path = ''
as $$
begin
  -- A line for what the trash shows as one thing, not for what went there with it.
  insert into public.page_activity (organization_id, actor_id, kind, old_name, private_to)
  select page.organization_id, auth.uid(), 'deleted', page.name, page.private_to
  from public.pages as page
  where page.id = any (doomed)
    and (page.archived_with = page.id or page.parent_id is null or page.parent_id <> all (doomed));
  perform private.spare_pages_beneath(doomed);
  delete from public.pages as page where page.id = any (doomed);
  return cardinality(doomed);
end
$$;
comment on function private.delete_pages(uuid[]) is 'Deletes these pages for good, tells it in the activity, and answers how many.';
revoke execute on function private.delete_pages(uuid[]) from public, anon, authenticated;

create or replace function public.delete_page_for_good(page_id uuid) returns integer
language plpgsql security definer
set search_path = ''
as $$
begin
  -- As every change of a tree's shape: one at a time. See serialise_tree_changes.
  perform private.lock_tree(mine) from (select mine from private.my_organization_ids() as mine order by mine) as trees;
  return private.delete_pages(private.my_trash(page_ids => array[page_id]));
end
$$;

create or replace function public.empty_trash(organization_id uuid) returns integer
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.lock_tree(mine) from (select mine from private.my_organization_ids() as mine order by mine) as trees;
  return private.delete_pages(private.my_trash(organization => organization_id));
end
$$;
