-- The trash says who put a page there. Who changed it last may be somebody else: a text that was being written when
-- the page went is still saved.

alter table public.pages add column archived_by uuid;
comment on column public.pages.archived_by is
  'Who put it in the trash, by itself or with what is above it; null once that account is gone. Kept by triggers.';

alter table public.pages
  add constraint pages_archived_by_fkey
    foreign key (archived_by) references public.user_profiles (id) on delete set null,
  add constraint pages_archived_by_archived check (archived_by is null or is_archived);

create index pages_archived_by_idx on public.pages (archived_by) where archived_by is not null;
-- The trash of a workspace, as it is listed and emptied.
create index pages_trash_idx on public.pages (organization_id, archived_at desc) where is_archived;

-- What is in the trash already went there by its last change, as far as anybody knows.
update public.pages set archived_by = updated_by where is_archived;

create or replace function private.stamp_archiving() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if private.is_arranging() then
    return new;
  end if;
  if not new.is_archived then
    new.archived_at := null;
    new.archived_with := null;
    new.archived_by := null;
  elsif tg_op = 'INSERT' or not old.is_archived then
    new.archived_at := clock_timestamp();
    new.archived_with := new.id;
    new.archived_by := auth.uid();
  end if;
  return new;
end
$$;
comment on function private.stamp_archiving() is
  'Trigger: notes since when, by whom and by whose archiving a page is in the trash.';

create or replace function private.archive_subtree() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if private.is_arranging() then
    return null;
  end if;
  perform private.set_arranging(true);
  with recursive subtree as (
    select id from public.pages where id = new.id
    union all
    select child.id
    from subtree
    join public.pages as child on child.parent_id = subtree.id and child.organization_id = new.organization_id
    where child.archived_with is not distinct from old.archived_with
  )
  update public.pages as page
  set is_archived = new.is_archived, archived_at = new.archived_at, archived_with = new.archived_with,
    archived_by = new.archived_by
  from subtree
  where page.id = subtree.id and page.id <> new.id;
  perform private.set_arranging(false);
  return null;
end
$$;
