-- Takes invitations and join links back: by hand, from inviters who lose the role, and from members who leave.

create function public.revoke_invitation(invitation_id uuid) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  workspace uuid;
begin
  select invitation.organization_id into workspace
  from public.organization_invitations as invitation where invitation.id = invitation_id;
  if not found then
    perform private.refuse_invitation('not_allowed');
  end if;
  perform private.require_administrator(workspace);
  update public.organization_invitations as invitation
  set revoked_at = clock_timestamp()
  where invitation.id = invitation_id
    and invitation.revoked_at is null
    and invitation.uses < coalesce(invitation.max_uses, invitation.uses + 1);
  return found;
end
$$;
comment on function public.revoke_invitation(uuid) is
  'Takes an invitation or a join link back. False when it was over already: used, or taken back.';
revoke execute on function public.revoke_invitation(uuid) from public, anon;
grant execute on function public.revoke_invitation(uuid) to authenticated, service_role;

-- An administrator who removes somebody may close the join links, too: a link is for anybody who has it, and the removed
-- person can pass it on, or come with another account.
create function public.revoke_join_links(organization_id uuid) returns integer
language plpgsql security definer
set search_path = ''
as $$
declare
  closed integer;
begin
  perform private.require_administrator(revoke_join_links.organization_id);
  update public.organization_invitations as invitation
  set revoked_at = clock_timestamp()
  where invitation.organization_id = revoke_join_links.organization_id
    and invitation.email is null
    and private.invitation_state(invitation, null) = 'open';
  get diagnostics closed = row_count;
  return closed;
end
$$;
comment on function public.revoke_join_links(uuid) is
  'Takes back every join link of a workspace that still lets people in, and answers how many.';
revoke execute on function public.revoke_join_links(uuid) from public, anon;
grant execute on function public.revoke_join_links(uuid) to authenticated, service_role;

-- An inviter who loses the role leaves no way in behind.
create function private.revoke_invitations_of_former_administrator() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.organization_invitations as invitation
  set revoked_at = clock_timestamp()
  where invitation.organization_id = old.organization_id
    and invitation.invited_by = old.user_id
    and invitation.revoked_at is null
    and invitation.uses < coalesce(invitation.max_uses, invitation.uses + 1);
  return null;
end
$$;
comment on function private.revoke_invitations_of_former_administrator() is
  'Trigger: takes back the open invitations and join links of a person who is no longer an owner or admin.';
revoke execute on function private.revoke_invitations_of_former_administrator() from public, anon, authenticated;

create trigger organization_members_revoke_on_step_down after update on public.organization_members
  for each row
  when (
    old.role in ('owner', 'admin') and old.status = 'active'
    and not (new.role in ('owner', 'admin') and new.status = 'active')
  )
  execute function private.revoke_invitations_of_former_administrator();

create trigger organization_members_revoke_on_leave after delete on public.organization_members
  for each row when (old.role in ('owner', 'admin'))
  execute function private.revoke_invitations_of_former_administrator();

-- A member who came in by a join link, and had an invitation as well, could come back by that after being removed. A
-- person who leaves, or deletes the account, is the same under each spelling of the address.
create function private.revoke_invitations_of_former_member() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.organization_invitations as invitation
  set revoked_at = clock_timestamp()
  from auth.users as account
  where account.id = old.user_id
    and invitation.organization_id = old.organization_id
    and invitation.email in (lower(account.email), private.mailbox_of(account.email))
    and invitation.revoked_at is null and invitation.uses = 0;
  return null;
end
$$;
comment on function private.revoke_invitations_of_former_member() is
  'Trigger: takes back the open invitations to a person who leaves or is removed.';
revoke execute on function private.revoke_invitations_of_former_member() from public, anon, authenticated;

create trigger organization_members_revoke_own_invitations after delete on public.organization_members
  for each row execute function private.revoke_invitations_of_former_member();

-- Removing an account sets `invited_by` of its invitations to null before its memberships go.
create function private.revoke_invitation_of_nobody() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.revoked_at := coalesce(new.revoked_at, clock_timestamp());
  return new;
end
$$;
comment on function private.revoke_invitation_of_nobody() is
  'Trigger: takes back the invitations and join links of an account that is removed.';
revoke execute on function private.revoke_invitation_of_nobody() from public, anon, authenticated;

create trigger organization_invitations_revoke_without_inviter before update on public.organization_invitations
  for each row when (old.invited_by is not null and new.invited_by is null)
  execute function private.revoke_invitation_of_nobody();

-- The owner of an address can find an account that somebody else made with it. That person may have handed out ways into its
-- workspaces: these end with their sessions.
create function private.take_back_ways_in(person uuid) returns void
language sql volatile
set search_path = ''
as $$
  update public.organization_invitations as invitation
  set revoked_at = clock_timestamp()
  where invitation.invited_by = person and invitation.revoked_at is null
    and (invitation.max_uses is null or invitation.uses < invitation.max_uses)
$$;
comment on function private.take_back_ways_in(uuid) is 'Revokes the open invitations and join links that an account has made.';
revoke execute on function private.take_back_ways_in(uuid) from public, anon, authenticated;
