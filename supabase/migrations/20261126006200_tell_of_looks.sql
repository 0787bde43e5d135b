-- Tells of looks wherever a page is told of: its icon in the trash, its changes and its lock in the activity. A lock is asked
-- for once more before all of a page's text is replaced.

alter table public.page_activity
  drop constraint page_activity_kind_known,
  add constraint page_activity_kind_known check (
    kind in (
      'created', 'edited', 'renamed', 'moved', 'archived', 'restored', 'published', 'unpublished', 'deleted', 'styled', 'locked', 'unlocked'
    )
  );
comment on column public.page_activity.kind is
  'created, edited (description or content), renamed, moved, archived, restored, published (shown to everyone), unpublished, deleted (for good), styled (its icon, cover, width or size of text), locked or unlocked.';

create or replace function private.record_changed_page() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  caller uuid := auth.uid();
  -- Those whose edits a save of the page's document brings; the others make their own.
  writers uuid[] := coalesce(nullif(current_setting('trellis.writers', true), '')::uuid[], array[caller]);
  writer uuid;
  is_rewritten boolean;
  -- A change of a page that is private before or after it is not for everyone.
  hidden_to uuid := coalesce(new.private_to, old.private_to);
begin
  if caller is null or private.is_arranging() then
    return null;
  end if;
  if new.name <> old.name then
    perform private.continue_sitting(new.organization_id, new.id, caller, hidden_to, 'renamed', old.name, new.name);
  end if;
  -- The version grows with every change of a text: with the same name, no long text need be compared again.
  if new.updated_at <> old.updated_at then
    is_rewritten := new.name = old.name or (new.description, new.content) is distinct from (old.description, old.content);
    foreach writer in array writers loop
      if is_rewritten or writer <> caller then
        perform private.continue_sitting(new.organization_id, new.id, writer, hidden_to, 'edited');
      end if;
    end loop;
  end if;
  if new.parent_id is distinct from old.parent_id then
    insert into public.page_activity (organization_id, page_id, actor_id, kind, new_parent_id, private_to)
    values (new.organization_id, new.id, caller, 'moved', new.parent_id, hidden_to);
  end if;
  if new.is_archived <> old.is_archived then
    insert into public.page_activity (organization_id, page_id, actor_id, kind, private_to)
    values (new.organization_id, new.id, caller, case when new.is_archived then 'archived' else 'restored' end, hidden_to);
  end if;
  -- The line tells nothing of the time before: everyone who may read the page now may read it.
  if (new.visibility = 'public') <> (old.visibility = 'public') then
    insert into public.page_activity (organization_id, page_id, actor_id, kind, private_to)
    values (new.organization_id, new.id, caller, case when new.visibility = 'public' then 'published' else 'unpublished' end, new.private_to);
  end if;
  if new.is_locked <> old.is_locked then
    insert into public.page_activity (organization_id, page_id, actor_id, kind, private_to)
    values (new.organization_id, new.id, caller, case when new.is_locked then 'locked' else 'unlocked' end, hidden_to);
  end if;
  if (new.icon, new.cover, new.is_full_width, new.has_small_text)
    is distinct from (old.icon, old.cover, old.is_full_width, old.has_small_text)
  then
    perform private.continue_sitting(new.organization_id, new.id, caller, hidden_to, 'styled');
  end if;
  return null;
end
$$;
drop trigger pages_90_record_changed on public.pages;
create trigger pages_90_record_changed
  after update of name, description, content, content_type, parent_id, is_archived, visibility,
    icon, cover, is_full_width, has_small_text, is_locked on public.pages
  for each row execute function private.record_changed_page();

-- Another answer is another function.
drop function public.list_trash(uuid);
create function public.list_trash(organization_id uuid)
returns table (
  id uuid, name text, visibility text, archived_at timestamptz, archived_by uuid, archived_by_name text, pages_beneath integer,
  icon text
)
language sql stable
set search_path = ''
as $$
  with recursive trash as materialized (
    select page.id, page.parent_id, page.name, page.visibility, page.archived_at, page.archived_by, page.archived_with, page.icon
    from public.pages as page
    where page.organization_id = list_trash.organization_id and page.is_archived
  ),
  -- A page whose parent went to the trash with it counts beneath the parent, unless the parent is out of sight.
  tops as (
    select trash.* from trash
    left join trash as parent on parent.id = trash.parent_id and parent.archived_with = trash.archived_with
    where parent.id is null
  ),
  subtrees as (
    select tops.id as top, tops.id, tops.archived_with from tops
    union all
    select subtrees.top, child.id, child.archived_with
    from subtrees
    join trash as child on child.parent_id = subtrees.id and child.archived_with = subtrees.archived_with
  ),
  sizes as (select subtrees.top, count(*)::integer - 1 as beneath from subtrees group by subtrees.top)
  select
    tops.id, tops.name, tops.visibility, tops.archived_at, tops.archived_by,
    coalesce(nullif(profile.display_name, ''), nullif(profile.full_name, ''), profile.email),
    sizes.beneath,
    tops.icon
  from tops
  join sizes on sizes.top = tops.id
  left join public.user_profiles as profile on profile.id = tops.archived_by
  order by tops.archived_at desc, tops.id
$$;
comment on function public.list_trash(uuid) is
  'The pages that the caller sees in a workspace''s trash, newest first, without those that went there beneath another page.';
revoke execute on function public.list_trash(uuid) from public, anon;
grant execute on function public.list_trash(uuid) to authenticated, service_role;

create function public.expect_unlocked(page_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if exists (select from public.pages as page where page.id = expect_unlocked.page_id and page.is_locked) then
    raise exception using errcode = 'TR052', message = 'This page is locked', hint = 'Unlock it first.';
  end if;
end
$$;
comment on function public.expect_unlocked(uuid) is
  'Refuses when the page is locked: asked before a text takes the place of all of a page, on a screen that may be older than the lock.';
revoke execute on function public.expect_unlocked(uuid) from public, anon;
grant execute on function public.expect_unlocked(uuid) to authenticated, service_role;
