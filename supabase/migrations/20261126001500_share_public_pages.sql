-- "Anyone with the link": a caller who knows a page's id reads that page, and learns which of the pages that it links to
-- are public, for ids that they have already. The table itself stays closed, so nobody can list public pages, and members'
-- names and the tree stay inside.

create function public.public_pages_among(page_ids uuid[])
returns setof uuid
language sql stable security definer
set search_path = ''
as $$
  select page.id
  from public.pages as page
  join public.organizations as organization on organization.id = page.organization_id
  -- As many links as a page can reasonably have.
  where page.id = any (page_ids[1:1000])
    and page.visibility = 'public'
    and page.private_to is null
    and not page.is_archived
    and organization.status = 'active'
$$;
comment on function public.public_pages_among(uuid[]) is 'The public ones among these pages. At most 1,000 are looked at.';
revoke execute on function public.public_pages_among(uuid[]) from public;
grant execute on function public.public_pages_among(uuid[]) to anon, authenticated, service_role;

create function public.get_public_page(page_id uuid)
returns table (id uuid, name text, description text, content text, updated_at timestamptz)
language sql stable security definer
set search_path = ''
rows 1
as $$
  select page.id, page.name, page.description, page.content, page.updated_at
  from public.pages as page
  join public.organizations as organization on organization.id = page.organization_id
  where page.id = page_id
    and page.visibility = 'public'
    and page.private_to is null
    and not page.is_archived
    and organization.status = 'active'
$$;
comment on function public.get_public_page(uuid) is 'A public page, by the id in its link; nothing when it is not public.';
revoke execute on function public.get_public_page(uuid) from public;
grant execute on function public.get_public_page(uuid) to anon, authenticated, service_role;
