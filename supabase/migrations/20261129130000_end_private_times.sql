-- A page that one person alone saw is shown to others: they get what it has now, and nothing that it had before.

-- Search, the lists of links and the other names of a page follow its text within seconds. Until then they say what stood there, and
-- others would find a page by a word that was taken out of it before they could see it.
create function private.forget_private_time(page_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from public.page_file_uses as use where use.page_id = forget_private_time.page_id and use.gone_at is not null;
  if exists (select from public.page_work as work where work.page_id = forget_private_time.page_id) then
    delete from public.page_search as known where known.page_id = forget_private_time.page_id;
    delete from public.page_links as link where link.source_id = forget_private_time.page_id;
    delete from public.page_wiki_links as link where link.source_id = forget_private_time.page_id;
    delete from public.page_aliases as alias where alias.page_id = forget_private_time.page_id;
  end if;
end
$$;
comment on function private.forget_private_time(uuid) is
  'Lets go of what is known of the former texts of a page that one person alone saw: files that it showed, and words that search still has.';
revoke execute on function private.forget_private_time(uuid) from public, anon, authenticated;

create or replace function private.follow_page() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  is_by_rule constant boolean := private.is_arranging();
begin
  if tg_op = 'DELETE' then
    perform private.note_page_change(old.id, old.organization_id, old.private_to, old.private_to is null);
    return null;
  elsif tg_op = 'INSERT' then
    if not is_by_rule and not new.is_archived then
      perform private.renumber_siblings(new);
    end if;
    return null;
  end if;

  -- The tree
  if new.is_archived <> old.is_archived and not is_by_rule then
    perform private.archive_subtree(old, new);
  end if;
  if new.private_to is distinct from old.private_to then
    if not is_by_rule and (new.parent_id, new.visibility) is distinct from (old.parent_id, old.visibility) then
      perform private.hide_subtree(new);
    end if;
  end if;
  if new.visibility <> 'public' and old.visibility = 'public' then
    delete from public.page_shares as share where share.page_id = new.id;
  end if;
  if new.notion_page_id is distinct from old.notion_page_id then
    delete from public.page_notion_syncs as sync where sync.page_id = new.id;
  end if;
  if not is_by_rule and not new.is_archived and (new.parent_id, new.order_index, new.visibility, new.is_archived)
    is distinct from (old.parent_id, old.order_index, old.visibility, old.is_archived) then
    perform private.renumber_siblings(new);
  end if;

  if not is_by_rule and auth.uid() is not null then
    perform private.record_changed_page(old, new);
  end if;
  if (new.private_to, new.is_archived) is distinct from (old.private_to, old.is_archived) then
    perform private.renew_page_channel(old, new);
  end if;
  if new.updated_at <> old.updated_at then
    perform private.follow_texts(old, new);
  end if;
  -- When the uses of files are those of the present text.
  if old.private_to is not null and new.private_to is distinct from old.private_to then
    perform private.forget_private_time(new.id);
  end if;
  -- Whatever changes a look is told like a change of the tree.
  if (new.name, new.parent_id, new.order_index, new.visibility, new.private_to, new.is_archived, new.notion_page_id,
      new.icon, new.cover, new.is_full_width, new.has_small_text, new.is_locked)
    is distinct from
    (old.name, old.parent_id, old.order_index, old.visibility, old.private_to, old.is_archived, old.notion_page_id,
      old.icon, old.cover, old.is_full_width, old.has_small_text, old.is_locked)
  then
    perform private.note_page_change(
      new.id, new.organization_id, coalesce(new.private_to, old.private_to), new.private_to is null or old.private_to is null);
  end if;
  return null;
end
$$;

-- The file that a page was imported from has the page's first name, the names of the folders above it, and words that the import changed. All
-- this stays with the person who saw the page alone, as the versions of that time do. An export of others writes such a page as any other.
alter table public.page_origins add column private_to uuid;
comment on column public.page_origins.private_to is
  'The only person who saw the page when its origin was noted: it stays theirs when the page is shown later.';
update public.page_origins as origin set private_to = page.private_to
from public.pages as page where page.id = origin.page_id and page.private_to is not null;
alter table public.page_origins
  add constraint page_origins_private_to_fkey
    foreign key (private_to) references public.user_profiles (id) on delete cascade;
create index page_origins_private_to_idx on public.page_origins (private_to) where private_to is not null;

create function private.keep_origin_private() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.private_to := (select page.private_to from public.pages as page where page.id = new.page_id);
  return new;
end
$$;
comment on function private.keep_origin_private() is 'Trigger: the origin of a page that one person alone sees is that person''s.';
revoke execute on function private.keep_origin_private() from public, anon, authenticated;

create trigger page_origins_10_keep_private before insert on public.page_origins
  for each row execute function private.keep_origin_private();

alter policy page_origins_select_reader on public.page_origins
  using (exists (
    select from public.pages as page
    where page.id = page_origins.page_id and private.sees_page(
      (select auth.uid()), array(select private.my_organization_ids()), page.organization_id, page_origins.private_to)
  ));
comment on policy page_origins_select_reader on public.page_origins is
  'People read the origins of the pages that they read; those of a private time stay with the page''s creator.';
