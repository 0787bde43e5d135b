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
