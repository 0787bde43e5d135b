-- Every save of a page's texts, by anybody, goes into a version. Saves of one person at one device go on in the same
-- version for ten minutes, and so do saves of several people through the page's document. Another version begins with anyone else's save, with another program's, with one that brings
-- back an earlier text, with one that takes away a hundred characters and a tenth of the text (so that the cut text can
-- be had back), and where the client asks for one (`save_page` with `begins_version`).

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

create function private.record_page_version() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  digest_now bytea := private.digest_text(new.content);
  -- Of a save through the page's document, in which people write together: they are one sitting.
  document text := nullif(current_setting('trellis.document', true), '');
  -- A token without a session is a program's: its saves are never one sitting.
  sitting_now bigint := hashtextextended(coalesce(document, auth.jwt() ->> 'session_id'), 0);
  authors uuid[] := nullif(current_setting('trellis.writers', true), '')::uuid[] || new.updated_by;
  version_id uuid;
  digest_before bytea;
  latest record;
begin
  if tg_op = 'UPDATE' then
    digest_before := case when new.content = old.content then digest_now else private.digest_text(old.content) end;
    -- The write that fires this locks the page's row: two saves of one page come here one by one.
    select version.id, version.created_by, version.created_at, version.sitting,
      version.name, version.description, version.digest
    into latest
    from public.page_versions as version
    where version.page_id = old.id and version.private_to is not distinct from old.private_to
    order by version.updated_at desc
    limit 1;

    if (latest.name, latest.description, latest.digest) is distinct from (old.name, old.description, digest_before) then
      -- Keeps an overwritten text that has no version yet: of a page older than this table, or a text that was written
      -- while others saw less of the page than they do now.
      -- A text that everyone saw stays everyone's when the page is hidden: else its writer would lose it, and the
      -- account of the person who hid it would take it along.
      update public.page_versions as version
      set private_to = case when version.private_to is not null then old.private_to end
      where version.page_id = old.id and version.updated_at = old.updated_at and version.digest = digest_before
        and (version.name, version.description) is not distinct from (old.name, old.description);
      if not found and (latest.id is not null or (old.description, old.content) is distinct from (null::text, '')) then
        insert into public.page_versions
          (page_id, organization_id, name, description, created_by, created_at, updated_at, private_to, digest)
        values (
          old.id, old.organization_id, old.name, old.description,
          old.updated_by, old.updated_at, old.updated_at, old.private_to, digest_before
        )
        returning id into version_id;
        perform private.name_version_authors(version_id, array[old.updated_by]);
      end if;
    elsif (latest.created_by = new.updated_by or document is not null) and latest.sitting = sitting_now
      and latest.created_at > clock_timestamp() - interval '10 minutes'
      and coalesce(current_setting('trellis.begins_version', true), '') = ''
      -- The writer of a text may want back a large part that a save takes away.
      and length(old.content) - length(new.content) < greatest(100, length(old.content) / 10)
      and new.private_to is not distinct from old.private_to
      and not exists (
        select from public.page_versions as version
        where version.page_id = new.id and version.digest = digest_now and version.id <> latest.id
          and (version.name, version.description) is not distinct from (new.name, new.description)
      )
    then
      update public.page_versions as version
      set name = new.name, description = new.description, digest = digest_now, updated_at = new.updated_at,
        created_by = new.updated_by
      where version.id = latest.id;
      if document is not null then
        perform private.name_version_authors(latest.id, authors);
      end if;
      if digest_before <> digest_now then
        perform private.keep_text(old.organization_id, old.id, digest_before, old.content);
      end if;
      return null;
    end if;
    if digest_before <> digest_now then
      perform private.keep_text(old.organization_id, old.id, digest_before, old.content);
    end if;
  end if;

  insert into public.page_versions (
    page_id, organization_id, name, description, created_by, created_at, updated_at, private_to, sitting, digest
  ) values (
    new.id, new.organization_id, new.name, new.description,
    new.updated_by, new.updated_at, new.updated_at, new.private_to, sitting_now, digest_now
  )
  returning id into version_id;
  perform private.name_version_authors(version_id, authors);
  return null;
end
$$;
comment on function private.record_page_version() is 'Trigger: keeps a page''s present texts, and those before, as versions.';
revoke execute on function private.record_page_version() from public, anon, authenticated;

-- A page without a text has nothing to go back to.
create trigger pages_95_record_new_version after insert on public.pages
  for each row when (new.content <> '' or new.description is not null)
  execute function private.record_page_version();

create trigger pages_95_record_version after update on public.pages
  for each row when ((old.name, old.description, old.content) is distinct from (new.name, new.description, new.content))
  execute function private.record_page_version();
