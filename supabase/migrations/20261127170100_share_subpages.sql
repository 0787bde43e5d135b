-- A public page may share the pages beneath it, and let search engines find it. Both are a row beside the page, which goes when
-- the page is public no more: sharing it again begins anew. Pages beneath carry no mark of their own. Whether one is public is found
-- by going up from it, so that a page that moves, or becomes private, is in or out at once.

create table public.page_shares (
  page_id uuid not null,
  organization_id uuid not null,
  with_subpages boolean not null default false,
  is_indexed boolean not null default false
);
comment on table public.page_shares is 'How public pages are shared, where that is not as usual. Goes when the page is public no more.';
comment on column public.page_shares.page_id is 'The public page.';
comment on column public.page_shares.organization_id is 'Its workspace.';
comment on column public.page_shares.with_subpages is 'Whether the pages beneath it are public, too; never those that are private, or beneath such a page.';
comment on column public.page_shares.is_indexed is 'Whether search engines may list it, and the pages that it shares.';

alter table public.page_shares
  add constraint page_shares_pkey primary key (page_id),
  add constraint page_shares_page_id_fkey
    foreign key (organization_id, page_id) references public.pages (organization_id, id) on delete cascade;

create index page_shares_organization_id_idx on public.page_shares (organization_id, page_id);

revoke all on table public.page_shares from anon, authenticated;
grant select on table public.page_shares to authenticated;
grant insert (page_id, organization_id, with_subpages, is_indexed) on table public.page_shares to authenticated;
grant update (page_id, organization_id, with_subpages, is_indexed) on table public.page_shares to authenticated;
grant all on table public.page_shares to service_role;

alter table public.page_shares enable row level security;

-- They follow the policies of `pages`. Compared with `=`, as in page_activity_select_member.
create policy page_shares_select_member on public.page_shares for select to authenticated
  using (page_id = (select page.id from public.pages as page where page.id = page_shares.page_id));
comment on policy page_shares_select_member on public.page_shares is 'Members see how the pages are shared that they read.';

create policy page_shares_insert_member on public.page_shares for insert to authenticated
  with check (page_id = (select page.id from public.pages as page where page.id = page_shares.page_id));
comment on policy page_shares_insert_member on public.page_shares is 'Members share the pages that they write.';

create policy page_shares_update_member on public.page_shares for update to authenticated
  using (page_id = (select page.id from public.pages as page where page.id = page_shares.page_id))
  with check (page_id = (select page.id from public.pages as page where page.id = page_shares.page_id));
comment on policy page_shares_update_member on public.page_shares is 'Members change how the pages are shared that they write.';

create policy page_shares_all_second_step on public.page_shares as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));
comment on policy page_shares_all_second_step on public.page_shares is
  'People with two-step verification get in with both steps only.';

-- Locks the page: whoever ends its sharing at the same moment waits, and then takes this row along, or has ended it already.
create function private.check_page_share() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform from public.pages as page
  where page.id = new.page_id and page.organization_id = new.organization_id and page.visibility = 'public'
    and page.private_to is null
  for no key update;
  if not found then
    raise exception using errcode = 'TR019', message = 'The page is not public', hint = 'Make it public first.';
  end if;
  if tg_op = 'UPDATE' and (new.page_id, new.organization_id) is distinct from (old.page_id, old.organization_id) then
    perform private.refuse('page_emigrates');
  end if;
  return new;
end
$$;
comment on function private.check_page_share() is 'Trigger: only a public page shares its subpages.';
revoke execute on function private.check_page_share() from public, anon, authenticated;

create trigger page_shares_20_check before insert or update on public.page_shares
  for each row execute function private.check_page_share();

-- The tree marks what is public. The list is short, and read again.
create function private.tell_page_shares() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  told uuid;
begin
  for told in
    select distinct page.organization_id from changed
    join public.pages as page on page.id = changed.page_id and page.private_to is null
  loop
    perform private.tell_workspace(told, 'shares');
  end loop;
  return null;
end
$$;
comment on function private.tell_page_shares() is 'Trigger: tells the members of a workspace that pages are shared otherwise.';
revoke execute on function private.tell_page_shares() from public, anon, authenticated;

create trigger page_shares_98_tell_new after insert on public.page_shares
  referencing new table as changed for each statement execute function private.tell_page_shares();
create trigger page_shares_98_tell_changed after update on public.page_shares
  referencing new table as changed for each statement execute function private.tell_page_shares();
create trigger page_shares_98_tell_deleted after delete on public.page_shares
  referencing old table as changed for each statement execute function private.tell_page_shares();
