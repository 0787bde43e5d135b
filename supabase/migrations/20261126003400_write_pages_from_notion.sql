-- Notion's words become the text of a page, or a version of it. Versions say so with a mark: nobody wrote them here, and
-- the history is to tell that from people who have left.

-- One write with its mark. On top of the version that was read, so that a person who writes meanwhile loses nothing.
create function public.write_notion_page(
  page_id uuid, notion_page_id text, updated_at timestamptz, name text, content text
) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  saved_at timestamptz;
begin
  update public.pages as page
  set name = write_notion_page.name, content = write_notion_page.content, updated_by = null
  where page.id = write_notion_page.page_id and page.notion_page_id = write_notion_page.notion_page_id
    and page.updated_at = write_notion_page.updated_at and not page.is_archived
  returning page.updated_at into saved_at;
  update public.page_versions as version
  set from_notion = true
  where version.page_id = write_notion_page.page_id and version.updated_at = saved_at and version.created_by is null;
  return saved_at is not null;
end
$$;
comment on function public.write_notion_page(uuid, text, timestamptz, text, text) is
  'Puts what came from Notion into a page that still says what was read; false when it says something else. For server functions.';
revoke execute on function public.write_notion_page(uuid, text, timestamptz, text, text) from public, anon, authenticated;
grant execute on function public.write_notion_page(uuid, text, timestamptz, text, text) to service_role;

-- Notion's words, where they do not become the page's text: a version beside those of people. It stands just before
-- the newest, which stays the page's own.
create function public.keep_notion_version(page_id uuid, name text, content text) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  digest_kept bytea := private.digest_texts(keep_notion_version.name, null, keep_notion_version.content);
begin
  if exists (
    select from public.page_versions as version
    where version.page_id = keep_notion_version.page_id and version.digest = digest_kept
  ) then
    return false;
  end if;
  insert into public.page_versions
    (page_id, organization_id, name, content, created_at, updated_at, private_to, digest, from_notion)
  select
    page.id, page.organization_id, keep_notion_version.name, keep_notion_version.content,
    page.updated_at - interval '1 microsecond', page.updated_at - interval '1 microsecond', page.private_to, digest_kept, true
  from public.pages as page where page.id = keep_notion_version.page_id;
  return found;
end
$$;
comment on function public.keep_notion_version(uuid, text, text) is
  'Keeps what a page''s counterpart at Notion says as a version of the page, once. For server functions.';
revoke execute on function public.keep_notion_version(uuid, text, text) from public, anon, authenticated;
grant execute on function public.keep_notion_version(uuid, text, text) to service_role;
