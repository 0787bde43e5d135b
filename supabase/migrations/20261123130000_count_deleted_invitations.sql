-- Deleting a workspace deletes its invitations, but not the mails that went out: whoever makes, fills and deletes one
-- workspace after the other could fill anybody's mailbox. So the limits of an hour remember them.

create table public.deleted_invitations (
  id uuid not null,
  invited_by uuid,
  address_hash text,
  created_at timestamptz not null
);
comment on table public.deleted_invitations is 'Invitations of the last hour that were deleted, for the limits alone.';
comment on column public.deleted_invitations.id is 'The invitation''s.';
comment on column public.deleted_invitations.invited_by is 'Who made it; the account may be gone.';
comment on column public.deleted_invitations.address_hash is 'SHA-256 of the address; null for a join link.';
comment on column public.deleted_invitations.created_at is 'When it was made.';

alter table public.deleted_invitations add constraint deleted_invitations_pkey primary key (id);
create index deleted_invitations_invited_by_idx on public.deleted_invitations (invited_by);
create index deleted_invitations_address_hash_idx on public.deleted_invitations (address_hash);
create index deleted_invitations_created_at_idx on public.deleted_invitations (created_at);

revoke all on table public.deleted_invitations from anon, authenticated;
grant all on table public.deleted_invitations to service_role;
alter table public.deleted_invitations enable row level security;

-- There is no policy that allows anything.
create policy deleted_invitations_all_second_step on public.deleted_invitations as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));

create function private.remember_deleted_invitation() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from public.deleted_invitations as deleted where deleted.created_at < clock_timestamp() - interval '1 hour';
  if old.created_at > clock_timestamp() - interval '1 hour' then
    insert into public.deleted_invitations (id, invited_by, address_hash, created_at)
    values (old.id, old.invited_by, private.hash_invitation_token(old.email), old.created_at);
  end if;
  return null;
end
$$;
comment on function private.remember_deleted_invitation() is 'Trigger: a deleted invitation counts for the limits as long as any other.';
revoke execute on function private.remember_deleted_invitation() from public, anon, authenticated;

create trigger organization_invitations_remember_deleted after delete on public.organization_invitations
  for each row execute function private.remember_deleted_invitation();

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
end
$$;
create or replace function public.create_invitations(organization_id uuid, emails text[], role text default 'member')
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
      -- What a mail's header reads as more, or less, than one address: it would not be counted as the mailbox that it fills.
      or given.address ~ '[][,;:<>()"\\[:cntrl:]]'
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
