-- A public page links to other public pages, and to none that is not: which of its links lead anywhere is told for the
-- ids that the asker has already, as get_public_page does for one.

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
comment on function public.public_pages_among(uuid[]) is 'Which of these pages are public. At most 1,000 are looked at.';

revoke execute on function public.public_pages_among(uuid[]) from public;
grant execute on function public.public_pages_among(uuid[]) to anon, authenticated, service_role;
