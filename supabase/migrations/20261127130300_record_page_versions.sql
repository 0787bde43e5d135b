-- Every save of a page's texts, by anybody, goes into a version. Saves of one person at one device go on in the same
-- version for ten minutes, and so do saves of several people through the page's document. Another version begins after a pause of
-- five minutes, with anyone else's save, with another program's, with one that brings back an earlier text, with one that takes away a hundred characters and a tenth of the text (so that the cut text can
-- be had back), and where the client asks for one (`save_page_document` with `begins_version`).

create function private.name_version_authors(version_id uuid, people uuid[]) returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into public.page_version_authors (version_id, person)
  select name_version_authors.version_id, author from unnest(people) as author where author is not null
  on conflict do nothing;
end
$$;
comment on function private.name_version_authors(uuid, uuid[]) is 'Notes who wrote in a version, besides those who are noted.';
revoke execute on function private.name_version_authors(uuid, uuid[]) from public, anon, authenticated;

-- Keeps an overwritten text that has no version yet: of a page older than this table, or a text that was written while others
-- saw less of the page than they do now.
-- A text that everyone saw stays everyone's when the page is hidden: else its writer would lose it, and the account of the
-- person who hid it would take it along.
create function private.keep_unversioned(page public.pages, digest bytea, has_versions boolean) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  version_id uuid;
begin
  update public.page_versions as version
  set private_to = case when version.private_to is not null then page.private_to end
  where version.page_id = page.id and version.updated_at = page.updated_at and version.digest = keep_unversioned.digest
    and (version.name, version.description) is not distinct from (page.name, page.description);
  if not found and (has_versions or (page.description, page.content) is distinct from (null::text, '')) then
    insert into public.page_versions
      (page_id, organization_id, name, description, created_by, created_at, updated_at, private_to, digest)
    values (
      page.id, page.organization_id, page.name, page.description,
      page.updated_by, page.updated_at, page.updated_at, page.private_to, digest
    )
    returning id into version_id;
    perform private.name_version_authors(version_id, array[page.updated_by]);
  end if;
end
$$;
comment on function private.keep_unversioned(public.pages, bytea, boolean) is 'Keeps the texts that a page had before a save as a version.';
revoke execute on function private.keep_unversioned(public.pages, bytea, boolean) from public, anon, authenticated;

create function private.record_page_version(old public.pages, new public.pages, text_before text, text_now text) returns void
language plpgsql
as $$
declare
  digest_now constant bytea := sha256(convert_to(text_now, 'UTF8'));
  digest_before constant bytea := case when text_now = text_before then digest_now else sha256(convert_to(text_before, 'UTF8')) end;
  -- Of a save through the page's document, in which people write together: they are one sitting.
  document constant text := nullif(current_setting('trellis.document', true), '');
  -- A token without a session is a program's: its saves are never one sitting.
  sitting_now constant bigint := hashtextextended(coalesce(document, auth.jwt() ->> 'session_id'), 0);
  authors constant uuid[] := nullif(current_setting('trellis.writers', true), '')::uuid[] || new.updated_by;
  version_id uuid;
  latest record;
begin
  -- The write that fires this locks the page's row: two saves of one page come here one by one.
  select version.id, version.created_by, version.created_at, version.updated_at, version.sitting,
    version.name, version.description, version.digest,
    case when document is not null then array(
      select author.person from public.page_version_authors as author where author.version_id = version.id
    ) end as people,
    exists (
      select from public.page_versions as other
      where other.page_id = new.id and other.digest = digest_now and other.id <> version.id
        and (other.name, other.description) is not distinct from (new.name, new.description)
    ) as others_say_this,
    exists (
      select from public.page_versions as other
      where other.page_id = old.id and other.digest = digest_before and other.id <> version.id
    ) as others_said_that,
    exists (
      select from public.page_texts as text
      where text.organization_id = old.organization_id and text.page_id = old.id and text.digest = digest_before
    ) as is_kept
  into latest
  from public.page_versions as version
  where version.page_id = old.id and version.private_to is not distinct from old.private_to
  order by version.updated_at desc
  limit 1;

  if (latest.name, latest.description, latest.digest) is distinct from (old.name, old.description, digest_before) then
    perform private.keep_unversioned(old, digest_before, latest.id is not null);
  elsif (latest.created_by = new.updated_by or document is not null) and latest.sitting = sitting_now
    and latest.created_at > clock_timestamp() - interval '10 minutes'
    and latest.updated_at > clock_timestamp() - interval '5 minutes'
    and coalesce(current_setting('trellis.begins_version', true), '') = ''
    and new.private_to is not distinct from old.private_to
    and not latest.others_say_this
    -- The writer of a text may want back a large part that a save takes away.
    and length(text_before) - length(text_now) < greatest(100, length(text_before) / 10)
  then
    update public.page_versions as version
    set name = new.name, description = new.description, digest = digest_now, updated_at = new.updated_at,
      created_by = new.updated_by
    where version.id = latest.id;
    if document is not null and not authors <@ latest.people then
      perform private.name_version_authors(latest.id, authors);
    end if;
    if digest_before <> digest_now and latest.others_said_that then
      perform private.keep_text(old.organization_id, old.id, digest_before, text_before);
    elsif digest_before <> digest_now and latest.is_kept then
      delete from public.page_texts as text
      where text.organization_id = old.organization_id and text.page_id = old.id and text.digest = digest_before;
    end if;
    return;
  end if;

  insert into public.page_versions (
    page_id, organization_id, name, description, created_by, created_at, updated_at, private_to, sitting, digest
  ) values (
    new.id, new.organization_id, new.name, new.description,
    new.updated_by, new.updated_at, new.updated_at, new.private_to, sitting_now, digest_now
  )
  returning id into version_id;
  perform private.name_version_authors(version_id, authors);
  if digest_before <> digest_now then
    perform private.keep_text(old.organization_id, old.id, digest_before, text_before);
  end if;
end
$$;
comment on function private.record_page_version(public.pages, public.pages, text, text) is 'Keeps a page''s present texts, and those before, as versions.';
revoke execute on function private.record_page_version(public.pages, public.pages, text, text) from public, anon, authenticated;
