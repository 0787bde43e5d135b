-- An invitation is for an address that can have an account: whoever is invited has to sign up with it. Letters that are only like those of
-- an address must not invite somebody else (a capital I with a dot became an i), and an address that the sign-up refuses nobody.

create function private.invited_mailbox_of(address text) returns text
language sql immutable strict
set search_path = ''
as $$
  -- As server/src/protocols/auth/request/email-address.ts has it, and before anything is folded.
  select case
    when octet_length(address) <= 1000 and btrim(address, E' \t\r\n')
      ~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$'
    then private.mailbox_of(address)
  end
$$;
comment on function private.invited_mailbox_of(text) is 'The spelling of an address that an account can have; null for any other.';
revoke execute on function private.invited_mailbox_of(text) from public, anon, authenticated;

create or replace function public.create_invitations(organization_id uuid, emails text[], role text default 'member')
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
