-- A workspace remembers who left it, and as what. No invitation or link from before a removal lets that person in, and none
-- from before they left gives more than the role that they had last: else a removed person came back by a join link, and an
-- admin who was made a member by a link that was made for admins. Invitations that are made for them afterwards count as for anybody.

create table public.former_members (
  organization_id uuid not null,
  user_id uuid not null,
  role text not null,
  left_at timestamptz not null,
  removed_at timestamptz
);
comment on table public.former_members is 'People who left a workspace, also those who came back: earlier invitations do not count for them.';
comment on column public.former_members.organization_id is 'The workspace.';
comment on column public.former_members.user_id is 'The person.';
comment on column public.former_members.role is 'Their role when they left it last.';
comment on column public.former_members.left_at is 'When that was, on their own or not.';
comment on column public.former_members.removed_at is 'When somebody else ended their membership last; null: nobody has.';

alter table public.former_members
  add constraint former_members_pkey primary key (organization_id, user_id),
  add constraint former_members_organization_id_fkey
    foreign key (organization_id) references public.organizations (id) on delete cascade,
  add constraint former_members_user_id_fkey
    foreign key (user_id) references public.user_profiles (id) on delete cascade,
  add constraint former_members_role_known check (role in ('owner', 'admin', 'member'));

create index former_members_user_id_idx on public.former_members (user_id);

revoke all on table public.former_members from anon, authenticated;
grant all on table public.former_members to service_role;

alter table public.former_members enable row level security;

-- There is no policy that allows anything.
create policy former_members_all_second_step on public.former_members as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));

create function private.remember_former_member() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Deleting the workspace or the account deletes its rows here, too.
  if exists (select from public.organizations as organization where organization.id = old.organization_id)
    and exists (select from public.user_profiles as profile where profile.id = old.user_id)
  then
    insert into public.former_members as former (organization_id, user_id, role, left_at, removed_at)
    values (
      old.organization_id, old.user_id, old.role, clock_timestamp(),
      case when auth.uid() is distinct from old.user_id then clock_timestamp() end
    )
    on conflict (organization_id, user_id) do update
    set role = excluded.role, left_at = excluded.left_at, removed_at = coalesce(excluded.removed_at, former.removed_at);
  end if;
  return null;
end
$$;
comment on function private.remember_former_member() is 'Trigger: remembers each person who leaves a workspace, with the time and the role.';
revoke execute on function private.remember_former_member() from public, anon, authenticated;

create trigger organization_members_remember_former after delete on public.organization_members
  for each row execute function private.remember_former_member();
