-- Renewing an invitation took its row, and then the locks that count; inviting the same address took those, and then the
-- row. And both took the membership of whoever asks before the workspace, whose deletion takes them the other way round. At the
-- same moment, each waited for the other.

create or replace function private.require_administrator(organization_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  -- The workspace before the members: that is how they go when it is deleted.
  perform from public.organizations as organization
  where organization.id = require_administrator.organization_id
  for key share;
  perform from public.organization_members as member
  where member.organization_id = require_administrator.organization_id
    and member.user_id = (select auth.uid())
    and member.status = 'active'
    and member.role in ('owner', 'admin')
  for share;
  if not found
    or not private.has_passed_second_step()
    or not exists (
      select from public.organizations as organization
      where organization.id = require_administrator.organization_id and organization.status = 'active'
    )
  then
    perform private.refuse_invitation('not_allowed');
  end if;
end
$$;
create or replace function public.renew_invitation(invitation_id uuid)
returns table (id uuid, email text, token text, expires_at timestamptz, is_member boolean, may_be_mailed boolean)
language plpgsql security definer
set search_path = ''
as $$
declare
  known record;
begin
  select invitation.organization_id, invitation.email, invitation.role, invitation.revoked_at, invitation.uses
  into known
  from public.organization_invitations as invitation
  where invitation.id = invitation_id and invitation.email is not null;
  if not found then
    perform private.refuse_invitation('not_allowed');
  end if;
  perform private.require_administrator(known.organization_id);
  -- The locks of whoever invites, before that of the row: who invites this address at the same moment has them first, too.
  perform private.count_invitations(known.organization_id, 1);
  -- Seen again under the lock that makes one of two who renew at once the second one.
  perform from public.organization_invitations as invitation
  where invitation.id = invitation_id and invitation.revoked_at is null and invitation.uses = 0
  for update;
  if not found then
    perform private.refuse_invitation(case when known.uses > 0 then 'used' else 'revoked' end);
  end if;
  return query select * from public.create_invitations(known.organization_id, array[known.email], known.role);
end
$$;
