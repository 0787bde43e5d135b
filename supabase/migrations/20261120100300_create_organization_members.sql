-- Who is in which workspace, as what: the source of every permission.

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

-- Past row-level security, because the policies below ask it about the very table they protect. In plpgsql, which
-- keeps the plan of its query for the connection. Use it as `= any (array(select …))`: once per statement, not per row.
create function private.my_organization_ids(roles text[] default '{owner,admin,member}') returns setof uuid
language plpgsql stable security definer
set search_path = ''
rows 5
as $$
begin
  return query
    select member.organization_id
    from public.organization_members as member
    join public.organizations as organization on organization.id = member.organization_id
    where member.user_id = (select auth.uid())
      and member.status = 'active'
      and organization.status = 'active'
      and member.role = any (roles);
end
$$;
comment on function private.my_organization_ids(text[]) is 'The active workspaces in which the caller has one of the roles.';
revoke execute on function private.my_organization_ids(text[]) from public, anon, authenticated;
grant execute on function private.my_organization_ids(text[]) to authenticated, service_role;

-- Members see who else is in their workspaces.
create policy organization_members_select_member on public.organization_members for select to authenticated
  using (organization_id = any (array(select private.my_organization_ids())));

-- Owners set every role, admins those of people who are not owners; nobody grants more than they have.
create policy organization_members_update_administrator on public.organization_members for update to authenticated
  using (
    organization_id = any (array(select private.my_organization_ids('{owner}')))
    or (role <> 'owner' and organization_id = any (array(select private.my_organization_ids('{admin}'))))
  )
  with check (
    organization_id = any (array(select private.my_organization_ids('{owner}')))
    or (role <> 'owner' and organization_id = any (array(select private.my_organization_ids('{admin}'))))
  );

-- Owners and admins remove people who are not owners.
create policy organization_members_delete_administrator on public.organization_members for delete to authenticated
  using (role <> 'owner' and organization_id = any (array(select private.my_organization_ids('{owner,admin}'))));

-- People leave on their own. (That the last owner cannot is a trigger's matter.)
create policy organization_members_delete_self on public.organization_members for delete to authenticated
  using (user_id = (select auth.uid()) and organization_id = any (array(select private.my_organization_ids())));
