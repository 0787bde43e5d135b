-- A version held a copy of the page's text: sixty pages with a text of 2 MB took 250 MB, half of it for versions that said
-- what the pages themselves say. A version now names its text by a hash. The text itself is the page's own for as long
-- as the page says it; once it is overwritten, it is kept, once for all versions of the page that had it.
-- Only within a page: what two pages say may be seen by different people, and writes of two pages do not wait for each other.

create table public.page_texts (
  organization_id uuid not null,
  page_id uuid not null,
  digest bytea not null,
  content text not null
);
comment on table public.page_texts is 'The texts that pages had before their present ones, each once. Read through content(page_versions).';
comment on column public.page_texts.organization_id is 'The page''s workspace.';
comment on column public.page_texts.page_id is 'The page.';
comment on column public.page_texts.digest is 'SHA-256 of the text.';
comment on column public.page_texts.content is 'The text.';

alter table public.page_texts
  add constraint page_texts_pkey primary key (organization_id, page_id, digest),
  add constraint page_texts_page_id_fkey
    foreign key (organization_id, page_id) references public.pages (organization_id, id) on delete cascade;

revoke all on table public.page_texts from anon, authenticated;
grant select on table public.page_texts to authenticated;
grant all on table public.page_texts to service_role;

alter table public.page_texts enable row level security;

-- Whoever reads a version reads its text: the policies of page_versions hold for the sub-select. Knowing a hash gives nothing.
create policy page_texts_select_member on public.page_texts for select to authenticated
  using (
    organization_id = any (array(select private.my_organization_ids()))
    and exists (
      select from public.page_versions as version
      where version.page_id = page_texts.page_id and version.digest = page_texts.digest
    )
  );

create policy page_texts_all_second_step on public.page_texts as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));

create function private.digest_text(content text) returns bytea
language sql immutable
set search_path = ''
as $$
  select sha256(convert_to(content, 'UTF8'))
$$;
comment on function private.digest_text(text) is 'SHA-256 of a text: tells it from others without comparing them.';
revoke execute on function private.digest_text(text) from public, anon;
grant execute on function private.digest_text(text) to authenticated, service_role;

insert into public.page_texts (organization_id, page_id, digest, content)
select version.organization_id, version.page_id, private.digest_text(version.content), version.content
from public.page_versions as version
join public.pages as page on page.id = version.page_id
where version.content <> page.content
on conflict do nothing;

-- The column's texts are emptied first: dropping a column gives no space back.
update public.page_versions set digest = private.digest_text(content), content = '';
alter table public.page_versions drop column content;
comment on column public.page_versions.digest is 'SHA-256 of the page''s text then.';

-- As the caller: a row that a caller has made up shows nothing but what that caller may read. Clients ask for it as for a
-- column of that name.
create function public.content(version public.page_versions) returns text
language sql stable
set search_path = ''
as $$
  select coalesce(
    (
      select text.content from public.page_texts as text
      where text.organization_id = version.organization_id and text.page_id = version.page_id
        and text.digest = version.digest
    ),
    -- Better no text than another one.
    (
      select page.content from public.pages as page
      where page.id = version.page_id and private.digest_text(page.content) = version.digest
    )
  )
$$;
comment on function public.content(public.page_versions) is 'The page''s text then.';
revoke execute on function public.content(public.page_versions) from public, anon;
grant execute on function public.content(public.page_versions) to authenticated, service_role;

create function private.keep_text(organization uuid, page uuid, digest bytea, content text) returns void
language sql
set search_path = ''
as $$
  insert into public.page_texts (organization_id, page_id, digest, content)
  select organization, page, keep_text.digest, keep_text.content
  where exists (
    select from public.page_versions as version
    where version.page_id = page and version.digest = keep_text.digest
  )
  on conflict do nothing
$$;
comment on function private.keep_text(uuid, uuid, bytea, text) is 'Keeps a text of a page if one of the page''s versions has it.';
revoke execute on function private.keep_text(uuid, uuid, bytea, text) from public, anon, authenticated;

create function private.forget_text() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if not exists (
    select from public.page_texts as text
    where text.organization_id = old.organization_id and text.page_id = old.page_id and text.digest = old.digest
  ) then
    return null;
  end if;
  -- A save may be about to need the text again. It then stays, and goes with the page.
  perform from public.pages as page where page.id = old.page_id for no key update skip locked;
  if not found then
    return null;
  end if;
  delete from public.page_texts as text
  where text.organization_id = old.organization_id and text.page_id = old.page_id and text.digest = old.digest
    and not exists (
      select from public.page_versions as version
      where version.page_id = old.page_id and version.digest = old.digest
    );
  return null;
end
$$;
comment on function private.forget_text() is 'Trigger: a text goes with the last version that had it.';
revoke execute on function private.forget_text() from public, anon, authenticated;

create trigger page_versions_90_forget_text after delete or update of digest on public.page_versions
  for each row execute function private.forget_text();

create or replace function private.record_page_version() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  digest_now bytea := private.digest_text(new.content);
  -- A token without a session is a program's: its saves are never one sitting.
  sitting_now bigint := hashtextextended(auth.jwt() ->> 'session_id', 0);
  digest_before bytea;
  latest record;
begin
  if tg_op = 'UPDATE' then
    digest_before := case when new.content = old.content then digest_now else private.digest_text(old.content) end;
    -- The row of the page is locked by the write that this belongs to: two saves of one page come here one by one.
    select version.id, version.created_by, version.created_at, version.sitting,
      version.name, version.description, version.digest
    into latest
    from public.page_versions as version
    where version.page_id = old.id and version.private_to is not distinct from old.private_to
    order by version.updated_at desc
    limit 1;

    if (latest.name, latest.description, latest.digest) is distinct from (old.name, old.description, digest_before) then
      -- What is overwritten is kept, even where nobody kept it before: on a page that is older than this table, or
      -- whose text was written while others saw less of it than they do now.
      -- What everyone saw stays everyone's when the page is hidden, or it would be gone for its writer, and be deleted
      -- with the account of the one who hid it.
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
        );
      end if;
    elsif latest.created_by = new.updated_by and latest.sitting = sitting_now
      and latest.created_at > clock_timestamp() - interval '10 minutes'
      and coalesce(current_setting('trellis.begins_version', true), '') = ''
      -- What a save takes away of a text, who wrote it may want back.
      and length(old.content) - length(new.content) < greatest(100, length(old.content) / 10)
      and new.private_to is not distinct from old.private_to
      and not exists (
        select from public.page_versions as version
        where version.page_id = new.id and version.digest = digest_now and version.id <> latest.id
          and (version.name, version.description) is not distinct from (new.name, new.description)
      )
    then
      update public.page_versions as version
      set name = new.name, description = new.description, digest = digest_now, updated_at = new.updated_at
      where version.id = latest.id;
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
  );
  return null;
end
$$;

create or replace function public.keep_notion_version(page_id uuid, name text, content text) returns boolean
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

drop function private.digest_texts(text, text, text);

create or replace function private.bytes_in(organization uuid) returns bigint
language sql stable
set search_path = ''
as $$
  select coalesce((
    select sum(pg_column_size(page.content) + 500) from public.pages as page
    where page.organization_id = organization
  ), 0)::bigint + coalesce((
    select sum(pg_column_size(text.content)) from public.page_texts as text
    where text.organization_id = organization
  ), 0)::bigint + (
    select 500 * count(*) from public.page_versions as version
    where version.organization_id = organization
  )
$$;
comment on function private.bytes_in(uuid) is 'What the texts of a workspace''s pages take, present and former ones.';
