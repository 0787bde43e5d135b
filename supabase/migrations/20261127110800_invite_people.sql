-- Making and renewing invitations and join links; *_revoke_invitations.sql takes them back. The answer of the call that
-- makes a secret is the only place that has it. All lock in one order: the workspace, the caller's membership, the limits,
-- the invitation.

-- The rules of invitations, with their codes: TR020 to TR029, TR042 and TR044. docs/error-codes.md lists all codes.
create function private.refuse_invitation(rule text) returns void
language plpgsql
set search_path = ''
as $$
declare
  refusal record;
begin
  select known.code, known.message into strict refusal
  from (values
    ('unknown', 'TR020', 'This invitation is not valid. Ask for a new one.'),
    ('revoked', 'TR021', 'This invitation was taken back. Ask for a new one.'),
    ('expired', 'TR022', 'This invitation has expired. Ask for a new one.'),
    ('used', 'TR023', 'This invitation has been used already. Ask for a new one.'),
    ('other_address', 'TR024', 'This invitation is for another email address.'),
    ('too_many', 'TR025', 'Too many invitations. Please wait a while, and try again.'),
    ('addresses', 'TR026', 'Enter between 1 and 50 valid email addresses.'),
    ('role', 'TR027', 'People are invited as members or admins.'),
    ('link_limits', 'TR028', 'A join link is good for 1 to 90 days and for 1 to 1000 people.'),
    ('refused', 'TR029', 'This invitation was made before you left the workspace. Ask for a new one.'),
    ('not_allowed', 'TR042', 'Only owners and admins of the workspace may do this.'),
    ('second_step', 'TR044', 'Complete two-step verification first.')
  ) as known (rule, code, message)
  where known.rule = refuse_invitation.rule;
  raise exception using errcode = refusal.code, message = refusal.message;
end
$$;
comment on function private.refuse_invitation(text) is 'Raises the error of a broken rule of invitations.';
revoke execute on function private.refuse_invitation(text) from public, anon, authenticated;

-- The membership stays locked until the end of the transaction: a write that takes the role from the caller at the
-- same moment waits, and then takes back what the caller has made (see *_revoke_invitations.sql).
create function private.require_administrator(organization_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Locks the workspace before the members, as deleting the workspace does.
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
comment on function private.require_administrator(uuid) is
  'Refuses callers who are neither owner nor admin, and keeps the role of those who are until the transaction ends.';
revoke execute on function private.require_administrator(uuid) from public, anon, authenticated;

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

-- One lock per person, then one per workspace, so that two calls at once cannot both take the rest of a limit.
create function private.count_invitations(organization_id uuid, more integer) returns void
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
revoke execute on function private.count_invitations(uuid, integer) from public, anon, authenticated;

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

create function public.create_invitations(organization_id uuid, emails text[], role text default 'member')
returns table (id uuid, email text, token text, expires_at timestamptz, is_member boolean, may_be_mailed boolean)
language plpgsql security definer
set search_path = ''
as $$
declare
  addresses text[];
  members text[];
begin
  perform private.require_administrator(create_invitations.organization_id);
  if create_invitations.role is null or create_invitations.role not in ('admin', 'member') then
    perform private.refuse_invitation('role');
  end if;
  -- A few spellings of each address at the most: reading one takes a moment.
  if cardinality(emails) <= 200 then
    select array_agg(distinct private.invited_mailbox_of(given.address)) into addresses
    from unnest(emails) as given (address)
    where btrim(given.address) <> '';
  end if;
  if addresses is null or cardinality(addresses) > 50 or array_position(addresses, null) is not null then
    perform private.refuse_invitation('addresses');
  end if;
  perform private.count_invitations(create_invitations.organization_id, cardinality(addresses));
  members := array(
    select unnest(array[lower(profile.email), private.mailbox_of(profile.email)])
    from public.organization_members as member
    join public.user_profiles as profile on profile.id = member.user_id
    where member.organization_id = create_invitations.organization_id
  );

  foreach email in array addresses loop
    id := null;
    token := null;
    expires_at := null;
    may_be_mailed := false;
    is_member := coalesce(email = any (members), false);
    if not is_member then
      -- Counts the invitations of all inviters: nobody's mailbox is filled from here.
      may_be_mailed := 3 > (
        select count(*) from public.organization_invitations as invitation
        where invitation.email = create_invitations.email
          and invitation.created_at > clock_timestamp() - interval '1 hour'
      ) + (
        select count(*) from public.deleted_invitations as deleted
        where deleted.address_hash = private.hash_invitation_token(create_invitations.email)
          and deleted.created_at > clock_timestamp() - interval '1 hour'
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
  -- Takes the inviter's locks before the row's, as an invitation of this address at the same moment does.
  perform private.count_invitations(known.organization_id, 1);
  -- Checks again under the row's lock: of two renewals at once, one comes second.
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
  'A link that lets anybody who has it into a workspace, for so many days and people. Its secret is told this once.';
revoke execute on function public.create_join_link(uuid, text, integer, integer) from public, anon;
grant execute on function public.create_join_link(uuid, text, integer, integer) to authenticated, service_role;
