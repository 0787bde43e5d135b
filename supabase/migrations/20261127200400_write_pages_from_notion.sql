-- Notion's words become the text of a page, or a version of it. A mark on the version says so: nobody wrote it here, and
-- the history must not take Notion for a person who has left.

-- Writes the text with its mark, on top of the version that was read, so that a person who writes meanwhile loses nothing.
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
  'Writes Notion''s text into a page if the page still has the text that was read; false if it has another one. For server functions.';
revoke execute on function public.write_notion_page(uuid, text, timestamptz, text, text) from public, anon, authenticated;
grant execute on function public.write_notion_page(uuid, text, timestamptz, text, text) to service_role;

-- Notion's words, where they do not become the page's text: a version beside those of people. It stands just before
-- the newest, which stays the page's own.
create function public.keep_notion_version(page_id uuid, name text, content text) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  digest_kept bytea := private.digest_text(keep_notion_version.content);
  page record;
begin
  -- Locked: a save that overwrites this very text meanwhile would not know that a version has it.
  select kept.organization_id, kept.updated_at, kept.private_to, kept.content into page
  from public.pages as kept where kept.id = keep_notion_version.page_id for no key update;
  if not found or exists (
    select from public.page_versions as version
    where version.page_id = keep_notion_version.page_id and version.digest = digest_kept
      and (version.name, version.description) is not distinct from (keep_notion_version.name, null::text)
  ) then
    return false;
  end if;
  insert into public.page_versions
    (page_id, organization_id, name, created_at, updated_at, private_to, digest, from_notion)
  values (
    keep_notion_version.page_id, page.organization_id, keep_notion_version.name,
    page.updated_at - interval '1 microsecond', page.updated_at - interval '1 microsecond', page.private_to, digest_kept, true
  );
  if page.content <> keep_notion_version.content then
    perform private.keep_text(page.organization_id, keep_notion_version.page_id, digest_kept, keep_notion_version.content);
  end if;
  return true;
end
$$;
comment on function public.keep_notion_version(uuid, text, text) is
  'Keeps the text of a page''s counterpart at Notion as a version of the page, once. For server functions.';
revoke execute on function public.keep_notion_version(uuid, text, text) from public, anon, authenticated;
grant execute on function public.keep_notion_version(uuid, text, text) to service_role;
