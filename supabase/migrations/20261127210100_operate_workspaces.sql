-- The numbers and acts of the operator's page that are about workspaces and pages. The server calls them as the owner of the schemas, and
-- notes each act in the operators' log: no role of the API may go past that.

create function public.operator_totals() returns table (workspaces bigint, pages bigint, trashed_pages bigint)
language sql stable
set search_path = ''
as $$
  select
    (select count(*) from public.organizations),
    (select count(*) from public.pages where not is_archived),
    (select count(*) from public.pages where is_archived)
$$;
comment on function public.operator_totals() is
  'How many workspaces and pages there are. For the server.';
revoke execute on function public.operator_totals() from public, anon, authenticated, service_role;

create function public.operator_workspaces(search text, most integer, skipped bigint default 0)
returns table (
  id uuid, name text, status text, created_at timestamptz, members bigint, owners text[], pages bigint, file_bytes bigint,
  total bigint
)
language sql stable
set search_path = ''
as $$
  with found as (
    select organization.id, organization.name, organization.status, organization.created_at, count(*) over () as total
    from public.organizations as organization
    where search = '' or strpos(lower(organization.name), lower(search)) > 0
      or exists (
        select from public.organization_members as member
        join public.user_profiles as profile on profile.id = member.user_id
        where member.organization_id = organization.id and strpos(lower(profile.email), lower(search)) > 0
      )
    order by organization.created_at desc, organization.id
    limit most offset skipped
  )
  select
    found.id, found.name, found.status, found.created_at,
    (select count(*) from public.organization_members as member
      where member.organization_id = found.id and member.status = 'active'),
    array(
      select profile.email from public.organization_members as member
      join public.user_profiles as profile on profile.id = member.user_id
      where member.organization_id = found.id and member.role = 'owner' and member.status = 'active'
      order by member.joined_at limit 3
    ),
    (select count(*) from public.pages as page where page.organization_id = found.id),
    private.file_bytes_in(found.id),
    found.total
  from found
  order by found.created_at desc, found.id
$$;
comment on function public.operator_workspaces(text, integer, bigint) is
  'Workspaces by a part of their name or of a member''s address, the newest first, with how many there are. For the server.';
revoke execute on function public.operator_workspaces(text, integer, bigint) from public, anon, authenticated, service_role;

create function public.operator_set_workspace_status(workspace uuid, new_status text) returns text
language sql
set search_path = ''
as $$
  update public.organizations as organization set status = new_status where organization.id = workspace
  returning organization.name
$$;
comment on function public.operator_set_workspace_status(uuid, text) is
  'Closes a workspace to everyone (suspended), or opens it again (active); gives its name. For the server.';
revoke execute on function public.operator_set_workspace_status(uuid, text) from public, anon, authenticated, service_role;

create function public.operator_delete_workspace(workspace uuid) returns text
language sql
set search_path = ''
as $$
  delete from public.organizations as organization where organization.id = workspace returning organization.name
$$;
comment on function public.operator_delete_workspace(uuid) is 'Deletes a workspace with everything in it; gives its name. For the server.';
revoke execute on function public.operator_delete_workspace(uuid) from public, anon, authenticated, service_role;

create function public.operator_memberships(accounts uuid[]) returns table (account_id uuid, workspaces bigint)
language sql stable
set search_path = ''
as $$
  select member.user_id, count(*) from public.organization_members as member
  where member.user_id = any (accounts) and member.status = 'active'
  group by member.user_id
$$;
comment on function public.operator_memberships(uuid[]) is 'In how many workspaces each of these accounts is. For the server.';
revoke execute on function public.operator_memberships(uuid[]) from public, anon, authenticated, service_role;

-- Unlike people, the operator need not hand anything over first: a workspace without an owner gets an heir.
create function public.operator_account_deletion(account uuid)
returns table (organization_id uuid, name text, fate text, pages bigint)
language sql volatile
set search_path = ''
as $$
  select affected.organization_id, affected.name,
    case affected.fate when 'blocks' then 'inherited' else affected.fate end,
    (select count(*) from public.pages as page
      where page.organization_id = affected.organization_id
        and (affected.fate = 'deleted' or page.private_to = account))
  from private.organizations_without(account) as affected
  order by affected.name, affected.organization_id
$$;
comment on function public.operator_account_deletion(uuid) is
  'The workspaces of an account, and the fate of each when the operator deletes it: stays, inherited or deleted; and how many pages go. For the server.';
revoke execute on function public.operator_account_deletion(uuid) from public, anon, authenticated, service_role;

create function public.operator_delete_account(account uuid, organizations_to_delete uuid[]) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  perform from auth.users where id = account for update;
  perform private.hold_memberships(account);
  -- Somebody may have left since the operator was told what goes.
  if exists (
    select from private.organizations_without(account) as affected
    where affected.fate = 'deleted' and affected.organization_id <> all (organizations_to_delete)
  ) then
    return false;
  end if;
  delete from public.organization_invitations as invitation
    using auth.users as person
    where person.id = account and invitation.email in (lower(person.email), private.mailbox_of(person.email)) and invitation.uses > 0;
  delete from auth.users where id = account;
  return true;
end
$$;
comment on function public.operator_delete_account(uuid, uuid[]) is
  'Deletes an account, and the workspaces in which nobody else is; false, and nothing, if these are not all among the given ones. For the server.';
revoke execute on function public.operator_delete_account(uuid, uuid[]) from public, anon, authenticated, service_role;

create function public.has_open_invitation(address text) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.organization_invitations as invitation
    join public.organizations as organization on organization.id = invitation.organization_id
    where invitation.email = private.mailbox_of(address) and invitation.revoked_at is null
      and invitation.expires_at > now() and invitation.uses < invitation.max_uses and organization.status = 'active'
  )
$$;
comment on function public.has_open_invitation(text) is
  'Whether an address is invited to a workspace, for an operator who lets in nobody else. For the server.';
revoke execute on function public.has_open_invitation(text) from public, anon, authenticated, service_role;
