-- A save whose answer is lost may have arrived. Each save carries an id, and the page remembers the last one that it took
-- from each writer: a client that asks again learns it, and nothing has to be guessed from the texts.
-- A writer is one browser's document of one page. It sends a save only when it knows what became of the one before, or
-- sends that one again, so the last id is enough.

create table public.page_saves (
  page_id uuid not null,
  writer uuid not null,
  saved_by uuid not null,
  last_save uuid not null,
  saved_at timestamptz not null
) with (fillfactor = 80);
comment on table public.page_saves is 'The last save that a page took from each browser. Read and written by save_page alone.';
comment on column public.page_saves.page_id is 'The page.';
comment on column public.page_saves.writer is 'The browser''s document of the page; chosen at random by the browser.';
comment on column public.page_saves.saved_by is 'The person there.';
comment on column public.page_saves.last_save is 'The id that the save carried.';
comment on column public.page_saves.saved_at is 'The page''s version that it made.';

alter table public.page_saves
  -- Without the person: a key made of two references would offer the Data API this table as a way from one to the other.
  add constraint page_saves_pkey primary key (page_id, writer),
  add constraint page_saves_page_id_fkey foreign key (page_id) references public.pages (id) on delete cascade,
  add constraint page_saves_saved_by_fkey
    foreign key (saved_by) references public.user_profiles (id) on delete cascade;

create index page_saves_saved_by_idx on public.page_saves (saved_by);

revoke all on table public.page_saves from anon, authenticated;
grant all on table public.page_saves to service_role;

alter table public.page_saves enable row level security;

-- There is no policy that allows anything.
create policy page_saves_all_second_step on public.page_saves as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));

-- The page's row is locked by the save: two saves of one page come here one by one.
create function private.note_page_save(page uuid, writer uuid, save uuid, version timestamptz) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  most_writers constant integer := 50;
begin
  update public.page_saves as known
  set last_save = note_page_save.save, saved_at = note_page_save.version
  where known.page_id = note_page_save.page and known.saved_by = auth.uid() and known.writer = note_page_save.writer;
  if found then
    return;
  end if;
  insert into public.page_saves (page_id, writer, saved_by, last_save, saved_at)
  values (note_page_save.page, note_page_save.writer, auth.uid(), note_page_save.save, note_page_save.version);
  -- A browser that keeps nothing is a new writer with each visit.
  delete from public.page_saves as known
  where known.page_id = note_page_save.page and known.saved_by = auth.uid() and known.writer in (
    select oldest.writer from public.page_saves as oldest
    where oldest.page_id = note_page_save.page and oldest.saved_by = auth.uid()
    order by oldest.saved_at desc offset most_writers
  );
end
$$;
comment on function private.note_page_save(uuid, uuid, uuid, timestamptz) is
  'Remembers the caller''s save as the last one that the page took from this writer.';
revoke execute on function private.note_page_save(uuid, uuid, uuid, timestamptz) from public, anon;
grant execute on function private.note_page_save(uuid, uuid, uuid, timestamptz) to authenticated;

create function private.last_page_save(page uuid, writer uuid) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select known.last_save from public.page_saves as known
  where known.page_id = last_page_save.page and known.saved_by = auth.uid() and known.writer = last_page_save.writer
$$;
comment on function private.last_page_save(uuid, uuid) is 'The last of the caller''s saves that the page took from this writer.';
revoke execute on function private.last_page_save(uuid, uuid) from public, anon;
grant execute on function private.last_page_save(uuid, uuid) to authenticated;

create function public.save_page(
  page_id uuid, writer uuid, save_id uuid, based_on timestamptz, texts jsonb, begins_version boolean default false
) returns table (last_save uuid, version timestamptz, name text, description text, content text)
language plpgsql
set search_path = ''
as $$
declare
  saved record;
begin
  if writer is null or save_id is null then
    raise exception 'A save names its writer and itself.' using errcode = '22004';
  end if;
  perform set_config('trellis.begins_version', case when begins_version then 'on' else '' end, true);
  update public.pages as page
  set name = coalesce(texts ->> 'name', page.name),
    description = coalesce(texts ->> 'description', page.description),
    content = coalesce(texts ->> 'content', page.content)
  where page.id = save_page.page_id and page.updated_at = based_on and not page.is_archived
  returning page.updated_at, page.name, page.description, page.content into saved;
  if found then
    perform private.note_page_save(save_page.page_id, writer, save_id, saved.updated_at);
    -- Texts that were sent need not travel back.
    return query select save_id, saved.updated_at,
      case when saved.name <> texts ->> 'name' then saved.name end,
      case when saved.description <> texts ->> 'description' then saved.description end,
      case when saved.content <> texts ->> 'content' then saved.content end;
  else
    return query select private.last_page_save(page.id, writer), page.updated_at,
      page.name, coalesce(page.description, ''), page.content
    from public.pages as page
    where page.id = save_page.page_id and not page.is_archived;
  end if;
end
$$;
comment on function public.save_page(uuid, uuid, uuid, timestamptz, jsonb, boolean) is
  'Writes those of name, description and content that `texts` holds, if the page still has the version `based_on`. Answers the writer''s last save that the page took, the page''s version, and the texts that are not as sent; nothing when the caller finds no such page.';
revoke execute on function public.save_page(uuid, uuid, uuid, timestamptz, jsonb, boolean) from public, anon;
grant execute on function public.save_page(uuid, uuid, uuid, timestamptz, jsonb, boolean) to authenticated;
