-- Memberships: each person's role in each workspace, the source of every permission.

create table public.organization_members (
  id uuid not null default gen_random_uuid(),
  organization_id uuid not null,
  user_id uuid not null,
  role text not null default 'member',
  status text not null default 'active',
  joined_at timestamptz not null default now()
);
comment on table public.organization_members is 'Memberships of people in workspaces.';
comment on column public.organization_members.id is 'Never changes.';
comment on column public.organization_members.organization_id is 'The workspace.';
comment on column public.organization_members.user_id is 'The person.';
comment on column public.organization_members.role is 'owner: everything; admin: name and people except owners; member: pages.';
comment on column public.organization_members.status is 'Only active memberships count; only the operator changes this.';
comment on column public.organization_members.joined_at is 'When the person came in.';

alter table public.organization_members
  add constraint organization_members_pkey primary key (id),
  add constraint organization_members_organization_id_user_id_key unique (organization_id, user_id),
  add constraint organization_members_organization_id_fkey
    foreign key (organization_id) references public.organizations (id) on delete cascade,
  add constraint organization_members_user_id_fkey
    foreign key (user_id) references public.user_profiles (id) on delete cascade,
  add constraint organization_members_role_known check (role in ('owner', 'admin', 'member')),
  add constraint organization_members_status_known check (status in ('active', 'suspended'));

-- The unique key answers "who is in it"; this one answers "where am I in".
create index organization_members_user_id_organization_id_idx
  on public.organization_members (user_id, organization_id);

revoke all on table public.organization_members from anon, authenticated;
-- Nobody is put into a workspace without having agreed, so there is no insert here.
grant select, delete on table public.organization_members to authenticated;
grant update (role) on table public.organization_members to authenticated;
grant all on table public.organization_members to service_role;

alter table public.organization_members enable row level security;

create policy organization_members_select_member on public.organization_members for select to authenticated
  using (organization_id = any (array(select private.my_organization_ids())));
comment on policy organization_members_select_member on public.organization_members is
  'Members see who else is in their workspaces.';

create policy organization_members_update_administrator on public.organization_members for update to authenticated
  using (
    organization_id = any (array(select private.my_organization_ids('{owner}')))
    or (role <> 'owner' and organization_id = any (array(select private.my_organization_ids('{admin}'))))
  )
  with check (
    organization_id = any (array(select private.my_organization_ids('{owner}')))
    or (role <> 'owner' and organization_id = any (array(select private.my_organization_ids('{admin}'))))
  );
comment on policy organization_members_update_administrator on public.organization_members is
  'Owners set every role, admins those of people who are not owners; nobody grants more than they have.';

create policy organization_members_delete_administrator on public.organization_members for delete to authenticated
  using (role <> 'owner' and organization_id = any (array(select private.my_organization_ids('{owner,admin}'))));
comment on policy organization_members_delete_administrator on public.organization_members is
  'Owners and admins remove people who are not owners.';

create policy organization_members_delete_self on public.organization_members for delete to authenticated
  using (user_id = (select auth.uid()) and organization_id = any (array(select private.my_organization_ids())));
comment on policy organization_members_delete_self on public.organization_members is
  'Everybody may leave. A trigger keeps the last owner.';

create policy organization_members_all_second_step on public.organization_members as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));

-- A workspace always has an active owner: the last one can neither leave nor step down. When the last owner's account
-- is removed altogether, the longest-standing admin, else member, inherits; an empty workspace goes with the account.
create function private.keep_an_owner() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  heir uuid;
begin
  -- The workspace's row is the lock: of two owners who demote each other at once, the second one to get it sees what
  -- the first did. No row means that the workspace itself is being deleted.
  perform from public.organizations where id = old.organization_id for no key update;
  if not found or exists (
    select from public.organization_members
    where organization_id = old.organization_id and role = 'owner' and status = 'active'
  ) then
    return null;
  end if;
  if exists (select from public.user_profiles where id = old.user_id) then
    perform private.refuse('last_owner');
  end if;
  select id into heir
  from public.organization_members
  where organization_id = old.organization_id and status = 'active'
  order by role = 'admin' desc, joined_at, id
  limit 1;
  if heir is null then
    delete from public.organizations where id = old.organization_id;
  else
    update public.organization_members set role = 'owner' where id = heir;
  end if;
  return null;
end
$$;
comment on function private.keep_an_owner() is 'Trigger: a workspace is never left without an active owner.';
revoke execute on function private.keep_an_owner() from public, anon, authenticated;

create trigger organization_members_keep_an_owner after update or delete on public.organization_members
  for each row when (old.role = 'owner' and old.status = 'active')
  execute function private.keep_an_owner();
