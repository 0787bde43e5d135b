-- Making, renewing and taking back invitations and join links. The secret is in the answer of the call that makes it,
-- and nowhere else.

-- One lock per person, then one per workspace: so two calls at once cannot both take what is left of a limit.
create function private.count_invitations(organization_id uuid, more integer) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('invitations by ' || (select auth.uid()), 0));
  perform pg_advisory_xact_lock(hashtextextended('invitations to ' || count_invitations.organization_id, 0));
  if more + (
    select count(*) from public.organization_invitations as invitation
    where invitation.invited_by = (select auth.uid())
      and invitation.created_at > clock_timestamp() - interval '1 hour'
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
revoke execute on function private.count_invitations(uuid, integer) from public, anon, authenticated;

create function public.create_invitations(organization_id uuid, emails text[], role text default 'member')
returns table (id uuid, email text, token text, expires_at timestamptz, is_member boolean, may_be_mailed boolean)
language plpgsql security definer
set search_path = ''
as $$
declare
  addresses text[];
begin
  perform private.require_administrator(create_invitations.organization_id);
  if create_invitations.role is null or create_invitations.role not in ('admin', 'member') then
    perform private.refuse_invitation('role');
  end if;
  select array_agg(distinct lower(btrim(given.address))) into addresses
  from unnest(emails) as given (address)
  where btrim(given.address) <> '';
  if addresses is null or cardinality(addresses) > 50 or exists (
    select from unnest(addresses) as given (address)
    where given.address !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' or char_length(given.address) > 254
  ) then
    perform private.refuse_invitation('addresses');
  end if;
  perform private.count_invitations(create_invitations.organization_id, cardinality(addresses));

  foreach email in array addresses loop
    id := null;
    token := null;
    expires_at := null;
    may_be_mailed := false;
    is_member := exists (
      select from public.organization_members as member
      join public.user_profiles as profile on profile.id = member.user_id
      where member.organization_id = create_invitations.organization_id
        and lower(profile.email) = create_invitations.email
    );
    if not is_member then
      -- Whoever invites: nobody's mailbox is filled from here.
      may_be_mailed := 3 > (
        select count(*) from public.organization_invitations as invitation
        where invitation.email = create_invitations.email
          and invitation.created_at > clock_timestamp() - interval '1 hour'
      );
      update public.organization_invitations as invitation
      set revoked_at = clock_timestamp()
      where invitation.organization_id = create_invitations.organization_id
        and invitation.email = create_invitations.email
        and invitation.revoked_at is null and invitation.uses = 0;
      token := private.new_invitation_token();
      insert into public.organization_invitations as invitation
        (organization_id, email, role, token_hash, invited_by, created_at, expires_at, max_uses)
      values (
        create_invitations.organization_id, create_invitations.email, create_invitations.role,
        private.hash_invitation_token(token), (select auth.uid()),
        clock_timestamp(), clock_timestamp() + interval '7 days', 1
      )
      returning invitation.id, invitation.expires_at into create_invitations.id, create_invitations.expires_at;
    end if;
    return next;
  end loop;
end
$$;
comment on function public.create_invitations(uuid, text[], text) is
  'Invites addresses into a workspace, for a week. An address that waits already gets a new link in place of the old one. '
  'Each answer holds the secret of the link, which is told this once.';
revoke execute on function public.create_invitations(uuid, text[], text) from public, anon;
grant execute on function public.create_invitations(uuid, text[], text) to authenticated, service_role;

create function public.renew_invitation(invitation_id uuid)
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
comment on function public.renew_invitation(uuid) is
  'A new link for an address that is still invited, good for another week. The old one stops to work.';
revoke execute on function public.renew_invitation(uuid) from public, anon;
grant execute on function public.renew_invitation(uuid) to authenticated, service_role;

create function public.create_join_link(
  organization_id uuid, role text default 'member', days integer default 7, max_uses integer default null
)
returns table (id uuid, token text, expires_at timestamptz)
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_administrator(create_join_link.organization_id);
  if create_join_link.role is null or create_join_link.role not in ('admin', 'member') then
    perform private.refuse_invitation('role');
  end if;
  if days is null or days not between 1 and 90 or create_join_link.max_uses not between 1 and 1000 then
    perform private.refuse_invitation('link_limits');
  end if;
  perform private.count_invitations(create_join_link.organization_id, 1);
  token := private.new_invitation_token();
  insert into public.organization_invitations as invitation
    (organization_id, role, token_hash, invited_by, created_at, expires_at, max_uses)
  values (
    create_join_link.organization_id, create_join_link.role, private.hash_invitation_token(token),
    (select auth.uid()), clock_timestamp(), clock_timestamp() + make_interval(days => days), create_join_link.max_uses
  )
  returning invitation.id, invitation.expires_at into create_join_link.id, create_join_link.expires_at;
  return next;
end
$$;
comment on function public.create_join_link(uuid, text, integer, integer) is
  'A link that lets whoever has it into a workspace, for so many days and people. Its secret is told this once.';
revoke execute on function public.create_join_link(uuid, text, integer, integer) from public, anon;
grant execute on function public.create_join_link(uuid, text, integer, integer) to authenticated, service_role;

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
