-- Who came in by a join link, and had an invitation as well, could come back by that one after being removed.

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
    and invitation.email = lower(account.email)
    and invitation.revoked_at is null and invitation.uses = 0;
  return null;
end
$$;
comment on function private.revoke_invitations_of_former_member() is
  'Trigger: takes back what still invites a person who leaves, or is removed.';
revoke execute on function private.revoke_invitations_of_former_member() from public, anon, authenticated;

create trigger organization_members_revoke_own_invitations after delete on public.organization_members
  for each row execute function private.revoke_invitations_of_former_member();
