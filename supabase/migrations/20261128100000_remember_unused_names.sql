-- A name of a file that leaves a page's text without having been of use was written by somebody who could not read the file. It may
-- come back through the page's document: by undo, by being cut and pasted. Then it is in the update of whoever does that, and a
-- document that was put together meanwhile tells no more who wrote it first. It gives the file no more than before.

create table public.page_unused_names (
  page_id uuid not null,
  file_id uuid not null
);
comment on table public.page_unused_names is
  'Files that a page''s text named without using them, since its writers could not read them. Read and written by functions alone.';
comment on column public.page_unused_names.page_id is 'The page.';
comment on column public.page_unused_names.file_id is 'The file.';

alter table public.page_unused_names
  add constraint page_unused_names_pkey primary key (page_id, file_id),
  add constraint page_unused_names_page_id_fkey foreign key (page_id) references public.pages (id) on delete cascade,
  add constraint page_unused_names_file_id_fkey foreign key (file_id) references public.page_files (id) on delete cascade;
create index page_unused_names_file_id_idx on public.page_unused_names (file_id);

revoke all on table public.page_unused_names from anon, authenticated;
grant all on table public.page_unused_names to service_role;

alter table public.page_unused_names enable row level security;

-- There is no policy that allows anything.
create policy page_unused_names_all_second_step on public.page_unused_names as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));
comment on policy page_unused_names_all_second_step on public.page_unused_names is
  'People with two-step verification get in with both steps only.';

create function private.note_unused_names(page_id uuid, names uuid[]) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.page_unused_names (page_id, file_id)
  select note_unused_names.page_id, file.id
  from public.page_files as file
  -- A name that no text has used yet may be used by the page that it is put in.
  where file.id = any (names) and file.is_used and not exists (
    select from public.page_file_uses as use where use.page_id = note_unused_names.page_id and use.file_id = file.id
  )
  order by file.id
  on conflict do nothing;
end
$$;
comment on function private.note_unused_names(uuid, uuid[]) is
  'Notes those of the files that leave a page''s text without having been used by it.';
revoke execute on function private.note_unused_names(uuid, uuid[]) from public, anon, authenticated;

-- A text that was overwritten is kept by the trigger before this one, which leaves it the uses that it has until now.
create or replace function private.use_changed_files(old public.pages, new public.pages) returns void
language plpgsql
as $$
declare
  named constant uuid[] := private.named_files(new.content);
  named_before constant uuid[] := private.named_files(old.content);
  writers constant uuid[] := coalesce(
    nullif(current_setting('trellis.writers', true), '')::uuid[], array[auth.uid()]);
  left_behind uuid[];
  known uuid[];
  fresh uuid[];
  gone uuid[];
begin
  left_behind := array(select unnest(named_before) except select unnest(named));
  if left_behind <> '{}' then
    perform private.note_unused_names(new.id, left_behind);
  end if;
  update public.page_file_uses as use set gone_at = null
  where use.page_id = new.id and use.gone_at is not null and use.file_id = any (named);
  known := array(select use.file_id from public.page_file_uses as use where use.page_id = new.id);
  with ended as (
    update public.page_file_uses as use set gone_at = clock_timestamp()
    where use.page_id = new.id and use.gone_at is null and use.file_id <> all (named)
    returning use.file_id
  )
  select array_agg(ended.file_id) into gone from ended;
  perform private.look_at_file(file, interval '7 days') from unnest(gone) as file;
  fresh := array(select unnest(named) except select unnest(known));
  if fresh = '{}' then
    return;
  end if;
  -- Words that stood there before are not this writer's.
  fresh := array(select unnest(fresh) except select unnest(named_before));
  if fresh <> '{}' then
    fresh := private.files_of_former_texts(new, writers, fresh);
    perform private.use_files(new.id, private.files_for_page(new.id, writers, fresh));
  end if;
end
$$;

-- A save that begins a version goes back, with what was typed meanwhile: then the text is none of the former ones.
create or replace function private.files_of_former_texts(page public.pages, writers uuid[], files uuid[]) returns uuid[]
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  digest_now constant bytea := private.digest_text(page.content);
begin
  if exists (
    select from public.page_texts as text
    where text.organization_id = page.organization_id and text.page_id = page.id and text.digest = digest_now
  ) then
    return array(
      select use.file_id from public.page_text_files as use
      where use.organization_id = page.organization_id and use.page_id = page.id
        and use.digest = digest_now and use.file_id = any (files)
    );
  elsif coalesce(current_setting('trellis.begins_version', true), '') = '' then
    -- A text that is sent as a whole is its sender's.
    if coalesce(current_setting('trellis.document', true), '') = '' then
      return files;
    end if;
    return private.files_brought(page.id, writers, array(
      select unnest(files) except
      select unused.file_id from public.page_unused_names as unused where unused.page_id = page.id
    ));
  end if;
  return array(
    select use.file_id from public.page_text_files as use
    where use.organization_id = page.organization_id and use.page_id = page.id and use.file_id = any (files)
    union
    -- A file that was just put in, and that no text has used yet.
    select file.id from public.page_files as file
    where file.id = any (files) and file.page_id = page.id and not file.is_used and file.created_by = any (writers)
  );
end
$$;
