-- A private page hides everything beneath it. So that reading needs no walk up the tree, each page carries the answer
-- in `private_to`: its own creator when it is private, else what its parent carries. Hiding a page must not take
-- away others' pages: else a member could move somebody's page beneath their own, make that private and so hide the page
-- from its writer; removing the account would delete it.
-- docs/decisions/0002-private-pages.md has the reasons.

create function private.hide_page(
  created_by uuid, parent_id uuid, visibility text, old_visibility text, old_private_to uuid
) returns uuid
language plpgsql
as $$
declare
  caller constant uuid := auth.uid();
  private_to uuid;
begin
  if visibility = 'private' then
    private_to := created_by;
  elsif parent_id is not null then
    private_to := (select parent.private_to from public.pages as parent where parent.id = hide_page.parent_id);
  end if;
  if caller is distinct from created_by and caller is not null and (
    visibility = 'private' and old_visibility is distinct from 'private'
    or private_to is not null and private_to is distinct from old_private_to
  ) then
    perform private.refuse('not_creator');
  end if;
  return private_to;
end
$$;
comment on function private.hide_page(uuid, uuid, text, text, uuid) is 'Finds the only person who sees a page, if it is private.';
revoke execute on function private.hide_page(uuid, uuid, text, text, uuid) from public, anon, authenticated;

create function private.pages_hidden_with(top uuid, organization uuid) returns uuid[]
language sql stable
set search_path = ''
as $$
  with recursive subtree as (
    select pages_hidden_with.top as id
    union all
    select child.id
    from subtree
    join public.pages as child
      on child.parent_id = subtree.id and child.organization_id = pages_hidden_with.organization
    where child.visibility <> 'private'
  )
  select coalesce(array_agg(subtree.id) filter (where subtree.id <> pages_hidden_with.top), '{}') from subtree
$$;
comment on function private.pages_hidden_with(uuid, uuid) is
  'The pages beneath a page that are hidden, and shown, with it.';
revoke execute on function private.pages_hidden_with(uuid, uuid) from public, anon, authenticated;

-- Stops at pages that are private themselves: those and what is beneath them stay with their own creators.
-- Archived pages of others cannot be moved elsewhere by hand, so they step out of the subtree and stay in the trash
-- that everyone sees.
create function private.hide_subtree(new public.pages) returns void
language plpgsql
as $$
declare
  subtree uuid[];
begin
  perform private.set_arranging(true);
  if new.private_to is not null then
    update public.pages as page
    set parent_id = null
    where page.id = any (private.pages_hidden_with(new.id, new.organization_id))
      and page.created_by is distinct from new.private_to and page.is_archived and not new.is_archived;
  end if;
  subtree := private.pages_hidden_with(new.id, new.organization_id);
  if new.private_to is not null and exists (
    select from public.pages as page
    where page.id = any (subtree) and page.created_by is distinct from new.private_to
  ) then
    perform private.refuse('hides_others');
  end if;
  update public.pages as page
  set private_to = new.private_to
  where page.id = any (subtree);
  perform private.set_arranging(false);
end
$$;
comment on function private.hide_subtree(public.pages) is 'The pages beneath a page are hidden, and shown, with it.';
revoke execute on function private.hide_subtree(public.pages) from public, anon, authenticated;

-- Pages that only one account could see go with it. Private pages of others may stand beneath those (made private
-- before the page above was): they move to the root first.
create function private.rescue_private_pages() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.pages as page
  set parent_id = null
  from public.pages as parent
  where parent.id = page.parent_id
    and parent.private_to = old.id
    and page.private_to is distinct from old.id;
  return old;
end
$$;
comment on function private.rescue_private_pages() is 'Trigger: a removed account takes along nobody else''s private pages.';
revoke execute on function private.rescue_private_pages() from public, anon, authenticated;

create trigger user_profiles_rescue_private_pages before delete on public.user_profiles
  for each row execute function private.rescue_private_pages();
