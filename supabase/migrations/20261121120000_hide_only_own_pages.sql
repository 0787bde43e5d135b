-- Whoever hides a page must not take away what others have written: else moving somebody's page beneath one's own and
-- making that one private would hide it from its writer, and removing the account would delete it.
-- docs/decisions/0002-private-pages.md has the reasons.

-- Every rule that this schema enforces by refusing, in one place. It replaces the list of the first migration.
create or replace function private.refuse(rule text) returns void
language plpgsql
set search_path = ''
as $$
declare
  refusal record;
begin
  select known.code, known.message, known.hint into strict refusal
  from (values
    ('last_workspace', 'TR001', 'Cannot delete your only workspace', 'Create another workspace first.'),
    ('last_owner', 'TR002', 'A workspace needs an owner', 'Make someone else an owner first.'),
    ('parent_missing', 'TR010', 'The parent page does not exist in this workspace', null),
    ('parent_archived', 'TR011', 'The parent page is archived', 'Restore the parent, or move the page elsewhere.'),
    ('page_cycle', 'TR012', 'A page cannot be moved beneath itself', null),
    ('page_emigrates', 'TR013', 'A page stays in its workspace', null),
    ('not_creator', 'TR014', 'Only its creator can make a page private', null),
    ('hides_others', 'TR015', 'Others have pages beneath this one', 'Move their pages elsewhere first.')
  ) as known (rule, code, message, hint)
  where known.rule = refuse.rule;
  raise exception using
    errcode = refusal.code,
    message = refusal.message,
    hint = coalesce(refusal.hint, '');
end
$$;

-- Stops at pages that are private themselves: those and what is beneath them stay with their own creators.
-- Archived pages of others cannot be moved elsewhere by hand, so they step out of the subtree and stay in the trash
-- that everyone sees.
create or replace function private.hide_subtree() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  subtree uuid[];
begin
  if private.is_arranging() then
    return null;
  end if;
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
  return null;
end
$$;

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
