-- The links between pages, so that a page can list the pages that link to it without reading every text. Only
-- private.refresh_links() writes them, seconds after a save.

create table public.page_links (
  source_id uuid not null,
  target_id uuid not null
);
comment on table public.page_links is 'The links between pages, as their texts have them.';
comment on column public.page_links.source_id is 'The page that has the link in its text.';
comment on column public.page_links.target_id is 'The page that it leads to. There may be no such page, or not yet.';

alter table public.page_links
  add constraint page_links_pkey primary key (source_id, target_id),
  add constraint page_links_source_id_fkey foreign key (source_id) references public.pages (id) on delete cascade;

create index page_links_target_id_idx on public.page_links (target_id);

revoke all on table public.page_links from anon, authenticated;
grant select on table public.page_links to authenticated;
grant all on table public.page_links to service_role;

alter table public.page_links enable row level security;

-- Compared with `=`, as in page_activity_select_member.
create policy page_links_select_member on public.page_links for select to authenticated
  using (source_id = (select page.id from public.pages as page where page.id = page_links.source_id));
comment on policy page_links_select_member on public.page_links is
  'Members see the links of the pages that they read.';

create policy page_links_all_second_step on public.page_links as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));

-- Parted at the words that each link begins with, as for files: a regular expression looks for all of its finds before the first one
-- is taken. At most a thousand: nobody reads a page with more links.
create function private.linked_pages(content text) returns setof uuid
language sql immutable
set search_path = ''
as $$
  select distinct name::uuid
  from (
    select name
    from (
      select pg_catalog.left(part, 36) as name
      from pg_catalog.unnest((pg_catalog.string_to_array(content, '/dashboard/pages/'))[2:]) as part
    ) as parts
    where name ~ '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'
    limit 1000
  ) as names
$$;
comment on function private.linked_pages(text) is 'The pages that a text links to.';
revoke execute on function private.linked_pages(text) from public, anon, authenticated;
