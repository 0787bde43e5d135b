-- The names that texts say: those of `[[wiki links]]`, which lead to a page by its name, and those that a page gives itself in
-- its front matter (`aliases`). Which page a name means is not kept: it changes with each rename, and depends on who reads.
-- docs/decisions/0019-markdown-that-people-bring.md has the reasons. Only private.refresh_names() writes these tables, seconds after a save.

create table public.page_wiki_links (
  source_id uuid not null,
  organization_id uuid not null,
  target text not null,
  key text not null
);
comment on table public.page_wiki_links is 'The wiki links of pages, as their texts have them.';
comment on column public.page_wiki_links.source_id is 'The page that has the link in its text.';
comment on column public.page_wiki_links.organization_id is 'Its workspace.';
comment on column public.page_wiki_links.target is 'The name that the link says, or a path of names that ends with it.';
comment on column public.page_wiki_links.key is 'That name, as names are compared.';

alter table public.page_wiki_links
  add constraint page_wiki_links_pkey primary key (source_id, target),
  add constraint page_wiki_links_source_id_fkey
    foreign key (organization_id, source_id) references public.pages (organization_id, id) on delete cascade;

create index page_wiki_links_key_idx on public.page_wiki_links (organization_id, key);
create index page_wiki_links_source_id_idx on public.page_wiki_links (organization_id, source_id);

revoke all on table public.page_wiki_links from anon, authenticated;
grant select on table public.page_wiki_links to authenticated;
grant all on table public.page_wiki_links to service_role;

alter table public.page_wiki_links enable row level security;

-- Compared with `=`, as in page_activity_select_member.
create policy page_wiki_links_select_member on public.page_wiki_links for select to authenticated
  using (source_id = (select page.id from public.pages as page where page.id = page_wiki_links.source_id));
comment on policy page_wiki_links_select_member on public.page_wiki_links is
  'Members see the links of the pages that they read.';

create policy page_wiki_links_all_second_step on public.page_wiki_links as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));
comment on policy page_wiki_links_all_second_step on public.page_wiki_links is
  'People with two-step verification get in with both steps only.';

create table public.page_aliases (
  page_id uuid not null,
  organization_id uuid not null,
  name text not null,
  key text not null
);
comment on table public.page_aliases is 'Other names that pages give themselves in their front matter.';
comment on column public.page_aliases.page_id is 'The page.';
comment on column public.page_aliases.organization_id is 'Its workspace.';
comment on column public.page_aliases.name is 'The name.';
comment on column public.page_aliases.key is 'The name, as names are compared.';

alter table public.page_aliases
  add constraint page_aliases_pkey primary key (page_id, name),
  add constraint page_aliases_page_id_fkey
    foreign key (organization_id, page_id) references public.pages (organization_id, id) on delete cascade;

create index page_aliases_key_idx on public.page_aliases (organization_id, key);
create index page_aliases_page_id_idx on public.page_aliases (organization_id, page_id);

revoke all on table public.page_aliases from anon, authenticated;
grant select on table public.page_aliases to authenticated;
grant all on table public.page_aliases to service_role;

alter table public.page_aliases enable row level security;

create policy page_aliases_select_member on public.page_aliases for select to authenticated
  using (page_id = (select page.id from public.pages as page where page.id = page_aliases.page_id));
comment on policy page_aliases_select_member on public.page_aliases is 'Members see the other names of the pages that they read.';

create policy page_aliases_all_second_step on public.page_aliases as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));
comment on policy page_aliases_all_second_step on public.page_aliases is
  'People with two-step verification get in with both steps only.';

-- Coarser than the browser compares names, which decides: a name may be equal here that is another one there.
create function private.name_key(name text) returns text
language plpgsql stable strict security definer
set search_path = ''
as $$
begin
  return left(btrim(regexp_replace(
    private.fold_text(coalesce(nullif(btrim(substring(rtrim(left(name, 1000), E'/ \t') from '[^/]*$')), ''), 'Untitled')),
    '\s+', ' ', 'g')), 500);
end
$$;
comment on function private.name_key(text) is 'The last name of a path, as names of pages are compared. Of a page without a name the one that is shown.';
revoke execute on function private.name_key(text) from public, anon, authenticated;
grant execute on function private.name_key(text) to authenticated;
