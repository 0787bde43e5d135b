-- Search reads each page's texts as they are compared (fold_texts). Kept ready, because folding ten thousand pages for each question
-- would take too long, and apart from `pages`, because nothing else uses it: no client reads these tables. All of a text is searched,
-- in parts: one part is as much as the embedded database can fold while everybody waits.

-- Finding pages in any language needs what every Postgres ships: pieces of words (pg_trgm), letters without their
-- accents (unaccent), and both in one index with the workspace (btree_gin). In the schema where Supabase has them.
create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists btree_gin with schema extensions;

create table public.page_search (
  page_id uuid not null,
  organization_id uuid not null,
  updated_at timestamptz not null,
  title text not null,
  words text not null,
  parts integer not null default 0
);
comment on table public.page_search is 'Pages'' texts as search compares them. Read by private.find_pages alone.';
comment on column public.page_search.page_id is 'The page.';
comment on column public.page_search.organization_id is 'The page''s workspace.';
comment on column public.page_search.updated_at is 'When its texts last changed: the newer is found first.';
comment on column public.page_search.title is 'Its name, folded.';
comment on column public.page_search.words is 
  'Its name, description and text, folded, line by line as they are, and a last line of pairs of characters. Of a long text the first part.';
comment on column public.page_search.parts is 'How many parts of the text are in page_search_parts.';

-- Uncompressed: a search may look at hundreds of texts, and unpacking would take most of its time.
alter table public.page_search alter column words set storage external;

alter table public.page_search
  add constraint page_search_pkey primary key (page_id),
  add constraint page_search_page_id_fkey
    foreign key (organization_id, page_id) references public.pages (organization_id, id) on delete cascade;

create index page_search_newest_idx on public.page_search (organization_id, updated_at desc);
create index page_search_page_id_idx on public.page_search (organization_id, page_id);
-- The texts that were added last wait in a list that every search reads whole: a short one, of some twenty texts.
create index page_search_words_idx on public.page_search
  using gin (organization_id extensions.uuid_ops, words extensions.gin_trgm_ops) with (gin_pending_list_limit = 256);

revoke all on table public.page_search from anon, authenticated;
grant all on table public.page_search to service_role;

alter table public.page_search enable row level security;

-- There is no policy that allows anything.
create policy page_search_all_second_step on public.page_search as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));

create table public.page_search_parts (
  page_id uuid not null,
  number integer not null,
  organization_id uuid not null,
  first_line integer not null,
  first_column integer not null,
  words text not null
);
comment on table public.page_search_parts is 'The further parts of long texts as search compares them. Read by private.find_pages alone.';
comment on column public.page_search_parts.page_id is 'The page.';
comment on column public.page_search_parts.number is 'Its place: 1 comes after the part in page_search.';
comment on column public.page_search_parts.organization_id is 'The page''s workspace.';
comment on column public.page_search_parts.first_line is 'How many lines end before the part.';
comment on column public.page_search_parts.first_column is 'How much of its first line is before the part.';
comment on column public.page_search_parts.words is 'As in page_search. The last letters of the part before are repeated, for words at the edge.';

alter table public.page_search_parts alter column words set storage external;
alter table public.page_search_parts
  add constraint page_search_parts_pkey primary key (page_id, number),
  add constraint page_search_parts_page_id_fkey
    foreign key (page_id) references public.page_search (page_id) on delete cascade;
create index page_search_long_idx on public.page_search (organization_id) where parts > 0;
create index page_search_parts_words_idx on public.page_search_parts
  using gin (organization_id extensions.uuid_ops, words extensions.gin_trgm_ops) with (gin_pending_list_limit = 256);

revoke all on table public.page_search_parts from anon, authenticated;
grant all on table public.page_search_parts to service_role;

alter table public.page_search_parts enable row level security;

-- There is no policy that allows anything.
create policy page_search_parts_all_second_step on public.page_search_parts as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));
