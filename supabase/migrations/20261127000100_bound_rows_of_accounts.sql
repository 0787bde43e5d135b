-- Rows that an account could make without an end, in no workspace's room: workspaces themselves, notes of saves, and invitations that are
-- over. supabase/tests/catalogue.sql has what bounds the rows of each table.

create function private.limit_founded_organizations() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  most constant integer := 100;
begin
  if auth.uid() is null then
    return new;
  end if;
  -- The row is the lock: two requests at once must not found one too many.
  perform from public.user_profiles where id = auth.uid() for no key update;
  if (select count(*) from public.organizations as founded where founded.created_by = auth.uid()) >= most then
    raise exception using errcode = 'TR003',
      message = 'You have founded 100 workspaces. Delete one to make another.';
  end if;
  return new;
end
$$;
comment on function private.limit_founded_organizations() is
  'Trigger: an account has founded at most 100 of the workspaces that there are, also of those that it handed over.';
revoke execute on function private.limit_founded_organizations() from public, anon, authenticated;

create trigger organizations_05_limit_founded before insert on public.organizations
  for each row execute function private.limit_founded_organizations();

create or replace function private.note_page_save(page uuid, writer uuid, save uuid, version timestamptz) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  most_writers constant integer := 50;
  most_saves constant integer := 2000;
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
  -- A few at once, since they are sorted for it.
  if (select count(*) from public.page_saves as known where known.saved_by = auth.uid()) > most_saves + 100 then
    delete from public.page_saves as known
    where known.saved_by = auth.uid() and (known.page_id, known.writer) in (
      select oldest.page_id, oldest.writer from public.page_saves as oldest
      where oldest.saved_by = auth.uid()
      order by oldest.saved_at desc offset most_saves
    );
  end if;
end
$$;
comment on function private.note_page_save(uuid, uuid, uuid, timestamptz) is
  'Remembers the caller''s save as the last one that the page took from this writer: 50 of a page, and some 2,000 in all.';

create or replace function private.count_invitations(organization_id uuid, more integer) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  an_hour_ago timestamptz := clock_timestamp() - interval '1 hour';
begin
  perform pg_advisory_xact_lock(hashtextextended('invitations by ' || (select auth.uid()), 0));
  perform pg_advisory_xact_lock(hashtextextended('invitations to ' || count_invitations.organization_id, 0));
  if more + (
    select count(*) from public.organization_invitations as invitation
    where invitation.invited_by = (select auth.uid()) and invitation.created_at > an_hour_ago
  ) + (
    select count(*) from public.deleted_invitations as deleted
    where deleted.invited_by = (select auth.uid()) and deleted.created_at > an_hour_ago
  ) > 100 or more + (
    select count(*) from public.organization_invitations as invitation
    where invitation.organization_id = count_invitations.organization_id
      and invitation.created_at > clock_timestamp() - interval '1 day'
  ) > 300 then
    perform private.refuse_invitation('too_many');
  end if;
  -- None is good for longer than 90 days.
  delete from public.organization_invitations as over where over.id in (
    select old.id from public.organization_invitations as old
    where old.organization_id = count_invitations.organization_id
      and old.created_at < clock_timestamp() - interval '180 days'
    order by old.created_at limit 1000
  );
end
$$;
comment on function private.count_invitations(uuid, integer) is
  'Refuses more than 100 invitations an hour of one person, and more than 300 a day into one workspace. Deletes those of half a year ago.';
comment on table public.organization_invitations is
  'Invitations by address, and join links. The limits count them, so none is deleted within half a year but with its workspace, or with the account that accepted it.';
