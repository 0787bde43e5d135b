-- How a workspace begins and ends: its founder owns it, its slug is unique, and nobody deletes the last one they have.

create function private.slug_of(name text) returns text
language sql volatile
set search_path = ''
as $$
  select concat_ws(
    '-',
    nullif(btrim(left(btrim(regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g'), '-'), 40), '-'), ''),
    left(replace(gen_random_uuid()::text, '-', ''), 10)
  )
$$;
comment on function private.slug_of(text) is 'A slug that reads like the name and, by its random end, belongs to nobody else.';
revoke execute on function private.slug_of(text) from public, anon, authenticated;

create function private.name_slug() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.slug := private.slug_of(new.name);
  return new;
end
$$;
comment on function private.name_slug() is 'Trigger: a workspace that was given no slug gets one.';
revoke execute on function private.name_slug() from public, anon, authenticated;

create trigger organizations_name_slug before insert on public.organizations
  for each row when (coalesce(new.slug, '') = '') execute function private.name_slug();

create function private.appoint_founder() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.organization_members (organization_id, user_id, role)
  values (new.id, new.created_by, 'owner');
  return null;
end
$$;
comment on function private.appoint_founder() is 'Trigger: the person who founds a workspace owns it.';
revoke execute on function private.appoint_founder() from public, anon, authenticated;

create trigger organizations_appoint_founder after insert on public.organizations
  for each row when (new.created_by is not null) execute function private.appoint_founder();

-- Volatile, unlike the lookup that policies use: it must see what was committed while the trigger waited for its lock,
-- and what the same statement has deleted already.
create function private.my_other_organizations(organization_id uuid) returns setof uuid
language sql volatile security definer
set search_path = ''
as $$
  select member.organization_id
  from public.organization_members as member
  join public.organizations as organization on organization.id = member.organization_id
  where member.user_id = (select auth.uid())
    and member.organization_id <> my_other_organizations.organization_id
    and member.status = 'active'
    and organization.status = 'active'
$$;
comment on function private.my_other_organizations(uuid) is 'The caller''s active workspaces but for one, as of this moment.';
revoke execute on function private.my_other_organizations(uuid) from public, anon, authenticated;

create function private.keep_last_organization() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- The caller's row is the lock: deleting two workspaces at once must not leave none. A caller without a profile is
  -- the operator, or an account that is just being removed with everything it has.
  perform from public.user_profiles where id = (select auth.uid()) for no key update;
  if found and not exists (select from private.my_other_organizations(old.id)) then
    perform private.refuse('last_workspace');
  end if;
  return old;
end
$$;
comment on function private.keep_last_organization() is 'Trigger: nobody deletes the only workspace they have.';
revoke execute on function private.keep_last_organization() from public, anon, authenticated;

create trigger organizations_keep_last before delete on public.organizations
  for each row execute function private.keep_last_organization();

-- An account could make workspaces without an end, in no workspace's room. supabase/tests/catalogue.sql has what bounds the rows of
-- each table.
create function private.limit_founded_organizations() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  most constant integer := 100;
begin
  if auth.uid() is null then
    return new;
  end if;
  -- The row is the lock: two requests at once must not found one too many.
  perform from public.user_profiles where id = auth.uid() for no key update;
  if (select count(*) from public.organizations as founded where founded.created_by = auth.uid()) >= most then
    raise exception using errcode = 'TR003',
      message = 'You have already founded 100 workspaces. Delete one of them before you found another.';
  end if;
  return new;
end
$$;
comment on function private.limit_founded_organizations() is
  'Trigger: an account has founded at most 100 of the workspaces that there are, also of those that it handed over.';
revoke execute on function private.limit_founded_organizations() from public, anon, authenticated;

create trigger organizations_05_limit_founded before insert on public.organizations
  for each row execute function private.limit_founded_organizations();
