-- The trash as a person reads it: what was put there, each with what went along. Read as the caller, so that nobody
-- finds in it what they could not find in the tree.

create function public.list_trash(organization_id uuid)
returns table (
  id uuid, name text, visibility text, archived_at timestamptz, archived_by uuid, archived_by_name text, pages_beneath integer
)
language sql stable
set search_path = ''
as $$
  with recursive trash as materialized (
    select page.id, page.parent_id, page.name, page.visibility, page.archived_at, page.archived_by, page.archived_with
    from public.pages as page
    where page.organization_id = list_trash.organization_id and page.is_archived
  ),
  -- A page whose parent went to the trash with it is read beneath that one; not, where the parent is out of sight.
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
    sizes.beneath
  from tops
  join sizes on sizes.top = tops.id
  left join public.user_profiles as profile on profile.id = tops.archived_by
  order by tops.archived_at desc, tops.id
$$;
comment on function public.list_trash(uuid) is
  'What the caller sees in a workspace''s trash, newest first, without what went there beneath something else.';
revoke execute on function public.list_trash(uuid) from public, anon;
grant execute on function public.list_trash(uuid) to authenticated, service_role;
