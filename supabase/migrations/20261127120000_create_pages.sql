-- The tree of pages. This file says what a page is and who may read and write it; the rules of the tree (places,
-- archiving, privacy) follow, one file each. docs/decisions/0002-private-pages.md explains `private_to`.

create table public.pages (
  id uuid not null default gen_random_uuid(),
  organization_id uuid not null,
  parent_id uuid,
  name text not null default 'Untitled',
  description text,
  content text not null default '',
  content_type text not null default 'markdown',
  order_index double precision not null,
  visibility text not null default 'workspace',
  is_archived boolean not null default false,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  notion_page_id text,
  notion_last_sync timestamptz,
  notion_url text,
  private_to uuid,
  archived_at timestamptz,
  archived_with uuid,
  archived_by uuid,
  notion_direction text not null default 'bring',
  icon text,
  cover text,
  is_full_width boolean not null default false,
  has_small_text boolean not null default false,
  is_locked boolean not null default false
);
comment on table public.pages is 'Markdown pages, a tree in each workspace.';
comment on column public.pages.id is 'Never changes; a client may choose it.';
comment on column public.pages.organization_id is 'The workspace; never changes.';
comment on column public.pages.parent_id is 'The page above, in the same workspace; null at the root.';
comment on column public.pages.name is 'One line; may be empty.';
comment on column public.pages.description is 'A sentence below the name.';
comment on column public.pages.content is 'The text. At most 5 MiB.';
comment on column public.pages.content_type is 'The format of the text.';
comment on column public.pages.order_index is 'Place among the siblings, ascending. The server may renumber siblings.';
comment on column public.pages.visibility is 'private: its creator; workspace: members; public: anyone who has the id, too.';
comment on column public.pages.is_archived is 'In the trash, with everything beneath it.';
comment on column public.pages.created_by is 'The person who made it; null once that account is gone.';
comment on column public.pages.updated_by is 'The person who changed it last; null once that account is gone.';
comment on column public.pages.created_at is 'When it was made.';
comment on column public.pages.updated_at is 'Grows with every change of name, description or content: the version a write is based on.';
comment on column public.pages.notion_page_id is 'The Notion page it syncs with.';
comment on column public.pages.notion_last_sync is 'When it last did.';
comment on column public.pages.notion_url is 'Where that page is read in Notion.';
comment on column public.pages.private_to is 'The only person who sees it, because it or the nearest private page above is private. Kept by triggers.';
comment on column public.pages.archived_at is 'Since when it is in the trash. Kept by triggers.';
comment on column public.pages.archived_with is 'The page whose archiving took it along; itself when archived on its own. Kept by triggers.';
comment on column public.pages.archived_by is
  'The person who put it, or a page above it, in the trash; null once that account is gone. Kept by triggers.';
comment on column public.pages.notion_direction is 'bring: texts come from Notion; send: they go there; both.';
comment on column public.pages.icon is
  'One emoji, or one of the product''s own icons as "<name>/<color>", such as "rocket/blue"; null for none.';
comment on column public.pages.cover is 'What stands above the title, by its name; null for nothing.';
comment on column public.pages.is_full_width is 'Whether the text takes the width of the window.';
comment on column public.pages.has_small_text is 'Whether the text is smaller than usual.';
comment on column public.pages.is_locked is
  'Whether the product leaves the page''s texts alone. It keeps nobody out: this API writes a locked page as any other.';

alter table public.pages
  add constraint pages_pkey primary key (id),
  add constraint pages_organization_id_fkey
    foreign key (organization_id) references public.organizations (id) on delete cascade,
  add constraint pages_created_by_fkey
    foreign key (created_by) references public.user_profiles (id) on delete set null,
  add constraint pages_updated_by_fkey
    foreign key (updated_by) references public.user_profiles (id) on delete set null,
  add constraint pages_archived_by_fkey
    foreign key (archived_by) references public.user_profiles (id) on delete set null,
  -- A page that only one person could see goes with that person's account.
  add constraint pages_private_to_fkey
    foreign key (private_to) references public.user_profiles (id) on delete cascade,
  -- At the root the workspace stands for the parent (see pages_place_idx).
  add constraint pages_id_own check (id <> organization_id),
  add constraint pages_name_length check (char_length(name) <= 500),
  add constraint pages_description_length check (char_length(description) <= 5000),
  add constraint pages_content_size check (octet_length(content) <= 5 * 1024 * 1024),
  add constraint pages_content_type_known check (content_type in ('markdown')),
  -- Refuses NaN and infinity, too. Up to here neighbours as near as 0.000001 still have room between them.
  add constraint pages_order_index_range check (order_index between -1e9 and 1e9),
  add constraint pages_visibility_known check (visibility in ('private', 'workspace', 'public')),
  add constraint pages_visibility_owned check (visibility <> 'private' or private_to is not null),
  add constraint pages_archived_whole
    check (is_archived = (archived_at is not null) and is_archived = (archived_with is not null)),
  add constraint pages_archived_by_archived check (archived_by is null or is_archived),
  add constraint pages_notion_direction_known check (notion_direction in ('bring', 'send', 'both')),
  add constraint pages_notion_page_id_length check (char_length(notion_page_id) <= 200),
  -- Nothing that a browser would run, and nothing that reads as one address and leads to another.
  add constraint pages_notion_url_form
    check (notion_url ~ '\Ahttps://[^[:space:][:cntrl:]]+\Z' and char_length(notion_url) <= 2048),
  -- Nothing else than a picture: no letter, no mark of a language, no control character.
  add constraint pages_icon_known check (
    case when char_length(icon) > 24 then false
    when icon ~ '\A[a-z]' then
      split_part(icon, '/', 1) in (
        'book', 'bookmark', 'briefcase', 'bug', 'calendar', 'chart', 'clipboard', 'cloud', 'code', 'compass', 'database', 'flag',
        'flask', 'globe', 'heart', 'house', 'lightbulb', 'map', 'megaphone', 'rocket', 'shield', 'star', 'target', 'users'
      )
      and icon ~ '\A[a-z]+/(?:gray|red|orange|yellow|green|blue|purple|pink)\Z'
    else
      -- A keycap; a flag, by its letters or by its tags; or pictures with their modifiers, joined to one.
      icon ~ ('\A(?:[0-9#*]\uFE0F?\u20E3|[\U0001F1E6-\U0001F1FF]{2}|\U0001F3F4[\U000E0061-\U000E007A]{4,6}\U000E007F'
        || '|(?:(?:\A|\u200D)[\u00A9\u00AE\u203C\u2049\u2122\u2139\u2194-\u21AA\u231A-\u23FF\u24C2\u25AA-\u27BF\u2934\u2935'
        || '\u2B05-\u2B55\u3030\u303D\u3297\u3299\U0001F000-\U0001F1E5\U0001F200-\U0001F3FA\U0001F400-\U0001FAFF]'
        || '\uFE0F?[\U0001F3FB-\U0001F3FF]?\uFE0F?)+)\Z')
    end
  ),
  add constraint pages_cover_known check (
    cover in ('dawn', 'dusk', 'ocean', 'forest', 'meadow', 'aurora', 'sand', 'rose', 'slate', 'night')
  );

-- Serves the listing of the tree, and of the children of one page.
create index pages_tree_idx on public.pages (organization_id, parent_id nulls first, order_index);
-- After that index: while the table is new, Postgres takes both for equally good, and looks rows up by the later one. It keeps
-- such a plan for a connection. By the other it looked at the whole workspace for each page of a large import.
alter table public.pages
  add constraint pages_organization_id_id_key unique (organization_id, id),
  -- Both columns, so that not even the operator can write a parent in another workspace.
  add constraint pages_parent_id_fkey
    foreign key (organization_id, parent_id) references public.pages (organization_id, id) on delete cascade;
-- Finds neighbours: an index on `parent_id` does not give those at the root (`parent_id is null`) in order.
create index pages_place_idx on public.pages (coalesce(parent_id, organization_id), order_index) where not is_archived;
create index pages_created_by_idx on public.pages (created_by);
create index pages_updated_by_idx on public.pages (updated_by);
create index pages_private_to_idx on public.pages (private_to) where private_to is not null;
create index pages_archived_by_idx on public.pages (archived_by) where archived_by is not null;
-- Serves listing and emptying a workspace's trash.
create index pages_trash_idx on public.pages (organization_id, archived_at desc) where is_archived;
-- The pages that a sync with Notion looks at.
create index pages_notion_idx on public.pages (organization_id) where notion_page_id is not null and not is_archived;

revoke all on table public.pages from anon, authenticated;
grant select on table public.pages to authenticated;
-- Clients may send authors and times; the stamping trigger decides both. There is no delete: pages are archived.
grant insert (
  id, organization_id, parent_id, name, description, content, content_type, order_index, visibility, is_archived,
  created_by, updated_by, created_at, updated_at, notion_page_id, notion_last_sync, notion_url, notion_direction,
  icon, cover, is_full_width, has_small_text, is_locked
) on table public.pages to authenticated;
grant update (
  parent_id, name, description, content, content_type, order_index, visibility, is_archived,
  updated_by, updated_at, notion_page_id, notion_last_sync, notion_url, notion_direction,
  icon, cover, is_full_width, has_small_text, is_locked
) on table public.pages to authenticated;
grant all on table public.pages to service_role;

alter table public.pages enable row level security;

-- Decides for all policies who sees a page: the members of its workspace, or, if it is private, its person alone.
-- Callers pass the person and the person's workspaces, so that both are looked up once per statement. Postgres inlines
-- a function without `set`, which leaves the indexes usable; so all names in it are schema-qualified.
create function private.sees_page(person uuid, workspaces uuid[], organization_id uuid, private_to uuid) returns boolean
language sql immutable parallel safe
as $$
  select sees_page.organization_id operator(pg_catalog.=) any (workspaces)
    and (sees_page.private_to is null or sees_page.private_to operator(pg_catalog.=) person)
$$;
comment on function private.sees_page(uuid, uuid[], uuid, uuid) is
  'Whether a person with these workspaces sees a page of that workspace; `private_to` is null of a page that is shared.';
revoke execute on function private.sees_page(uuid, uuid[], uuid, uuid) from public, anon, authenticated;
grant execute on function private.sees_page(uuid, uuid[], uuid, uuid) to authenticated, service_role;

create policy pages_select_member on public.pages for select to authenticated
  using (
    private.sees_page((select auth.uid()), array(select private.my_organization_ids()), organization_id, private_to)
  );
comment on policy pages_select_member on public.pages is
  'Members read their workspaces'' pages, but for those private to someone else.';

create policy pages_insert_member on public.pages for insert to authenticated
  with check (
    private.sees_page((select auth.uid()), array(select private.my_organization_ids()), organization_id, private_to)
  );
comment on policy pages_insert_member on public.pages is 'Members add pages where they could read them.';

create policy pages_update_member on public.pages for update to authenticated
  using (
    private.sees_page((select auth.uid()), array(select private.my_organization_ids()), organization_id, private_to)
  )
  with check (
    private.sees_page((select auth.uid()), array(select private.my_organization_ids()), organization_id, private_to)
  );
comment on policy pages_update_member on public.pages is
  'Members write what they can read, and cannot write it out of their own sight.';

create policy pages_all_second_step on public.pages as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));

-- Most pages have none: the list of all pages says null of those, and grows by that alone. Postgres puts the expression in
-- the function's place, which it does not with a `set`; so all names in it are schema-qualified.
create function public.look(page public.pages) returns jsonb
language sql stable parallel safe
as $$
  select case
    when page.icon is not null or page.cover is not null or page.is_full_width or page.has_small_text or page.is_locked
    then pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
      'icon', page.icon, 'cover', page.cover, 'is_full_width', nullif(page.is_full_width, false),
      'has_small_text', nullif(page.has_small_text, false), 'is_locked', nullif(page.is_locked, false)))
  end
$$;
comment on function public.look(public.pages) is
  'What is special about a page''s look, by the names of its columns; null for a page that looks as usual. A column of that name for clients.';
revoke execute on function public.look(public.pages) from public, anon;
grant execute on function public.look(public.pages) to authenticated, service_role;

-- A lock is asked for once more before all of a page's text is replaced.
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
