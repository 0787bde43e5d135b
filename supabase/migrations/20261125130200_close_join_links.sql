-- Who removes somebody may close the join links at the same time: a link is for whoever has it, and who was removed can pass
-- it on, or come with another account.

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
