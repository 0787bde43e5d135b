-- Counting the invitations of a person and a workspace, waiting for others who count them, and deleting very old ones are three things.
-- And the sentence for who has founded too many workspaces says what to do.

create function private.lock_invitations(organization_id uuid) returns void
language sql security definer
set search_path = ''
begin atomic
  select pg_advisory_xact_lock(hashtextextended('invitations by ' || (select auth.uid()), 0));
  select pg_advisory_xact_lock(hashtextextended('invitations to ' || lock_invitations.organization_id, 0));
end;
comment on function private.lock_invitations(uuid) is
  'Makes others wait who would invite as the caller, or into the workspace, until the transaction ends.';
revoke execute on function private.lock_invitations(uuid) from public, anon, authenticated;

create or replace function private.count_invitations(organization_id uuid, more integer) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  an_hour_ago timestamptz := clock_timestamp() - interval '1 hour';
begin
  perform private.lock_invitations(count_invitations.organization_id);
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
end
$$;
comment on function private.count_invitations(uuid, integer) is
  'Refuses more than 100 invitations an hour of one person, and more than 300 a day into one workspace.';

create function private.forget_old_invitations() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- None is good for longer than 90 days.
  delete from public.organization_invitations as over where over.id in (
    select stale.id from public.organization_invitations as stale
    where stale.organization_id in (select made.organization_id from made)
      and stale.created_at < clock_timestamp() - interval '180 days'
    order by stale.created_at limit 1000
  );
  return null;
end
$$;
comment on function private.forget_old_invitations() is 'Trigger: deletes the workspace''s invitations of half a year ago.';
revoke execute on function private.forget_old_invitations() from public, anon, authenticated;

create trigger organization_invitations_90_forget_old after insert on public.organization_invitations
  referencing new table as made
  for each statement execute function private.forget_old_invitations();

create or replace function private.limit_founded_organizations() returns trigger
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
      message = 'You have already founded 100 workspaces. Delete one of them before you found another.';
  end if;
  return new;
end
$$;
