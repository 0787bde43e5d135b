-- Deleting a workspace deletes its invitations, but not the mails that went out: a person who makes, fills and deletes
-- one workspace after the other could fill anybody's mailbox. So the hourly limits count them.

create table public.deleted_invitations (
  id uuid not null,
  invited_by uuid,
  address_hash text,
  created_at timestamptz not null
);
comment on table public.deleted_invitations is 'Invitations of the last hour that were deleted, for the limits alone.';
comment on column public.deleted_invitations.id is 'The invitation''s.';
comment on column public.deleted_invitations.invited_by is 'The person who made it; the account may be gone.';
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
