-- People delete their own account in one transaction, with everything that is theirs alone. Shared pages stay, without
-- their name. The refusals are TR030 to TR032, and the codes up to TR039 are kept for more (docs/error-codes.md).
-- docs/decisions/0007-deleting-an-account.md has the reasons.

-- A person who finds a signed-in device has its session, not its password. So the session has to be a new one, begun with the
-- password; without a password, with a mailed code. Its token says how and when it was begun.
create function private.has_just_signed_in() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select
    from auth.sessions as session
    join auth.users as account on account.id = session.user_id
    cross join lateral jsonb_array_elements(
      case when jsonb_typeof(auth.jwt() -> 'amr') = 'array' then auth.jwt() -> 'amr' else '[]' end
    ) as claim
    where account.id = auth.uid()
      and session.id::text = auth.jwt() ->> 'session_id'
      and claim ->> 'method' = any (
        case when coalesce(account.encrypted_password, '') = '' then '{otp,magiclink}' else '{password}' end::text[]
      )
      and to_timestamp((claim ->> 'timestamp')::double precision) > now() - interval '5 minutes'
  )
$$;
comment on function private.has_just_signed_in() is
  'Whether the caller''s session was begun within five minutes, by password, or by a mailed code where there is none.';
revoke execute on function private.has_just_signed_in() from public, anon, authenticated;

-- The fate of each workspace when a person goes. `blocks`: others are left without an owner. `deleted`: nobody is
-- left. A workspace that the operator has closed blocks nobody, since its owner could not enter it to hand it over: an
-- heir is appointed.
create function private.organizations_without(person uuid) returns table (organization_id uuid, name text, fate text)
language sql volatile security definer
set search_path = ''
as $$
  select
    organization.id,
    organization.name,
    case
      when mine.role <> 'owner' or mine.status <> 'active' or others.owners > 0 then 'stays'
      when others.people = 0 then 'deleted'
      when organization.status <> 'active' then 'stays'
      else 'blocks'
    end
  from public.organization_members as mine
  join public.organizations as organization on organization.id = mine.organization_id
  cross join lateral (
    select count(*) as people, count(*) filter (where other.role = 'owner') as owners
    from public.organization_members as other
    where other.organization_id = organization.id and other.user_id <> mine.user_id and other.status = 'active'
  ) as others
  where mine.user_id = organizations_without.person
$$;
comment on function private.organizations_without(uuid) is
  'A person''s workspaces, and the fate of each without them: stays, deleted, or blocks the deletion of the account.';
revoke execute on function private.organizations_without(uuid) from public, anon, authenticated;

create function public.preview_account_deletion()
returns table (organization_id uuid, name text, fate text, pages bigint, trashed_pages bigint)
language sql volatile security definer
set search_path = ''
as $$
  select affected.organization_id, affected.name, affected.fate, page.kept, page.trashed
  from private.organizations_without(auth.uid()) as affected
  cross join lateral (
    select count(*) filter (where not page.is_archived) as kept, count(*) filter (where page.is_archived) as trashed
    from public.pages as page
    where page.organization_id = affected.organization_id
      and (affected.fate = 'deleted' or page.private_to = auth.uid())
  ) as page
  where private.has_passed_second_step()
  order by affected.name, affected.organization_id
$$;
comment on function public.preview_account_deletion() is
  'The caller''s workspaces, the fate of each when the account is deleted, and the number of pages that go with it.';
revoke execute on function public.preview_account_deletion() from public, anon;
grant execute on function public.preview_account_deletion() to authenticated;

create function public.has_password() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from auth.users as account where account.id = auth.uid() and account.encrypted_password <> ''
  )
$$;
comment on function public.has_password() is 'Whether the caller can sign in with a password.';
revoke execute on function public.has_password() from public, anon;
grant execute on function public.has_password() to authenticated;

-- Everything that could change the answer waits: new memberships and workspaces of this person (their profile's row),
-- roles (the members' rows), newcomers (the workspaces' rows). First the trees, as in every change of pages; deletions
-- come one at a time, or two owners of one workspace would wait for each other.
create function private.hold_memberships(person uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('deletion of accounts', 0));
  perform private.lock_tree(member.organization_id) from (
    select organization_id from public.organization_members where user_id = person order by organization_id
  ) as member;
  perform from public.user_profiles where id = person for update;
  perform from public.organization_members where user_id = person order by id for update;
  perform from public.organization_members as member
    where member.organization_id in (
      select mine.organization_id from public.organization_members as mine
      where mine.user_id = person and mine.role = 'owner'
    )
    order by member.id for update;
  perform from public.organizations as organization
    where organization.id in (
      select mine.organization_id from public.organization_members as mine
      where mine.user_id = person and mine.role = 'owner'
    )
    order by organization.id for update;
end
$$;
comment on function private.hold_memberships(uuid) is
  'Locks a person''s memberships, and those of others in the workspaces that they own, until the end of the transaction.';
revoke execute on function private.hold_memberships(uuid) from public, anon, authenticated;

create function public.delete_my_account(organizations_to_delete uuid[]) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  person uuid := auth.uid();
  blocking text;
  doomed uuid[];
begin
  -- A sign-in or a password change meanwhile waits for this row, or this waits for it.
  perform from auth.users where id = person for update;
  if not found or not private.has_passed_second_step() or not private.has_just_signed_in() then
    raise exception using errcode = 'TR030', message = 'Sign in again to delete the account';
  end if;
  perform private.hold_memberships(person);
  select string_agg(affected.name, ', ') filter (where affected.fate = 'blocks'),
    coalesce(array_agg(affected.organization_id) filter (where affected.fate = 'deleted'), '{}')
  into blocking, doomed
  from private.organizations_without(person) as affected;
  if blocking is not null then
    raise exception using errcode = 'TR031', message = 'Others would be left without an owner',
      detail = blocking, hint = 'Hand these workspaces over, or delete them first.';
  end if;
  -- Somebody may have left since the person was told what goes.
  if not doomed <@ coalesce(organizations_to_delete, '{}') then
    raise exception using errcode = 'TR032', message = 'More would be deleted than was said',
      hint = 'Look at what is deleted again.';
  end if;
  -- Accepted invitations name the address; open ones stay for anybody who has it.
  delete from public.organization_invitations as invitation
    using auth.users as account
    where account.id = person and invitation.email in (lower(account.email), private.mailbox_of(account.email)) and invitation.uses > 0;
  delete from auth.users where id = person;
end
$$;
comment on function public.delete_my_account(uuid[]) is
  'Deletes the caller''s account, and the workspaces in which nobody else is, if these are all among the given ones.';
revoke execute on function public.delete_my_account(uuid[]) from public, anon;
grant execute on function public.delete_my_account(uuid[]) to authenticated;
