-- Pages that come together, from an import or a copy of a tree, are folded for search together: half of the time of a new
-- page went into planning the same few questions anew for each. The rules that look at a page's neighbours stay as they are,
-- one page after the other, but no longer plan what all of them ask.

create function private.index_new_pages() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.index_pages(array(select page.id from added as page));
  return null;
end
$$;
comment on function private.index_new_pages() is 'Trigger: what is searched has what was added.';
revoke execute on function private.index_new_pages() from public, anon, authenticated;

drop trigger pages_96_index_new on public.pages;
create trigger pages_96_index_new after insert on public.pages
  referencing new table as added
  for each statement execute function private.index_new_pages();

create or replace function private.index_page() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if exists (
    select from public.page_search as known
    where known.page_id = new.id and known.updated_at > new.updated_at - interval '30 seconds'
  ) then
    -- Writes the row even if it is there: whoever empties the queue must pass over a page that is being saved.
    insert into public.page_search_queue (page_id, organization_id) values (new.id, new.organization_id)
    on conflict (page_id) do update set organization_id = excluded.organization_id;
  else
    delete from public.page_search_queue where page_id = new.id;
    perform private.index_pages(array[new.id]);
  end if;
  return null;
end
$$;

-- A function that sets nothing becomes part of the question that calls it, so all names in it are whole.
create or replace function private.is_arranging() returns boolean
language sql stable
as $$
  select coalesce(pg_catalog.current_setting('trellis.arranging', true), '') operator(pg_catalog.=) 'on'
$$;
alter function private.is_arranging() reset search_path;

create or replace function private.lock_tree(organization_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('pages of ' || organization_id, 0));
end
$$;
