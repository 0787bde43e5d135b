-- Made by `npm run generate` from the catalogue of a migrated database, for reading. Do not edit, and do not run:
-- `supabase/migrations` make the database, this file says what they make. Who may do what is also in docs/permissions.md.
--
-- Grants come first, policies second: a role needs a privilege on the table, then a row passes when one of the
-- permissive policies lets it through and every restrictive one does. `anon` is anybody, `authenticated` is anybody
-- signed in, `service_role` is the operator, to which no policy applies.
--
-- Who calls                          What do policies ask about the caller?
-- Workspaces                         Who may found, see, rename and delete a workspace?
-- Members                            Who is in a workspace, as what, and who may change that?
-- Invitations                        How does somebody come into a workspace, and who may let them in?
-- People                             What do people know of each other, and what does an account bring and take along?
-- Pictures of people and workspaces  Who changes an avatar or a logo, and when is it gone?
-- Pages                              What is a page, and who sees one?
-- Sharing with everyone              What may somebody without an account read, and who decides it?
-- Saving a page                      What happens when a page is saved?
-- Writing together                   How do several people write one page at once?
-- The tree                           Where may a page be, in which order, and who hides what?
-- The trash                          How does a page go, come back, and go for good?
-- Versions                           What did a page say before, and who reads that?
-- Activity                           Who did what to which page, and who is told?
-- Links and favourites               Which pages lead to which, and which does a person keep at hand?
-- Names in texts                     Which names do wiki links say, and which do pages give themselves?
-- Templates                          What does a workspace start pages from, and who changes that?
-- Imported pages                     What does an export have to know of the file that a page was imported from?
-- Files                              What is a file in a page, who may read it, and when is it gone?
-- Live screens                       How does a change reach the screens of others?
-- Search                             How is a page found, and who may find it?
-- Work after a save                  How do search and links learn of a page that no save waits for?
-- The operator's page                What waits, what failed, and what may the operator do with accounts and workspaces?
-- Notion                             What do the server functions keep about Notion, and who reads it?

-- Functions that policies and triggers call. They bypass row-level security, and no API exposes them.
create schema private;
grant usage on schema private to anon, authenticated, service_role;

create extension btree_gin with schema extensions;
create extension pg_trgm with schema extensions;
create extension unaccent with schema extensions;


-- =====================================================================================================================
-- Who calls: What do policies ask about the caller?
-- =====================================================================================================================

-- The active workspaces in which the caller has one of the roles.
create function private.my_organization_ids(roles text[] default '{owner,admin,member}'::text[])
 returns setof uuid
 language plpgsql
 stable security definer rows 5
 set search_path to ''
as $function$
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
$function$;
grant execute on function private.my_organization_ids(text[]) to authenticated, service_role;

-- Everyone who shares an active workspace with the caller.
create function private.my_co_member_ids()
 returns setof uuid
 language plpgsql
 stable security definer
 set search_path to ''
as $function$
begin
  return query
    select distinct member.user_id
    from public.organization_members as member
    where member.organization_id = any (array(select private.my_organization_ids()));
end
$function$;
grant execute on function private.my_co_member_ids() to authenticated, service_role;

-- Whether the caller's session is as sure as their account asks for: aal2 when it has a verified factor.
create function private.has_passed_second_step()
 returns boolean
 language plpgsql
 stable security definer
 set search_path to ''
as $function$
begin
  return coalesce((select auth.jwt() ->> 'aal') = 'aal2', false) or not exists (
    select from auth.mfa_factors as factor
    where factor.user_id = (select auth.uid()) and factor.status = 'verified'
  );
end
$function$;
grant execute on function private.has_passed_second_step() to authenticated, service_role;

-- Raises the error of a broken rule of workspaces, members and pages. docs/error-codes.md lists all codes.
create function private.refuse(rule text)
 returns void
 language plpgsql
 set search_path to ''
as $function$
declare
  refusal record;
begin
  select known.code, known.message, known.hint into strict refusal
  from (values
    ('last_workspace', 'TR001', 'Cannot delete your only workspace', 'Create another workspace first.'),
    ('last_owner', 'TR002', 'A workspace needs an owner', 'Make someone else an owner first.'),
    ('parent_missing', 'TR010', 'The parent page does not exist in this workspace', null),
    ('parent_archived', 'TR011', 'The parent page is archived', 'Restore the parent, or move the page elsewhere.'),
    ('page_cycle', 'TR012', 'A page cannot be moved beneath itself', null),
    ('page_emigrates', 'TR013', 'A page stays in its workspace', null),
    ('not_creator', 'TR014', 'Only its creator can make a page private', null),
    ('hides_others', 'TR015', 'Others have pages beneath this one', 'Move their pages elsewhere first.'),
    ('edits_unreadable', 'TR016', 'These edits cannot be read', 'Reload the page, and try again.'),
    ('edits_too_large', 'TR017', 'These edits are too large to save at once', 'Make them in several steps.'),
    ('document_too_large', 'TR018', 'The edits of this page have become too many', 'Reload the page, and try again.')
  ) as known (rule, code, message, hint)
  where known.rule = refuse.rule;
  raise exception using
    errcode = refusal.code,
    message = refusal.message,
    hint = coalesce(refusal.hint, '');
end
$function$;


-- =====================================================================================================================
-- Workspaces: Who may found, see, rename and delete a workspace?
-- =====================================================================================================================

-- Workspaces: people share them, and everything else belongs to one.
create table public.organizations (
  -- Never changes.
  id uuid default gen_random_uuid() not null,
  -- Shown in the sidebar.
  name text not null,
  -- Unique short name for addresses; made from the name when left empty.
  slug text default ''::text not null,
  -- An https address of a picture.
  logo_url text,
  -- A sentence about the workspace.
  description text,
  -- A suspended workspace is closed to everyone; only the operator changes this.
  status text default 'active'::text not null,
  -- When it was made.
  created_at timestamp with time zone default now() not null,
  -- The person who made it and became its first owner; null once that account is gone.
  created_by uuid default auth.uid(),
  -- The logo, in the bucket avatars as <id>/<avatar>; null for the letter.
  avatar uuid,
  constraint organizations_pkey primary key (id),
  constraint organizations_slug_key unique (slug),
  constraint organizations_created_by_fkey foreign key (created_by) references public.user_profiles(id) on delete set null,
  constraint organizations_description_length check ((char_length(description) <= 2000)),
  constraint organizations_logo_url_form check (((logo_url ~ '\Ahttps://[^[:space:][:cntrl:]]+\Z'::text) and (char_length(logo_url) <= 2048))),
  constraint organizations_name_length check ((((char_length(btrim(name)) >= 1) and (char_length(btrim(name)) <= 200)) and (char_length(name) <= 250))),
  constraint organizations_slug_form check (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) and (char_length(slug) <= 63))),
  constraint organizations_status_known check ((status = any (array['active'::text, 'suspended'::text])))
);
create index organizations_created_by_idx on public.organizations using btree (created_by);
grant select, delete on public.organizations to authenticated;
grant insert (id, name, slug, logo_url, description, created_by) on public.organizations to authenticated;
grant update (name, logo_url, description, avatar) on public.organizations to authenticated;
grant all on public.organizations to service_role;
alter table public.organizations enable row level security;
-- A founder sees the new workspace in the transaction that makes it.
create policy organizations_select_founder on public.organizations for select to authenticated
  using (created_by = (select auth.uid()) and created_at = now());
-- Members see their workspaces.
create policy organizations_select_member on public.organizations for select to authenticated
  using (id = any (array(select private.my_organization_ids())));
-- Everybody who is signed in may found a workspace in their own name.
create policy organizations_insert_founder on public.organizations for insert to authenticated
  with check (created_by = (select auth.uid()));
-- Owners and admins change the name and the looks.
create policy organizations_update_administrator on public.organizations for update to authenticated
  using (id = any (array(select private.my_organization_ids('{owner,admin}'::text[]))))
  with check (id = any (array(select private.my_organization_ids('{owner,admin}'::text[]))));
-- Only owners delete a workspace. A trigger keeps an owner's only workspace.
create policy organizations_delete_owner on public.organizations for delete to authenticated
  using (id = any (array(select private.my_organization_ids('{owner}'::text[]))));
create policy organizations_all_second_step on public.organizations as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));
-- On insert, in this order: organizations_05_limit_founded, organizations_name_slug, organizations_appoint_founder.
-- On update, in this order: organizations_98_tell_changed.
-- On delete, in this order: organizations_keep_last.

-- Trigger: an account has founded at most 100 of the workspaces that there are, also of those that it handed over.
create function private.limit_founded_organizations()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
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
$function$;
create trigger organizations_05_limit_founded before insert on public.organizations for each row execute function private.limit_founded_organizations();

-- Trigger: a workspace that was given no slug gets one.
create function private.name_slug()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  new.slug := private.slug_of(new.name);
  return new;
end
$function$;
create trigger organizations_name_slug before insert on public.organizations for each row when ((coalesce(new.slug, ''::text) = ''::text)) execute function private.name_slug();

-- A slug that reads like the name and, by its random end, belongs to nobody else.
create function private.slug_of(name text)
 returns text
 language sql
 set search_path to ''
as $function$
  select concat_ws(
    '-',
    nullif(btrim(left(btrim(regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g'), '-'), 40), '-'), ''),
    left(replace(gen_random_uuid()::text, '-', ''), 10)
  )
$function$;

-- Trigger: the person who founds a workspace owns it.
create function private.appoint_founder()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  insert into public.organization_members (organization_id, user_id, role)
  values (new.id, new.created_by, 'owner');
  return null;
end
$function$;
create trigger organizations_appoint_founder after insert on public.organizations for each row when ((new.created_by is not null)) execute function private.appoint_founder();

-- Trigger: nobody deletes the only workspace they have.
create function private.keep_last_organization()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  -- The caller's row is the lock: deleting two workspaces at once must not leave none. A caller without a profile is
  -- the operator, or an account that is just being removed with everything it has.
  perform from public.user_profiles where id = (select auth.uid()) for no key update;
  if found and not exists (select from private.my_other_organizations(old.id)) then
    perform private.refuse('last_workspace');
  end if;
  return old;
end
$function$;
create trigger organizations_keep_last before delete on public.organizations for each row execute function private.keep_last_organization();

-- The caller's active workspaces but for one, as of this moment.
create function private.my_other_organizations(organization_id uuid)
 returns setof uuid
 language sql
 security definer
 set search_path to ''
as $function$
  select member.organization_id
  from public.organization_members as member
  join public.organizations as organization on organization.id = member.organization_id
  where member.user_id = (select auth.uid())
    and member.organization_id <> my_other_organizations.organization_id
    and member.status = 'active'
    and organization.status = 'active'
$function$;


-- =====================================================================================================================
-- Members: Who is in a workspace, as what, and who may change that?
-- =====================================================================================================================

-- Memberships of people in workspaces.
create table public.organization_members (
  -- Never changes.
  id uuid default gen_random_uuid() not null,
  -- The workspace.
  organization_id uuid not null,
  -- The person.
  user_id uuid not null,
  -- owner: everything; admin: name and people except owners; member: pages.
  role text default 'member'::text not null,
  -- Only active memberships count; only the operator changes this.
  status text default 'active'::text not null,
  -- When the person came in.
  joined_at timestamp with time zone default now() not null,
  constraint organization_members_pkey primary key (id),
  constraint organization_members_organization_id_user_id_key unique (organization_id, user_id),
  constraint organization_members_organization_id_fkey foreign key (organization_id) references public.organizations(id) on delete cascade,
  constraint organization_members_user_id_fkey foreign key (user_id) references public.user_profiles(id) on delete cascade,
  constraint organization_members_role_known check ((role = any (array['owner'::text, 'admin'::text, 'member'::text]))),
  constraint organization_members_status_known check ((status = any (array['active'::text, 'suspended'::text])))
);
create index organization_members_user_id_organization_id_idx on public.organization_members using btree (user_id, organization_id);
grant select, delete on public.organization_members to authenticated;
grant update (role) on public.organization_members to authenticated;
grant all on public.organization_members to service_role;
alter table public.organization_members enable row level security;
-- Members see who else is in their workspaces.
create policy organization_members_select_member on public.organization_members for select to authenticated
  using (organization_id = any (array(select private.my_organization_ids())));
-- Owners set every role, admins those of people who are not owners; nobody grants more than they have.
create policy organization_members_update_administrator on public.organization_members for update to authenticated
  using ((organization_id = any (array(select private.my_organization_ids('{owner}'::text[])))) or role <> 'owner'::text and (organization_id = any (array(select private.my_organization_ids('{admin}'::text[])))))
  with check ((organization_id = any (array(select private.my_organization_ids('{owner}'::text[])))) or role <> 'owner'::text and (organization_id = any (array(select private.my_organization_ids('{admin}'::text[])))));
-- Owners and admins remove people who are not owners.
create policy organization_members_delete_administrator on public.organization_members for delete to authenticated
  using (role <> 'owner'::text and (organization_id = any (array(select private.my_organization_ids('{owner,admin}'::text[])))));
-- Everybody may leave. A trigger keeps the last owner.
create policy organization_members_delete_self on public.organization_members for delete to authenticated
  using (user_id = (select auth.uid()) and (organization_id = any (array(select private.my_organization_ids()))));
create policy organization_members_all_second_step on public.organization_members as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));
-- On insert, in this order: organization_members_98_tell_new.
-- On update, in this order: organization_members_keep_an_owner, organization_members_revoke_on_step_down,
-- organization_members_98_tell_changed.
-- On delete, in this order: organization_members_keep_an_owner, organization_members_remember_former,
-- organization_members_revoke_on_leave, organization_members_revoke_own_invitations,
-- organization_members_98_tell_deleted.

-- People who left a workspace, also those who came back: earlier invitations do not count for them.
create table public.former_members (
  -- The workspace.
  organization_id uuid not null,
  -- The person.
  user_id uuid not null,
  -- Their role when they left it last.
  role text not null,
  -- When that was, on their own or not.
  left_at timestamp with time zone not null,
  -- When somebody else ended their membership last; null: nobody has.
  removed_at timestamp with time zone,
  constraint former_members_pkey primary key (organization_id, user_id),
  constraint former_members_organization_id_fkey foreign key (organization_id) references public.organizations(id) on delete cascade,
  constraint former_members_user_id_fkey foreign key (user_id) references public.user_profiles(id) on delete cascade,
  constraint former_members_role_known check ((role = any (array['owner'::text, 'admin'::text, 'member'::text])))
);
create index former_members_user_id_idx on public.former_members using btree (user_id);
grant all on public.former_members to service_role;
alter table public.former_members enable row level security;
create policy former_members_all_second_step on public.former_members as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));

-- Trigger: a workspace is never left without an active owner.
create function private.keep_an_owner()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
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
$function$;
create trigger organization_members_keep_an_owner after delete or update on public.organization_members for each row when (((old.role = 'owner'::text) and (old.status = 'active'::text))) execute function private.keep_an_owner();

-- Makes another member an owner of the workspace, and the caller, who was one, an admin.
create function public.hand_over_ownership(organization_id uuid, member_id uuid)
 returns void
 language plpgsql
 set search_path to ''
as $function$
begin
  -- The caller's own row is the lock: of two handovers at once, the second one finds no owner any more.
  perform from public.organization_members as member
  where member.organization_id = hand_over_ownership.organization_id
    and member.user_id = (select auth.uid()) and member.role = 'owner' and member.status = 'active'
  for update;
  if found then
    update public.organization_members as member
    set role = 'owner'
    where member.id = member_id and member.organization_id = hand_over_ownership.organization_id
      and member.user_id <> (select auth.uid()) and member.status = 'active';
  end if;
  if not found then
    raise exception using
      errcode = 'TR043', message = 'Only an owner can hand a workspace over, to an active member of it.';
  end if;
  update public.organization_members as member
  set role = 'admin'
  where member.organization_id = hand_over_ownership.organization_id and member.user_id = (select auth.uid());
end
$function$;
grant execute on function public.hand_over_ownership(uuid,uuid) to authenticated, service_role;

-- Trigger: remembers each person who leaves a workspace, with the time and the role.
create function private.remember_former_member()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
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
$function$;
create trigger organization_members_remember_former after delete on public.organization_members for each row execute function private.remember_former_member();


-- =====================================================================================================================
-- Invitations: How does somebody come into a workspace, and who may let them in?
-- =====================================================================================================================

-- Invitations by address, and join links. The limits count them, so none is deleted within half a year but with its
-- workspace, or with the account that accepted it.
create table public.organization_invitations (
  -- Never changes. It is no secret and opens nothing.
  id uuid default gen_random_uuid() not null,
  -- The workspace that it leads into.
  organization_id uuid not null,
  -- As private.mailbox_of() spells it: only this address may accept. Null: anybody who has the link.
  email text,
  -- The role of the person who accepts; nobody is invited as an owner.
  role text default 'member'::text not null,
  -- SHA-256 of the secret in the link. No client reads it.
  token_hash text not null,
  -- The person who made it; null once that account is gone.
  invited_by uuid,
  -- When it was made.
  created_at timestamp with time zone default now() not null,
  -- It lets nobody in after this.
  expires_at timestamp with time zone not null,
  -- How many people it lets in; null: any number.
  max_uses integer,
  -- How many people it has let in.
  uses integer default 0 not null,
  -- When it was taken back, or replaced by a newer one for the same address.
  revoked_at timestamp with time zone,
  constraint organization_invitations_pkey primary key (id),
  constraint organization_invitations_token_hash_key unique (token_hash),
  constraint organization_invitations_invited_by_fkey foreign key (invited_by) references public.user_profiles(id) on delete set null,
  constraint organization_invitations_organization_id_fkey foreign key (organization_id) references public.organizations(id) on delete cascade,
  constraint organization_invitations_email_form check (((email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$'::text) and (email = lower(email)) and (char_length(email) <= 254))),
  constraint organization_invitations_max_uses_range check (((max_uses >= 1) and (max_uses <= 1000))),
  constraint organization_invitations_one_person check (((email is null) or ((max_uses is not null) and (max_uses = 1)))),
  constraint organization_invitations_role_known check ((role = any (array['admin'::text, 'member'::text]))),
  constraint organization_invitations_uses_limited check (((uses >= 0) and (uses <= coalesce(max_uses, uses))))
);
create index organization_invitations_email_idx on public.organization_invitations using btree (email, created_at);
create index organization_invitations_invited_by_idx on public.organization_invitations using btree (invited_by, created_at);
create index organization_invitations_organization_id_idx on public.organization_invitations using btree (organization_id, created_at);
create unique index organization_invitations_waiting_idx on public.organization_invitations using btree (organization_id, email) where ((revoked_at is null) and (uses = 0) and (email is not null));
grant select (id, organization_id, email, role, invited_by, created_at, expires_at, max_uses, uses, revoked_at) on
  public.organization_invitations to authenticated;
grant all on public.organization_invitations to service_role;
alter table public.organization_invitations enable row level security;
-- Owners and admins see all invitations and join links of the workspace.
create policy organization_invitations_select_administrator on public.organization_invitations for select to authenticated
  using (organization_id = any (array(select private.my_organization_ids('{owner,admin}'::text[]))));
create policy organization_invitations_all_second_step on public.organization_invitations as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));
-- On insert, in this order: invitations_98_tell_new, organization_invitations_90_forget_old.
-- On update, in this order: organization_invitations_revoke_without_inviter, invitations_98_tell_changed.
-- On delete, in this order: organization_invitations_remember_deleted, invitations_98_tell_deleted.

-- Invitations of the last hour that were deleted, for the limits alone.
create table public.deleted_invitations (
  -- The invitation's.
  id uuid not null,
  -- The person who made it; the account may be gone.
  invited_by uuid,
  -- SHA-256 of the address; null for a join link.
  address_hash text,
  -- When it was made.
  created_at timestamp with time zone not null,
  constraint deleted_invitations_pkey primary key (id)
);
create index deleted_invitations_address_hash_idx on public.deleted_invitations using btree (address_hash);
create index deleted_invitations_created_at_idx on public.deleted_invitations using btree (created_at);
create index deleted_invitations_invited_by_idx on public.deleted_invitations using btree (invited_by);
grant all on public.deleted_invitations to service_role;
alter table public.deleted_invitations enable row level security;
create policy deleted_invitations_all_second_step on public.deleted_invitations as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));

-- Invites addresses into a workspace, for a week. An address that waits already gets a new link in place of the old
-- one. Each answer holds the secret of the link, which is told this once.
create function public.create_invitations(organization_id uuid, emails text[], role text default 'member'::text)
 returns table(id uuid, email text, token text, expires_at timestamp with time zone, is_member boolean, may_be_mailed boolean)
 language plpgsql
 security definer
 set search_path to ''
as $function$
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
$function$;
grant execute on function public.create_invitations(uuid,text[],text) to authenticated, service_role;

-- A new link for an address that is still invited, good for another week. The old one stops to work.
create function public.renew_invitation(invitation_id uuid)
 returns table(id uuid, email text, token text, expires_at timestamp with time zone, is_member boolean, may_be_mailed boolean)
 language plpgsql
 security definer
 set search_path to ''
as $function$
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
$function$;
grant execute on function public.renew_invitation(uuid) to authenticated, service_role;

-- A link that lets anybody who has it into a workspace, for so many days and people. Its secret is told this once.
create function public.create_join_link(organization_id uuid, role text default 'member'::text, days integer default 7, max_uses integer default null::integer)
 returns table(id uuid, token text, expires_at timestamp with time zone)
 language plpgsql
 security definer
 set search_path to ''
as $function$
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
$function$;
grant execute on function public.create_join_link(uuid,text,integer,integer) to authenticated, service_role;

-- Takes an invitation or a join link back. False when it was over already: used, or taken back.
create function public.revoke_invitation(invitation_id uuid)
 returns boolean
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  workspace uuid;
begin
  select invitation.organization_id into workspace
  from public.organization_invitations as invitation where invitation.id = invitation_id;
  if not found then
    perform private.refuse_invitation('not_allowed');
  end if;
  perform private.require_administrator(workspace);
  update public.organization_invitations as invitation
  set revoked_at = clock_timestamp()
  where invitation.id = invitation_id
    and invitation.revoked_at is null
    and invitation.uses < coalesce(invitation.max_uses, invitation.uses + 1);
  return found;
end
$function$;
grant execute on function public.revoke_invitation(uuid) to authenticated, service_role;

-- Takes back every join link of a workspace that still lets people in, and answers how many.
create function public.revoke_join_links(organization_id uuid)
 returns integer
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  closed integer;
begin
  perform private.require_administrator(revoke_join_links.organization_id);
  update public.organization_invitations as invitation
  set revoked_at = clock_timestamp()
  where invitation.organization_id = revoke_join_links.organization_id
    and invitation.email is null
    and private.invitation_state(invitation, null) = 'open';
  get diagnostics closed = row_count;
  return closed;
end
$function$;
grant execute on function public.revoke_join_links(uuid) to authenticated, service_role;

-- Describes an invitation to anybody who has its secret, and says why it is closed. No row for an unknown secret.
create function public.look_up_invitation(token text)
 returns table(state text, organization_id uuid, organization_name text, inviter_name text, role text, email text, expires_at timestamp with time zone, is_member boolean)
 language sql
 stable security definer rows 1
 set search_path to ''
as $function$
  select
    found.state,
    case when found.is_open or found.is_member then found.organization_id end,
    case when found.is_open or found.is_member then found.organization_name end,
    case when found.is_open then coalesce(nullif(profile.display_name, ''), nullif(profile.full_name, ''), profile.email) end,
    case when found.is_open then found.role end,
    case when found.is_open then found.email end,
    case when found.is_open then found.expires_at end,
    found.is_member
  from (
    select
      invitation.*,
      organization.name as organization_name,
      known.state,
      known.state = 'open' as is_open,
      invitation.organization_id = any (array(select private.my_organization_ids()))
        and (select private.has_passed_second_step()) as is_member
    from public.organization_invitations as invitation
    join public.organizations as organization
      on organization.id = invitation.organization_id and organization.status = 'active'
    cross join lateral private.invitation_state(invitation, auth.uid()) as known (state)
    where invitation.token_hash = private.hash_invitation_token(look_up_invitation.token)
  ) as found
  left join public.user_profiles as profile on profile.id = found.invited_by
$function$;
grant execute on function public.look_up_invitation(text) to anon, authenticated, service_role;

-- Makes the caller a member by the secret of an invitation or a join link. Once they are, it changes nothing.
create function public.accept_invitation(token text)
 returns uuid
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  hash text := private.hash_invitation_token(token);
  caller uuid := auth.uid();
  invitation public.organization_invitations;
  standing text;
  state text;
begin
  if caller is null or not private.has_passed_second_step() then
    perform private.refuse_invitation('second_step');
  end if;
  -- Locks the workspace before the invitation, as deleting the workspace does.
  perform from public.organizations as organization
  where organization.status = 'active' and organization.id = (
    select known.organization_id from public.organization_invitations as known where known.token_hash = hash
  )
  for key share;
  -- A second acceptance, or one during a revocation, waits here and sees the outcome.
  select known.* into invitation
  from public.organization_invitations as known
  join public.organizations as organization on organization.id = known.organization_id and organization.status = 'active'
  where known.token_hash = hash
  for update of known;
  if not found then
    perform private.refuse_invitation('unknown');
  end if;
  select member.status into standing
  from public.organization_members as member
  where member.organization_id = invitation.organization_id and member.user_id = caller;
  state := private.invitation_state(invitation, caller);
  if standing = 'active' and (invitation.email is null or state <> 'open') then
    -- Already in, by this one or another: nothing is left to do.
    return invitation.organization_id;
  end if;
  if standing <> 'active' then
    perform private.refuse_invitation('unknown');
  end if;
  if state <> 'open' then
    perform private.refuse_invitation(state);
  end if;
  -- The account's confirmed address, not the profile's copy.
  if invitation.email is not null and not exists (
    select from auth.users as account
    where account.id = caller and account.email_confirmed_at is not null
      and invitation.email in (lower(account.email), private.mailbox_of(account.email))
  ) then
    perform private.refuse_invitation('other_address');
  end if;
  if standing is null then
    insert into public.organization_members as member (organization_id, user_id, role)
    values (invitation.organization_id, caller, invitation.role)
    on conflict do nothing;
    perform private.drop_unused_welcome(caller, invitation.organization_id, invitation.created_at);
  end if;
  update public.organization_invitations as known set uses = known.uses + 1 where known.id = invitation.id;
  return invitation.organization_id;
end
$function$;
grant execute on function public.accept_invitation(text) to authenticated, service_role;

-- Deletes the workspace that a person got by signing up, if they signed up after being invited and never used it.
create function private.drop_unused_welcome(person uuid, joined uuid, invited_at timestamp with time zone)
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  welcome uuid;
begin
  select organization.id into welcome
  from public.organizations as organization
  join public.user_profiles as profile on profile.id = organization.created_by and profile.created_at = organization.created_at
  where profile.id = person and profile.created_at >= invited_at and organization.id <> joined
    and left(private.slug_of(organization.name), -10) = left(organization.slug, -10)
    and organization.logo_url is null and organization.description is null
  -- A page, a member or an invitation that comes at the same time waits here, or is seen below.
  for update of organization;
  if welcome is null
    or exists (select from public.pages where organization_id = welcome)
    or exists (select from public.page_activity where organization_id = welcome)
    or exists (select from public.organization_invitations where organization_id = welcome)
    or exists (select from public.notion_connections where organization_id = welcome)
    or exists (select from public.organization_members where organization_id = welcome and user_id <> person) then
    return;
  end if;
  delete from public.organizations where id = welcome;
end
$function$;

-- Whether it lets a person in: open, or why not: revoked, used, expired, or refused because it is from before they
-- left.
create function private.invitation_state(invitation public.organization_invitations, person uuid)
 returns text
 language sql
 stable security definer
 set search_path to ''
as $function$
  select case
    when (invitation).revoked_at is not null then 'revoked'
    when (invitation).uses >= (invitation).max_uses then 'used'
    when (invitation).expires_at <= clock_timestamp() then 'expired'
    when exists (
      select from public.former_members as former
      where former.organization_id = (invitation).organization_id and former.user_id = person
        and (
          (invitation).created_at <= former.removed_at
          or ((invitation).created_at <= former.left_at and (invitation).role = 'admin' and former.role = 'member')
        )
    ) then 'refused'
    else 'open'
  end
$function$;

-- Refuses callers who are neither owner nor admin, and keeps the role of those who are until the transaction ends.
create function private.require_administrator(organization_id uuid)
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
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
$function$;

-- Refuses more than 100 invitations an hour of one person, and more than 300 a day into one workspace.
create function private.count_invitations(organization_id uuid, more integer)
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
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
$function$;

-- Makes others wait who would invite as the caller, or into the workspace, until the transaction ends.
create function private.lock_invitations(organization_id uuid)
 returns void
 language sql
 security definer
 set search_path to ''
begin atomic
 select pg_advisory_xact_lock(hashtextextended(('invitations by '::text || ( select auth.uid() as uid)), (0)::bigint)) as pg_advisory_xact_lock;
 select pg_advisory_xact_lock(hashtextextended(('invitations to '::text || organization_id), (0)::bigint)) as pg_advisory_xact_lock;
end;

-- Trigger: deletes the workspace's invitations of half a year ago.
create function private.forget_old_invitations()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
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
$function$;
create trigger organization_invitations_90_forget_old after insert on public.organization_invitations referencing new table as made for each statement execute function private.forget_old_invitations();

-- Trigger: a deleted invitation counts for the limits as long as any other.
create function private.remember_deleted_invitation()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  delete from public.deleted_invitations as deleted where deleted.created_at < clock_timestamp() - interval '1 hour';
  if old.created_at > clock_timestamp() - interval '1 hour' then
    insert into public.deleted_invitations (id, invited_by, address_hash, created_at)
    values (old.id, old.invited_by, private.hash_invitation_token(old.email), old.created_at);
  end if;
  return null;
end
$function$;
create trigger organization_invitations_remember_deleted after delete on public.organization_invitations for each row execute function private.remember_deleted_invitation();

-- The hash that is kept of a secret. The secret is random, so it needs no salt.
create function private.hash_invitation_token(token text)
 returns text
 language sql
 immutable
 set search_path to ''
as $function$ select encode(sha256(convert_to(token, 'UTF8')), 'hex') $function$;

-- A secret of 244 random bits.
create function private.new_invitation_token()
 returns text
 language sql
 set search_path to ''
as $function$ select replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') $function$;

-- The one spelling of an address: visible characters in lower case, the domain in ASCII. Null when no mail server takes
-- it.
create function private.mailbox_of(address text)
 returns text
 language plpgsql
 immutable strict
 set search_path to ''
as $function$
declare
  plain text;
  mailbox text;
  host text;
begin
  if octet_length(address) > 1000 then
    return null;
  end if;
  -- Unicode's Default_Ignorable_Code_Point.
  plain := regexp_replace(
    address,
    '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF'
      || '\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]',
    '', 'g'
  );
  plain := btrim(lower(normalize(plain, nfkc)));
  mailbox := substring(plain from '^([^@]*)@[^@]*$');
  host := regexp_replace(replace(split_part(plain, '@', 2), U&'\3002', '.'), '\.$', '');
  select string_agg(case when label ~ '[^\u0001-\u007F]' then 'xn--' || private.punycode(label) else label end, '.' order by place)
  into host
  from string_to_table(host, '.') with ordinality as labels (label, place);
  -- Allows what RFC 5321 does without quotes, as mail servers do, and letters of every language before the @ (RFC 6531).
  if mailbox ~ '^[^\s[:cntrl:].][^\s[:cntrl:]]*$' and mailbox !~ '\.\.|\.$|[][,;:<>()"\\]' and octet_length(mailbox) <= 64
    and host ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$' and host !~ '\.[0-9]+$'
    and char_length(mailbox || '@' || host) <= 254
  then
    return mailbox || '@' || host;
  end if;
  return null;
end
$function$;

-- A label of a domain in ASCII, without the "xn--" before it.
create function private.punycode(label text)
 returns text
 language plpgsql
 immutable strict
 set search_path to ''
as $function$
declare
  digits constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
  points integer[];
  encoded text;
  point integer;
  basic integer;
  handled integer;
  n integer := 128;
  next_n integer;
  delta bigint := 0;
  bias bigint := 72;
  q bigint;
  k bigint;
  t bigint;
begin
  select array_agg(ascii(letter) order by place), string_agg(letter, '' order by place) filter (where ascii(letter) < 128)
  into points, encoded
  from string_to_table(label, null) with ordinality as letters (letter, place);
  encoded := coalesce(encoded || '-', '');
  basic := greatest(char_length(encoded) - 1, 0);
  handled := basic;
  while handled < cardinality(points) loop
    select min(other) into next_n from unnest(points) as other where other >= n;
    delta := delta + (next_n - n)::bigint * (handled + 1);
    n := next_n;
    foreach point in array points loop
      if point < n then
        delta := delta + 1;
      elsif point = n then
        q := delta;
        k := 36;
        loop
          t := least(greatest(k - bias, 1), 26);
          exit when q < t;
          encoded := encoded || substr(digits, (t + (q - t) % (36 - t))::integer + 1, 1);
          q := (q - t) / (36 - t);
          k := k + 36;
        end loop;
        encoded := encoded || substr(digits, q::integer + 1, 1);
        delta := delta / case when handled = basic then 700 else 2 end;
        delta := delta + delta / (handled + 1);
        k := 0;
        while delta > 455 loop
          delta := delta / 35;
          k := k + 36;
        end loop;
        bias := k + 36 * delta / (delta + 38);
        delta := 0;
        handled := handled + 1;
      end if;
    end loop;
    delta := delta + 1;
    n := n + 1;
  end loop;
  return encoded;
end
$function$;

-- Raises the error of a broken rule of invitations.
create function private.refuse_invitation(rule text)
 returns void
 language plpgsql
 set search_path to ''
as $function$
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
$function$;

-- Trigger: takes back the open invitations and join links of a person who is no longer an owner or admin.
create function private.revoke_invitations_of_former_administrator()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  update public.organization_invitations as invitation
  set revoked_at = clock_timestamp()
  where invitation.organization_id = old.organization_id
    and invitation.invited_by = old.user_id
    and invitation.revoked_at is null
    and invitation.uses < coalesce(invitation.max_uses, invitation.uses + 1);
  return null;
end
$function$;
create trigger organization_members_revoke_on_leave after delete on public.organization_members for each row when ((old.role = any (array['owner'::text, 'admin'::text]))) execute function private.revoke_invitations_of_former_administrator();
create trigger organization_members_revoke_on_step_down after update on public.organization_members for each row when (((old.role = any (array['owner'::text, 'admin'::text])) and (old.status = 'active'::text) and (not ((new.role = any (array['owner'::text, 'admin'::text])) and (new.status = 'active'::text))))) execute function private.revoke_invitations_of_former_administrator();

-- Trigger: takes back the open invitations to a person who leaves or is removed.
create function private.revoke_invitations_of_former_member()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  update public.organization_invitations as invitation
  set revoked_at = clock_timestamp()
  from auth.users as account
  where account.id = old.user_id
    and invitation.organization_id = old.organization_id
    and invitation.email in (lower(account.email), private.mailbox_of(account.email))
    and invitation.revoked_at is null and invitation.uses = 0;
  return null;
end
$function$;
create trigger organization_members_revoke_own_invitations after delete on public.organization_members for each row execute function private.revoke_invitations_of_former_member();

-- Trigger: takes back the invitations and join links of an account that is removed.
create function private.revoke_invitation_of_nobody()
 returns trigger
 language plpgsql
 set search_path to ''
as $function$
begin
  new.revoked_at := coalesce(new.revoked_at, clock_timestamp());
  return new;
end
$function$;
create trigger organization_invitations_revoke_without_inviter before update on public.organization_invitations for each row when (((old.invited_by is not null) and (new.invited_by is null))) execute function private.revoke_invitation_of_nobody();

-- Revokes the open invitations and join links that an account has made.
create function private.take_back_ways_in(person uuid)
 returns void
 language sql
 set search_path to ''
as $function$
  update public.organization_invitations as invitation
  set revoked_at = clock_timestamp()
  where invitation.invited_by = person and invitation.revoked_at is null
    and (invitation.max_uses is null or invitation.uses < invitation.max_uses)
$function$;

-- The spelling of an address that an account can have; null for any other.
create function private.invited_mailbox_of(address text)
 returns text
 language sql
 immutable strict
 set search_path to ''
as $function$
  -- As server/src/protocols/auth/request/email-address.ts has it, and before anything is folded.
  select case
    when octet_length(address) <= 1000 and btrim(address, E' \t\r\n')
      ~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$'
    then private.mailbox_of(address)
  end
$function$;


-- =====================================================================================================================
-- People: What do people know of each other, and what does an account bring and take along?
-- =====================================================================================================================

-- One row for each account: how its person is shown to others.
create table public.user_profiles (
  -- The account's id.
  id uuid not null,
  -- A copy of the account's confirmed address; changed through the account only.
  email text,
  -- As given at sign-up, then the person's own to change; may be empty.
  full_name text default ''::text not null,
  -- The name that the person wants to be called by; follows the account's metadata.
  display_name text,
  -- When the account was made.
  created_at timestamp with time zone default now() not null,
  -- When the row last changed.
  updated_at timestamp with time zone default now() not null,
  -- The picture, in the bucket avatars as <id>/<avatar>; null for the letter.
  avatar uuid,
  constraint user_profiles_pkey primary key (id),
  constraint user_profiles_id_fkey foreign key (id) references auth.users(id) on delete cascade,
  constraint user_profiles_display_name_length check ((char_length(display_name) <= 200)),
  constraint user_profiles_full_name_length check ((char_length(full_name) <= 200))
);
grant select on public.user_profiles to authenticated;
grant update (full_name, display_name, updated_at, avatar) on public.user_profiles to authenticated;
grant all on public.user_profiles to service_role;
alter table public.user_profiles enable row level security;
-- People read the profiles of those they share a workspace with.
create policy user_profiles_select_co_member on public.user_profiles for select to authenticated
  using (id = any (array(select private.my_co_member_ids())));
-- People read their own profile.
create policy user_profiles_select_self on public.user_profiles for select to authenticated
  using (id = (select auth.uid()));
-- People change their own profile and nobody else's.
create policy user_profiles_update_self on public.user_profiles for update to authenticated
  using (id = (select auth.uid()))
  with check (id = (select auth.uid()));
create policy user_profiles_all_second_step on public.user_profiles as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));
-- On update, in this order: user_profiles_stamp, user_profiles_98_tell_changed.
-- On delete, in this order: user_profiles_rescue_private_pages.

-- Trigger: the time of a profile's change is the server's, not the client's.
create function private.stamp_profile()
 returns trigger
 language plpgsql
 set search_path to ''
as $function$
begin
  new.full_name := coalesce(new.full_name, '');
  new.created_at := old.created_at;
  new.updated_at := clock_timestamp();
  return new;
end
$function$;
create trigger user_profiles_stamp before update on public.user_profiles for each row execute function private.stamp_profile();

-- Trigger: welcomes each account that a sign-up or an operator makes.
create function private.welcome_new_account()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  perform private.welcome_account(new.id, new.email, new.raw_user_meta_data);
  return null;
end
$function$;
create trigger users_welcome after insert on auth.users for each row execute function private.welcome_new_account();

-- Gives an account its profile and its first workspace.
create function private.welcome_account(account_id uuid, email text, metadata jsonb)
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  -- The client chooses the metadata: its length must not be able to break the sign-up.
  full_name text := left(btrim(coalesce(metadata ->> 'full_name', '')), 200);
  display_name text := nullif(left(btrim(metadata ->> 'display_name'), 200), '');
  person text := coalesce(nullif(full_name, ''), nullif(split_part(email, '@', 1), ''));
begin
  insert into public.user_profiles (id, email, full_name, display_name)
  values (account_id, email, full_name, display_name);
  -- Its founder is appointed owner by the workspace's own trigger.
  insert into public.organizations (name, created_by)
  values (coalesce(btrim(left(person, 180)) || '''s Workspace', 'My Workspace'), account_id);
end
$function$;

-- Trigger: a changed address or display name reaches the profile.
create function private.follow_account()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  update public.user_profiles
  set
    email = new.email,
    display_name = case
      when (old.raw_user_meta_data ->> 'display_name') is distinct from (new.raw_user_meta_data ->> 'display_name')
      then nullif(left(btrim(new.raw_user_meta_data ->> 'display_name'), 200), '')
      else display_name
    end
  where id = new.id;
  return null;
end
$function$;
create trigger users_follow after update on auth.users for each row when (((old.email is distinct from new.email) or ((old.raw_user_meta_data ->> 'display_name'::text) is distinct from (new.raw_user_meta_data ->> 'display_name'::text)))) execute function private.follow_account();

-- Where the caller is signed in: this session first, then the most recently active.
create function public.list_my_sessions()
 returns table(id uuid, user_agent text, signed_in_at timestamp with time zone, last_active_at timestamp with time zone, is_current boolean)
 language sql
 stable security definer rows 5
 set search_path to ''
 set "TimeZone" to 'UTC'
as $function$
  select
    session.id,
    session.user_agent,
    session.created_at::timestamptz,
    greatest(session.created_at::timestamptz, session.refreshed_at::timestamptz),
    coalesce(session.id::text = (select auth.jwt() ->> 'session_id'), false)
  from auth.sessions as session
  where session.user_id = (select auth.uid()) and (select private.has_passed_second_step())
  order by 5 desc, 4 desc, 1
$function$;
grant execute on function public.list_my_sessions() to authenticated, service_role;

-- Signs the caller out there. False when they have no such session.
create function public.end_my_session(session_id uuid)
 returns boolean
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  delete from auth.sessions as session
  where session.id = session_id
    and session.user_id = (select auth.uid())
    and (select private.has_passed_second_step());
  return found;
end
$function$;
grant execute on function public.end_my_session(uuid) to authenticated, service_role;

-- Whether the caller can sign in with a password.
create function public.has_password()
 returns boolean
 language sql
 stable security definer
 set search_path to ''
as $function$
  select exists (
    select from auth.users as account where account.id = auth.uid() and account.encrypted_password <> ''
  )
$function$;
grant execute on function public.has_password() to authenticated, service_role;

-- The caller's workspaces, the fate of each when the account is deleted, and the number of pages that go with it.
create function public.preview_account_deletion()
 returns table(organization_id uuid, name text, fate text, pages bigint, trashed_pages bigint)
 language sql
 security definer
 set search_path to ''
as $function$
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
$function$;
grant execute on function public.preview_account_deletion() to authenticated, service_role;

-- Deletes the caller's account, and the workspaces in which nobody else is, if these are all among the given ones.
create function public.delete_my_account(organizations_to_delete uuid[])
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
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
$function$;
grant execute on function public.delete_my_account(uuid[]) to authenticated, service_role;

-- Whether the caller's session was begun within five minutes, by password, or by a mailed code where there is none.
create function private.has_just_signed_in()
 returns boolean
 language sql
 stable security definer
 set search_path to ''
as $function$
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
$function$;

-- A person's workspaces, and the fate of each without them: stays, deleted, or blocks the deletion of the account.
create function private.organizations_without(person uuid)
 returns table(organization_id uuid, name text, fate text)
 language sql
 security definer
 set search_path to ''
as $function$
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
$function$;

-- Locks a person's memberships, and those of others in the workspaces that they own, until the end of the transaction.
create function private.hold_memberships(person uuid)
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
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
$function$;


-- =====================================================================================================================
-- Pictures of people and workspaces: Who changes an avatar or a logo, and when is it gone?
-- =====================================================================================================================

-- Whether an object of the bucket avatars is the caller's own picture, or that of a workspace which they may rename.
create function private.may_change_avatar(object_name text)
 returns boolean
 language plpgsql
 stable security definer
 set search_path to ''
as $function$
declare
  uuid_form constant text := '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
  owner uuid;
begin
  if object_name is null or object_name !~ format('\A%s/%s\Z', uuid_form, uuid_form) then
    return false;
  end if;
  owner := split_part(object_name, '/', 1)::uuid;
  return (owner = auth.uid() or owner in (select private.my_organization_ids('{owner,admin}')))
    and private.has_passed_second_step();
end
$function$;
grant execute on function private.may_change_avatar(text) to authenticated, service_role;

-- Whether an account or a workspace has fewer than ten pictures.
create function private.has_room_for_avatar(object_name text)
 returns boolean
 language sql
 stable security definer
 set search_path to ''
as $function$
  select count(*) < 10 from storage.objects as object
  where object.bucket_id = 'avatars' and starts_with(object.name, split_part(object_name, '/', 1) || '/')
$function$;
grant execute on function private.has_room_for_avatar(text) to authenticated, service_role;

-- Trigger: tells a person's workspaces that they have another name or picture.
create function private.tell_changed_profile()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  told uuid;
begin
  for told in
    select member.organization_id from public.organization_members as member
    where member.user_id = new.id and member.status = 'active'
  loop
    perform private.tell_workspace(told, 'members');
  end loop;
  return null;
end
$function$;
create trigger user_profiles_98_tell_changed after update of full_name, display_name, avatar on public.user_profiles for each row when ((((old.full_name is distinct from new.full_name) or (old.display_name is distinct from new.display_name)) or (old.avatar is distinct from new.avatar))) execute function private.tell_changed_profile();

-- Pictures that no person and no workspace shows, to be removed through the Storage API. For server functions.
create function public.list_unused_avatars(most integer default 500)
 returns setof text
 language sql
 security definer
 set search_path to ''
as $function$
  select object.name from storage.objects as object
  where object.bucket_id = 'avatars' and object.created_at < now() - interval '1 day'
    and not exists (
      select from public.user_profiles as profile
      where profile.id::text = split_part(object.name, '/', 1) and profile.avatar::text = split_part(object.name, '/', 2)
    )
    and not exists (
      select from public.organizations as organization
      where organization.id::text = split_part(object.name, '/', 1)
        and organization.avatar::text = split_part(object.name, '/', 2)
    )
  order by object.created_at limit most
$function$;
grant execute on function public.list_unused_avatars(integer) to service_role;


-- =====================================================================================================================
-- Pages: What is a page, and who sees one?
-- =====================================================================================================================

-- Markdown pages, a tree in each workspace.
create table public.pages (
  -- Never changes; a client may choose it.
  id uuid default gen_random_uuid() not null,
  -- The workspace; never changes.
  organization_id uuid not null,
  -- The page above, in the same workspace; null at the root.
  parent_id uuid,
  -- One line; may be empty.
  name text default 'Untitled'::text not null,
  -- A sentence below the name.
  description text,
  -- The text. At most 5 MiB.
  content text default ''::text not null,
  -- The format of the text.
  content_type text default 'markdown'::text not null,
  -- Place among the siblings, ascending. The server may renumber siblings.
  order_index double precision not null,
  -- private: its creator; workspace: members; public: anyone who has the id, too.
  visibility text default 'workspace'::text not null,
  -- In the trash, with everything beneath it.
  is_archived boolean default false not null,
  -- The person who made it; null once that account is gone.
  created_by uuid,
  -- The person who changed it last; null once that account is gone.
  updated_by uuid,
  -- When it was made.
  created_at timestamp with time zone default now() not null,
  -- Grows with every change of name, description or content: the version a write is based on.
  updated_at timestamp with time zone default now() not null,
  -- The Notion page it syncs with.
  notion_page_id text,
  -- When it last did.
  notion_last_sync timestamp with time zone,
  -- Where that page is read in Notion.
  notion_url text,
  -- The only person who sees it, because it or the nearest private page above is private. Kept by triggers.
  private_to uuid,
  -- Since when it is in the trash. Kept by triggers.
  archived_at timestamp with time zone,
  -- The page whose archiving took it along; itself when archived on its own. Kept by triggers.
  archived_with uuid,
  -- The person who put it, or a page above it, in the trash; null once that account is gone. Kept by triggers.
  archived_by uuid,
  -- bring: texts come from Notion; send: they go there; both.
  notion_direction text default 'bring'::text not null,
  -- One emoji, or one of the product's own icons as "<name>/<color>", such as "rocket/blue"; null for none.
  icon text,
  -- What stands above the title, by its name; null for nothing.
  cover text,
  -- Whether the text takes the width of the window.
  is_full_width boolean default false not null,
  -- Whether the text is smaller than usual.
  has_small_text boolean default false not null,
  -- Whether the product leaves the page's texts alone. It keeps nobody out: this API writes a locked page as any other.
  is_locked boolean default false not null,
  constraint pages_pkey primary key (id),
  constraint pages_organization_id_id_key unique (organization_id, id),
  constraint pages_archived_by_fkey foreign key (archived_by) references public.user_profiles(id) on delete set null,
  constraint pages_created_by_fkey foreign key (created_by) references public.user_profiles(id) on delete set null,
  constraint pages_organization_id_fkey foreign key (organization_id) references public.organizations(id) on delete cascade,
  constraint pages_parent_id_fkey foreign key (organization_id, parent_id) references public.pages(organization_id, id) on delete cascade,
  constraint pages_private_to_fkey foreign key (private_to) references public.user_profiles(id) on delete cascade,
  constraint pages_updated_by_fkey foreign key (updated_by) references public.user_profiles(id) on delete set null,
  constraint pages_archived_by_archived check (((archived_by is null) or is_archived)),
  constraint pages_archived_whole check (((is_archived = (archived_at is not null)) and (is_archived = (archived_with is not null)))),
  constraint pages_content_size check ((octet_length(content) <= ((5 * 1024) * 1024))),
  constraint pages_content_type_known check ((content_type = 'markdown'::text)),
  constraint pages_cover_known check ((cover = any (array['dawn'::text, 'dusk'::text, 'ocean'::text, 'forest'::text, 'meadow'::text, 'aurora'::text, 'sand'::text, 'rose'::text, 'slate'::text, 'night'::text]))),
  constraint pages_description_length check ((char_length(description) <= 5000)),
  constraint pages_icon_known check (
case
    when (char_length(icon) > 24) then false
    when (icon ~ '\A[a-z]'::text) then ((split_part(icon, '/'::text, 1) = any (array['book'::text, 'bookmark'::text, 'briefcase'::text, 'bug'::text, 'calendar'::text, 'chart'::text, 'clipboard'::text, 'cloud'::text, 'code'::text, 'compass'::text, 'database'::text, 'flag'::text, 'flask'::text, 'globe'::text, 'heart'::text, 'house'::text, 'lightbulb'::text, 'map'::text, 'megaphone'::text, 'rocket'::text, 'shield'::text, 'star'::text, 'target'::text, 'users'::text])) and (icon ~ '\A[a-z]+/(?:gray|red|orange|yellow|green|blue|purple|pink)\Z'::text))
    else (icon ~ ((('\A(?:[0-9#*]\uFE0F?\u20E3|[\U0001F1E6-\U0001F1FF]{2}|\U0001F3F4[\U000E0061-\U000E007A]{4,6}\U000E007F'::text || '|(?:(?:\A|\u200D)[\u00A9\u00AE\u203C\u2049\u2122\u2139\u2194-\u21AA\u231A-\u23FF\u24C2\u25AA-\u27BF\u2934\u2935'::text) || '\u2B05-\u2B55\u3030\u303D\u3297\u3299\U0001F000-\U0001F1E5\U0001F200-\U0001F3FA\U0001F400-\U0001FAFF]'::text) || '\uFE0F?[\U0001F3FB-\U0001F3FF]?\uFE0F?)+)\Z'::text))
end),
  constraint pages_id_own check ((id <> organization_id)),
  constraint pages_name_length check ((char_length(name) <= 500)),
  constraint pages_notion_direction_known check ((notion_direction = any (array['bring'::text, 'send'::text, 'both'::text]))),
  constraint pages_notion_page_id_length check ((char_length(notion_page_id) <= 200)),
  constraint pages_notion_url_form check (((notion_url ~ '\Ahttps://[^[:space:][:cntrl:]]+\Z'::text) and (char_length(notion_url) <= 2048))),
  constraint pages_order_index_range check (((order_index >= ('-1000000000'::numeric)::double precision) and (order_index <= ('1000000000'::numeric)::double precision))),
  constraint pages_visibility_known check ((visibility = any (array['private'::text, 'workspace'::text, 'public'::text]))),
  constraint pages_visibility_owned check (((visibility <> 'private'::text) or (private_to is not null)))
);
create index pages_archived_by_idx on public.pages using btree (archived_by) where (archived_by is not null);
create index pages_created_by_idx on public.pages using btree (created_by);
create index pages_notion_idx on public.pages using btree (organization_id) where ((notion_page_id is not null) and (not is_archived));
create index pages_place_idx on public.pages using btree (coalesce(parent_id, organization_id), order_index) where (not is_archived);
create index pages_private_to_idx on public.pages using btree (private_to) where (private_to is not null);
create index pages_trash_idx on public.pages using btree (organization_id, archived_at desc) where is_archived;
create index pages_tree_idx on public.pages using btree (organization_id, parent_id nulls first, order_index);
create index pages_updated_by_idx on public.pages using btree (updated_by);
grant select on public.pages to authenticated;
grant insert (id, organization_id, parent_id, name, description, content, content_type, order_index, visibility,
  is_archived, created_by, updated_by, created_at, updated_at, notion_page_id, notion_last_sync, notion_url,
  notion_direction, icon, cover, is_full_width, has_small_text, is_locked) on public.pages to authenticated;
grant update (parent_id, name, description, content, content_type, order_index, visibility, is_archived, updated_by,
  updated_at, notion_page_id, notion_last_sync, notion_url, notion_direction, icon, cover, is_full_width,
  has_small_text, is_locked) on public.pages to authenticated;
grant all on public.pages to service_role;
alter table public.pages enable row level security;
-- Members read their workspaces' pages, but for those private to someone else.
create policy pages_select_member on public.pages for select to authenticated
  using (private.sees_page((select auth.uid()), array(select private.my_organization_ids()), organization_id, private_to));
-- Members add pages where they could read them.
create policy pages_insert_member on public.pages for insert to authenticated
  with check (private.sees_page((select auth.uid()), array(select private.my_organization_ids()), organization_id, private_to));
-- Members write what they can read, and cannot write it out of their own sight.
create policy pages_update_member on public.pages for update to authenticated
  using (private.sees_page((select auth.uid()), array(select private.my_organization_ids()), organization_id, private_to))
  with check (private.sees_page((select auth.uid()), array(select private.my_organization_ids()), organization_id, private_to));
-- Allows everything: locks the tree of each page that a statement is about to move.
create policy pages_update_locked on public.pages as restrictive for update to authenticated
  using (private.holds_tree(organization_id))
  with check (true);
create policy pages_all_second_step on public.pages as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));
-- On insert, in this order: pages_01_count_bytes, pages_10_decide, pages_50_follow, pages_90_follow_new.
-- On update, in this order: pages_00_lock, pages_01_count_bytes, pages_10_decide, pages_20_await_work, pages_50_follow,
-- pages_90_follow.
-- On delete, in this order: pages_50_follow, pages_90_follow.

-- Whether a person with these workspaces sees a page of that workspace; `private_to` is null of a page that is shared.
create function private.sees_page(person uuid, workspaces uuid[], organization_id uuid, private_to uuid)
 returns boolean
 language sql
 immutable parallel safe
as $function$
  select sees_page.organization_id operator(pg_catalog.=) any (workspaces)
    and (sees_page.private_to is null or sees_page.private_to operator(pg_catalog.=) person)
$function$;
grant execute on function private.sees_page(uuid,uuid[],uuid,uuid) to authenticated, service_role;

-- What is special about a page's look, by the names of its columns; null for a page that looks as usual. A column of
-- that name for clients.
create function public.look(page public.pages)
 returns jsonb
 language sql
 stable parallel safe
as $function$
  select case
    when page.icon is not null or page.cover is not null or page.is_full_width or page.has_small_text or page.is_locked
    then pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
      'icon', page.icon, 'cover', page.cover, 'is_full_width', nullif(page.is_full_width, false),
      'has_small_text', nullif(page.has_small_text, false), 'is_locked', nullif(page.is_locked, false)))
  end
$function$;
grant execute on function public.look(public.pages) to authenticated, service_role;

-- Refuses when the page is locked: asked before a text takes the place of all of a page, on a screen that may be older
-- than the lock.
create function public.expect_unlocked(page_id uuid)
 returns void
 language plpgsql
 stable
 set search_path to ''
as $function$
begin
  if exists (select from public.pages as page where page.id = expect_unlocked.page_id and page.is_locked) then
    raise exception using errcode = 'TR052', message = 'This page is locked', hint = 'Unlock it first.';
  end if;
end
$function$;
grant execute on function public.expect_unlocked(uuid) to authenticated, service_role;


-- =====================================================================================================================
-- Sharing with everyone: What may somebody without an account read, and who decides it?
-- =====================================================================================================================

-- How public pages are shared, where that is not as usual. Goes when the page is public no more.
create table public.page_shares (
  -- The public page.
  page_id uuid not null,
  -- Its workspace.
  organization_id uuid not null,
  -- Whether the pages beneath it are public, too; never those that are private, or beneath such a page.
  with_subpages boolean default false not null,
  -- Whether search engines may list it, and the pages that it shares.
  is_indexed boolean default false not null,
  constraint page_shares_pkey primary key (page_id),
  constraint page_shares_page_id_fkey foreign key (organization_id, page_id) references public.pages(organization_id, id) on delete cascade
);
create index page_shares_organization_id_idx on public.page_shares using btree (organization_id, page_id);
grant select on public.page_shares to authenticated;
grant insert (page_id, organization_id, with_subpages, is_indexed) on public.page_shares to authenticated;
grant update (page_id, organization_id, with_subpages, is_indexed) on public.page_shares to authenticated;
grant all on public.page_shares to service_role;
alter table public.page_shares enable row level security;
-- Members see how the pages are shared that they read.
create policy page_shares_select_member on public.page_shares for select to authenticated
  using (page_id = (( select page.id from public.pages page where page.id = page_shares.page_id)));
-- Members share the pages that they write.
create policy page_shares_insert_member on public.page_shares for insert to authenticated
  with check (page_id = (( select page.id from public.pages page where page.id = page_shares.page_id)));
-- Members change how the pages are shared that they write.
create policy page_shares_update_member on public.page_shares for update to authenticated
  using (page_id = (( select page.id from public.pages page where page.id = page_shares.page_id)))
  with check (page_id = (( select page.id from public.pages page where page.id = page_shares.page_id)));
-- People with two-step verification get in with both steps only.
create policy page_shares_all_second_step on public.page_shares as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));
-- On insert, in this order: page_shares_20_check, page_shares_98_tell_new.
-- On update, in this order: page_shares_20_check, page_shares_98_tell_changed.
-- On delete, in this order: page_shares_98_tell_deleted.

-- Those of the pages that are public, by themselves or with a page above; the highest that shares each, and whether
-- search engines may list it. At most 1,000 are looked at.
create function private.open_pages(page_ids uuid[])
 returns table(id uuid, top_id uuid, is_indexed boolean)
 language sql
 stable security definer
 set search_path to ''
as $function$
  with recursive line as (
    select page.id, page.id as above, page.parent_id, page.organization_id, 0 as steps
    from public.pages as page
    join public.organizations as organization on organization.id = page.organization_id
    -- As many links as a page can reasonably have.
    where page.id = any (page_ids[1:1000])
      and page.private_to is null
      and not page.is_archived
      and organization.status = 'active'
    union all
    select line.id, parent.id, parent.parent_id, parent.organization_id, line.steps + 1
    from line
    join public.pages as parent on parent.organization_id = line.organization_id and parent.id = line.parent_id
    where line.steps < 100 and parent.private_to is null and not parent.is_archived
  )
  select line.id,
    (array_agg(line.above order by line.steps desc))[1],
    coalesce((array_agg(share.is_indexed order by line.steps))[1], false)
  from line
  join public.pages as page on page.id = line.above and page.visibility = 'public'
  left join public.page_shares as share on share.page_id = line.above
  where line.steps = 0 or share.with_subpages
  group by line.id
$function$;

-- A public page, by the id in its link; nothing when it is not public.
create function public.get_public_page(page_id uuid)
 returns table(id uuid, name text, description text, content text, updated_at timestamp with time zone, look jsonb)
 language sql
 stable security definer rows 1
 set search_path to ''
as $function$
  select page.id, page.name, page.description, page.content, page.updated_at, public.look(page)
  from private.open_pages(array[page_id]) as open
  join public.pages as page on page.id = open.id
$function$;
grant execute on function public.get_public_page(uuid) to anon, authenticated, service_role;

-- Where a public page stands: the tree that is shared around it, and whether search engines may list it; null when it
-- is not public.
create function public.get_public_place(page_id uuid)
 returns jsonb
 language plpgsql
 stable security definer
 set search_path to ''
as $function$
declare
  most constant integer := 300;
  here record;
  way uuid[];
  shown uuid[];
begin
  select open.top_id, open.is_indexed into here from private.open_pages(array[page_id]) as open;
  if not found then
    return null;
  end if;
  if exists (select from public.page_shares as share where share.page_id = here.top_id and share.with_subpages) then
    shown := array(
      with recursive tree as (
        select here.top_id as id, 0 as depth
        union all
        select child.id, tree.depth + 1
        from tree
        join public.pages as child on child.parent_id = tree.id
        where tree.depth < 100 and child.private_to is null and not child.is_archived
      )
      select tree.id from tree limit most + 1
    );
    if cardinality(shown) > most then
      way := array(
        with recursive line as (
          select page.id, page.parent_id from public.pages as page where page.id = get_public_place.page_id
          union all
          select page.id, page.parent_id from line join public.pages as page on page.id = line.parent_id
          where line.id <> here.top_id
        )
        select line.id from line
      );
      shown := way || array(
        select child.id from public.pages as child
        where child.parent_id = any (way) and child.private_to is null and not child.is_archived
        -- Those nearest to the page first.
        order by array_position(way, child.parent_id), child.order_index, child.id
        limit most
      );
    end if;
  end if;
  return jsonb_build_object('is_indexed', here.is_indexed, 'tree', (
    select coalesce(jsonb_agg(
      jsonb_build_object('id', page.id, 'parent_id', case when page.id <> here.top_id then page.parent_id end, 'name', page.name)
      order by page.order_index, page.created_at, page.id), '[]')
    from public.pages as page
    where page.id = any (shown)
  ));
end
$function$;
grant execute on function public.get_public_place(uuid) to anon, authenticated, service_role;

-- The public ones among these pages. At most 1,000 are looked at.
create function public.public_pages_among(page_ids uuid[])
 returns setof uuid
 language sql
 stable security definer
 set search_path to ''
as $function$
  select open.id from private.open_pages(page_ids) as open
$function$;
grant execute on function public.public_pages_among(uuid[]) to anon, authenticated, service_role;

-- The present titles of those public pages of which a public page's links say a former one.
create function public.list_public_titles(page_id uuid, linked uuid[], said text[])
 returns table(id uuid, said text, name text)
 language sql
 stable security definer
 set search_path to ''
as $function$
  with source as materialized (
    -- What is shown as Markdown: see LONGEST_MARKDOWN in supabase/functions/public-page.
    select replace(left(page.content, 256 * 1024), '\', '') as content
    from private.open_pages(array[page_id]) as open
    join public.pages as page on page.id = open.id
  )
  select distinct page.id, link.said, page.name
  from unnest(linked[1:1000], list_public_titles.said[1:1000]) as link (id, said)
  join public.pages as page on page.id = link.id and page.name <> link.said
  cross join source
  where page.id in (select open.id from private.open_pages(linked) as open)
    and exists (
      select from public.page_activity as activity
      where activity.page_id = link.id and activity.kind = 'renamed' and activity.old_name = link.said
        and activity.private_to is null
    )
    and position('[' || link.said || ']' in source.content) > 0
$function$;
grant execute on function public.list_public_titles(uuid,uuid[],text[]) to anon, authenticated, service_role;

-- Trigger: only a public page shares its subpages.
create function private.check_page_share()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  perform from public.pages as page
  where page.id = new.page_id and page.organization_id = new.organization_id and page.visibility = 'public'
    and page.private_to is null
  for no key update;
  if not found then
    raise exception using errcode = 'TR019', message = 'The page is not public', hint = 'Make it public first.';
  end if;
  if tg_op = 'UPDATE' and (new.page_id, new.organization_id) is distinct from (old.page_id, old.organization_id) then
    perform private.refuse('page_emigrates');
  end if;
  return new;
end
$function$;
create trigger page_shares_20_check before insert or update on public.page_shares for each row execute function private.check_page_share();

-- Trigger: tells the members of a workspace that pages are shared otherwise.
create function private.tell_page_shares()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  told uuid;
begin
  for told in
    select distinct page.organization_id from changed
    join public.pages as page on page.id = changed.page_id and page.private_to is null
  loop
    perform private.tell_workspace(told, 'shares');
  end loop;
  return null;
end
$function$;
create trigger page_shares_98_tell_changed after update on public.page_shares referencing new table as changed for each statement execute function private.tell_page_shares();
create trigger page_shares_98_tell_deleted after delete on public.page_shares referencing old table as changed for each statement execute function private.tell_page_shares();
create trigger page_shares_98_tell_new after insert on public.page_shares referencing new table as changed for each statement execute function private.tell_page_shares();


-- =====================================================================================================================
-- Saving a page: What happens when a page is saved?
-- =====================================================================================================================

-- An update of name, description, content sets off, in this order:
--   1. pages_01_count_bytes: starts the count of written bytes anew for each statement. private.begin_counting_bytes,
--      before each statement of name, description, content.
--   2. pages_10_decide: Trigger, before each row: limits the bytes of texts, sets authors, times and the version, and
--      finds a place, a number and the readers of the page. private.decide_page, before each row.
--   3. pages_20_await_work: waits until the worker holds no text of the page that it has read and not yet written.
--      private.await_page_work, before each row, when (old.private_to IS NOT NULL) AND (new.private_to IS DISTINCT FROM
--      old.private_to).
--   4. pages_50_follow: Trigger, after each row: the pages beneath and beside a page follow it, its activity and
--      versions are kept, and what the tree shows is noted. private.follow_page, after each row.
--   5. pages_90_follow: Trigger, at the end of a statement: sends the pages that changed to those who see them.
--      private.follow_pages, after each statement.

-- Trigger, before each row: limits the bytes of texts, sets authors, times and the version, and finds a place, a number
-- and the readers of the page.
create function private.decide_page()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  caller constant uuid := auth.uid();
  is_new constant boolean := tg_op = 'INSERT';
  is_arranging constant boolean := private.is_arranging();
  has_other_text boolean;
  is_rewritten boolean;
  has_moved boolean;
  is_elsewhere boolean;
begin
  -- No look at texts, which may be long, where the tree alone changes.
  if not is_new and private.is_arranging_whole() then
    return new;
  end if;
  if is_new then
    new.name := coalesce(new.name, 'Untitled');
    new.content := coalesce(new.content, '');
  elsif (new.id, new.organization_id) is distinct from (old.id, old.organization_id) then
    perform private.refuse('page_emigrates');
  end if;
  has_other_text := is_new or new.content is distinct from old.content;
  is_rewritten := has_other_text
    or (new.name, new.description, new.content_type) is distinct from (old.name, old.description, old.content_type);
  has_moved := is_new or (new.parent_id, new.is_archived) is distinct from (old.parent_id, old.is_archived);
  is_elsewhere := has_moved or (new.order_index, new.visibility) is distinct from (old.order_index, old.visibility);

  -- Undone writes take disk space, too: the limit comes before the first text is written.
  if is_rewritten and caller is not null then
    perform private.take_room(
      new.organization_id,
      coalesce(pg_column_size(new.description), 0) + case when has_other_text then pg_column_size(new.content) else 0 end);
  end if;

  -- Authors and times
  if not is_new then
    new.created_at := old.created_at;
    if new.created_by is distinct from old.created_by then
      new.created_by := private.author_left(old.created_by, new.created_by);
    end if;
    -- Two writes within a microsecond still differ: clients send this back as the version their change is based on.
    new.updated_at := case
      when is_rewritten then greatest(clock_timestamp(), old.updated_at + interval '1 microsecond')
      else old.updated_at
    end;
    if not is_arranging and (
      is_rewritten or is_elsewhere
      or (new.notion_page_id, new.notion_last_sync, new.notion_url)
        is distinct from (old.notion_page_id, old.notion_last_sync, old.notion_url)
    ) then
      new.updated_by := coalesce(caller, new.updated_by);
    elsif new.updated_by is distinct from old.updated_by then
      new.updated_by := private.author_left(old.updated_by, new.updated_by);
    end if;
  elsif caller is not null then
    new.created_by := caller;
    new.updated_by := caller;
    new.created_at := now();
    new.updated_at := now();
  end if;

  -- An unchanged value stays, however it came there.
  if is_new or new.notion_page_id is distinct from old.notion_page_id then
    new.notion_page_id := private.check_notion_page_id(new.notion_page_id);
  end if;

  -- The writes of these rules are right already.
  if is_arranging or not is_elsewhere then
    return new;
  end if;
  perform private.lock_tree(new.organization_id);
  if new.parent_id is not null and (is_new or new.parent_id is distinct from old.parent_id or new.is_archived < old.is_archived) then
    perform private.check_page_parent(new.id, new.organization_id, new.parent_id, new.is_archived, is_new);
  end if;
  if not new.is_archived then
    new.archived_at := null;
    new.archived_with := null;
    new.archived_by := null;
  elsif is_new or not old.is_archived then
    new.archived_at := clock_timestamp();
    new.archived_with := new.id;
    new.archived_by := caller;
  end if;
  if is_new or (new.parent_id, new.visibility) is distinct from (old.parent_id, old.visibility) then
    new.private_to := private.hide_page(new.created_by, new.parent_id, new.visibility, old.visibility, old.private_to);
  end if;
  if has_moved or new.order_index is distinct from old.order_index then
    new.order_index := private.place_page(
      new.id, coalesce(new.parent_id, new.organization_id), new.private_to, new.is_archived, new.order_index);
  end if;
  return new;
end
$function$;
create trigger pages_10_decide before insert or update on public.pages for each row execute function private.decide_page();

-- An author of a page, whatever is written: only a removed account leaves null behind.
create function private.author_left(author uuid, written uuid)
 returns uuid
 language plpgsql
as $function$
begin
  return case when written is not distinct from author then author
    else (select profile.id from public.user_profiles as profile where profile.id = author) end;
end
$function$;

-- Trigger, after each row: the pages beneath and beside a page follow it, its activity and versions are kept, and what
-- the tree shows is noted.
create function private.follow_page()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  is_by_rule constant boolean := private.is_arranging();
begin
  if tg_op = 'UPDATE' and private.is_arranging_whole() then
    return null;
  end if;
  if tg_op = 'DELETE' then
    perform private.note_page_change(old.id, old.organization_id, old.private_to, old.private_to is null);
    return null;
  elsif tg_op = 'INSERT' then
    if not is_by_rule and not new.is_archived then
      perform private.renumber_siblings(new);
    end if;
    return null;
  end if;

  -- The tree
  if new.is_archived <> old.is_archived and not is_by_rule then
    perform private.archive_subtree(old, new);
  end if;
  if new.private_to is distinct from old.private_to then
    if not is_by_rule and (new.parent_id, new.visibility) is distinct from (old.parent_id, old.visibility) then
      perform private.hide_subtree(new);
    end if;
  end if;
  if new.visibility <> 'public' and old.visibility = 'public' then
    delete from public.page_shares as share where share.page_id = new.id;
  end if;
  if new.notion_page_id is distinct from old.notion_page_id then
    delete from public.page_notion_syncs as sync where sync.page_id = new.id;
  end if;
  if not is_by_rule and not new.is_archived and (new.parent_id, new.order_index, new.visibility, new.is_archived)
    is distinct from (old.parent_id, old.order_index, old.visibility, old.is_archived) then
    perform private.renumber_siblings(new);
  end if;

  if not is_by_rule and auth.uid() is not null then
    perform private.record_changed_page(old, new);
  end if;
  if (new.private_to, new.is_archived) is distinct from (old.private_to, old.is_archived) then
    perform private.renew_page_channel(new.id, old.private_to, new.private_to);
  end if;
  if new.updated_at <> old.updated_at then
    perform private.follow_texts(old, new);
  end if;
  -- When the uses of files are those of the present text.
  if old.private_to is not null and new.private_to is distinct from old.private_to then
    perform private.forget_private_time(new.id);
  end if;
  -- Whatever changes a look is told like a change of the tree.
  if (new.name, new.parent_id, new.order_index, new.visibility, new.private_to, new.is_archived, new.notion_page_id,
      new.icon, new.cover, new.is_full_width, new.has_small_text, new.is_locked)
    is distinct from
    (old.name, old.parent_id, old.order_index, old.visibility, old.private_to, old.is_archived, old.notion_page_id,
      old.icon, old.cover, old.is_full_width, old.has_small_text, old.is_locked)
  then
    perform private.note_page_change(
      new.id, new.organization_id, coalesce(new.private_to, old.private_to), new.private_to is null or old.private_to is null);
  end if;
  return null;
end
$function$;
create trigger pages_50_follow after insert or delete or update on public.pages for each row execute function private.follow_page();

-- Keeps the texts of before, has search, links and files follow the new ones, and says that they are there.
create function private.follow_texts(old public.pages, new public.pages)
 returns void
 language plpgsql
as $function$
declare
  -- Unpacked once, and not at each use.
  text_before constant text := old.content || '';
  text_now constant text := new.content || '';
begin
  perform private.record_page_version(old, new, text_before, text_now);
  insert into public.page_work (page_id) values (new.id)
  on conflict (page_id) do update
  set ticket = excluded.ticket, due_at = excluded.due_at, tries = 0, problem = null, begun_at = null, part = 0;
  if text_now <> text_before and (strpos(text_now, '/files/') > 0 or strpos(text_before, '/files/') > 0) then
    perform private.use_changed_files(old, new);
  end if;
  if new.is_archived then
    return;
  end if;
  if coalesce(current_setting('trellis.document', true), '') = '' then
    perform private.tell_document(new.id, new.updated_at);
  end if;
  if new.private_to is null then
    perform private.tell_workspace(
      new.organization_id, 'texts', jsonb_build_object('pageId', new.id, 'updatedAt', new.updated_at));
  else
    perform private.tell_person(new.private_to, 'texts', jsonb_build_object('pageId', new.id, 'updatedAt', new.updated_at));
  end if;
end
$function$;

-- Trigger, at the end of a statement: new pages get their first line of activity and their first version, and are in
-- the tree, in search and in the list of links.
create function private.follow_new_pages()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  caller constant uuid := auth.uid();
  sitting constant bigint := hashtextextended(auth.jwt() ->> 'session_id', 0);
  -- Pages that are copied along have no line of their own in the activity, and use the files of their originals: see duplicate_page().
  copy constant text := coalesce(current_setting('trellis.copying_to', true), '');
  noted_at constant timestamptz := clock_timestamp();
  naming record;
begin
  if caller is not null then
    insert into public.page_activity (organization_id, page_id, actor_id, kind, private_to)
    select page.organization_id, page.id, caller, told.kind, page.private_to
    from added as page
    cross join unnest(array['created', 'published']) as told (kind)
    where copy in ('', page.id::text) and (told.kind = 'created' or page.visibility = 'public');
  end if;
  -- The first versions. A page without a text has nothing to go back to.
  with version as (
    insert into public.page_versions (
      page_id, organization_id, name, description, created_by, created_at, updated_at, private_to, sitting, digest
    )
    select
      page.id, page.organization_id, page.name, page.description,
      page.updated_by, page.updated_at, page.updated_at, page.private_to, sitting, sha256(convert_to(page.content, 'UTF8'))
    from added as page
    where page.content <> '' or page.description is not null
    returning id, created_by
  )
  insert into public.page_version_authors (version_id, person)
  select version.id, version.created_by from version where version.created_by is not null;
  insert into public.page_work (page_id) select page.id from added as page
  on conflict (page_id) do update
  set ticket = excluded.ticket, due_at = excluded.due_at, tries = 0, problem = null, begun_at = null, part = 0;
  -- A page that comes from Notion is brought by one person, and written by whoever writes there.
  if copy = '' then
    for naming in
      select known.id, private.named_files(known.content) as named from added as known
      where strpos(known.content, '/files/') > 0 and known.notion_page_id is null
    loop
      perform private.use_files(naming.id, private.files_for(array[caller], naming.named));
    end loop;
  end if;
  insert into public.page_changes as log (page_id, organization_id, private_to, changed_at, shared_at)
  select page.id, page.organization_id, page.private_to, noted_at, case when page.private_to is null then noted_at end
  from added as page
  -- A page that was deleted for good may come back with its id.
  on conflict on constraint page_changes_pkey do update
  set private_to = excluded.private_to, changed_at = excluded.changed_at,
    shared_at = coalesce(excluded.shared_at, log.shared_at);
  perform set_config('trellis.changed_pages', concat_ws(' ', current_setting('trellis.changed_pages', true), (
    select string_agg(case when count > 200 then organization_id || '/*' else pages end, ' ')
    from (
      select page.organization_id, count(*),
        string_agg(concat(page.organization_id, '/', page.id, case when page.private_to is null then '+' end), ' ') as pages
      from added as page
      group by page.organization_id
    ) as workspaces
  )), true);
  perform private.tell_changed_pages();
  return null;
end
$function$;
create trigger pages_90_follow_new after insert on public.pages referencing new table as added for each statement execute function private.follow_new_pages();

-- Trigger, at the end of a statement: sends the pages that changed to those who see them.
create function private.follow_pages()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  perform private.tell_changed_pages();
  return null;
end
$function$;
create trigger pages_90_follow after delete or update on public.pages for each statement execute function private.follow_pages();

-- Trigger: starts the count of written bytes anew for each statement.
create function private.begin_counting_bytes()
 returns trigger
 language plpgsql
as $function$
begin
  perform pg_catalog.set_config('trellis.bytes_written', '', true);
  return null;
end
$function$;
create trigger page_files_01_count_bytes before insert on public.page_files for each statement execute function private.begin_counting_bytes();
create trigger page_origins_01_count_bytes before insert on public.page_origins for each statement execute function private.begin_counting_bytes();
create trigger pages_01_count_bytes before insert or update of name, description, content on public.pages for each statement execute function private.begin_counting_bytes();
create trigger templates_01_count_bytes before insert or update of description, content on public.templates for each statement execute function private.begin_counting_bytes();

-- Trigger: limits the bytes of templates that are written.
create function private.limit_template_bytes()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  if auth.uid() is not null then
    perform private.take_room(new.organization_id, coalesce(pg_column_size(new.description), 0) + pg_column_size(new.content));
  end if;
  return new;
end
$function$;
create trigger templates_05_limit_bytes before insert or update of description, content on public.templates for each row execute function private.limit_template_bytes();

-- Trigger: limits the bytes of where pages were imported from.
create function private.limit_origin_bytes()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  if auth.uid() is not null then
    perform private.take_room(
      (select page.organization_id from public.pages as page where page.id = new.page_id),
      octet_length(new.path) + pg_column_size(new.changes) + pg_column_size(new.files));
  end if;
  return new;
end
$function$;
create trigger page_origins_05_limit_bytes before insert on public.page_origins for each row execute function private.limit_origin_bytes();

-- Trigger: the row of a file takes room, however small the file is.
create function private.limit_file_rows()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  if auth.uid() is not null then
    perform private.take_room(new.organization_id, 2000);
  end if;
  return new;
end
$function$;
create trigger page_files_05_limit_rows before insert on public.page_files for each row execute function private.limit_file_rows();

-- Limits the bytes that one statement writes and that a workspace holds.
create function private.take_room(organization_id uuid, bytes bigint)
 returns void
 language plpgsql
as $function$
declare
  portion constant integer := 262144;
  noted text[] := string_to_array(nullif(current_setting('trellis.bytes_written', true), ''), ' ');
  before bigint := 0;
  room bigint;
begin
  if noted is not null then
    before := noted[1]::bigint;
    room := case when noted[2] = organization_id::text then noted[3]::bigint end;
  end if;
  if before + bytes > private.limit_of('request_megabytes') then
    raise exception using errcode = 'TR040',
      message = 'This is too much to save at once. Save fewer pages at a time.';
  end if;
  if room is null and (
    before / portion < (before + bytes) / portion or random() * portion < bytes
  ) then
    room := before + private.limit_of('workspace_megabytes') - private.bytes_in(organization_id);
  end if;
  -- Pages can be made short when there is no room, and go to the trash, and be deleted for good.
  if before + bytes > room and bytes > 1024 then
    raise exception using errcode = 'TR041',
      message = 'The workspace is full. Delete pages for good, or ask the operator for more room.';
  end if;
  perform set_config('trellis.bytes_written',
    concat_ws(' ', before + bytes, organization_id, room), true);
end
$function$;

-- How many bytes are allowed: request_megabytes, of the texts that one statement writes; workspace_megabytes, of those
-- in a workspace; workspace_file_megabytes, of its files.
create function private.limit_of(name text)
 returns bigint
 language plpgsql
 stable
as $function$
begin
  return 1024 * 1024 * case name
    when 'request_megabytes'
      then coalesce(nullif(current_setting('trellis.request_megabytes', true), '')::bigint, 32)
    when 'workspace_megabytes'
      then coalesce(nullif(current_setting('trellis.workspace_megabytes', true), '')::bigint, 4096)
    when 'workspace_file_megabytes'
      then coalesce(nullif(current_setting('trellis.workspace_file_megabytes', true), '')::bigint, 10240)
  end;
end
$function$;

-- The bytes that everything in a workspace takes but the bytes of its files: texts of pages, present and former ones,
-- with the documents of those that were open, templates, origins, what Notion said, activity, and the rows of files.
create function private.bytes_in(organization uuid)
 returns bigint
 language plpgsql
 stable
 set search_path to ''
as $function$
begin
  return coalesce((
    select sum(pg_column_size(page.content) + coalesce(pg_column_size(page.description), 0) + 500)
    from public.pages as page
    where page.organization_id = organization
  ), 0)::bigint + coalesce((
    select sum(pg_column_size(text.content)) from public.page_texts as text
    where text.organization_id = organization
  ), 0)::bigint + coalesce((
    select sum(coalesce(pg_column_size(version.description), 0) + 500) from public.page_versions as version
    where version.organization_id = organization
  ), 0)::bigint + coalesce((
    -- Updates are short, as a rule, and not compressed.
    select sum(
      pg_column_size(document.state) + document.bytes - octet_length(document.state)
        + 150 * (document.number - document.state_number) + 500
    )
    from public.page_documents as document
    join public.pages as page on page.id = document.page_id
    where page.organization_id = organization
  ), 0)::bigint + coalesce((
    select sum(pg_column_size(former.state) + pg_column_size(former.updates) + 500)
    from public.page_former_documents as former
    join public.pages as page on page.id = former.page_id
    where page.organization_id = organization
  ), 0)::bigint + coalesce((
    select sum(pg_column_size(template.content) + 500) from public.templates as template
    where template.organization_id = organization
  ), 0)::bigint + coalesce((
    select sum(pg_column_size(origin.changes) + pg_column_size(origin.files) + octet_length(origin.path) + 500)
    from public.page_origins as origin
    join public.pages as page on page.id = origin.page_id
    where page.organization_id = organization
  ), 0)::bigint + coalesce((
    select sum(
      coalesce(pg_column_size(sync.local_text), 0) + coalesce(pg_column_size(sync.remote_text), 0)
        + coalesce(pg_column_size(sync.blocks), 0) + 500
    )
    from public.page_notion_syncs as sync
    where sync.organization_id = organization
  ), 0)::bigint + coalesce((
    select sum(coalesce(octet_length(activity.old_name), 0) + coalesce(octet_length(activity.new_name), 0) + 200)
    from public.page_activity as activity
    where activity.organization_id = organization
  ), 0)::bigint + (
    -- The row, that of its object with at most a kilobyte of notes, and their places in indexes.
    select 2000 * count(*) from public.page_files as file
    where file.organization_id = organization
  );
end
$function$;


-- =====================================================================================================================
-- Writing together: How do several people write one page at once?
-- =====================================================================================================================

-- The shared documents of pages: one row for each page that was opened to be written. Read and written by functions
-- alone.
create table public.page_documents (
  -- The page.
  page_id uuid not null,
  -- The document's identity: updates of another one do not fit.
  epoch uuid default gen_random_uuid() not null,
  -- Names the live channel, `page:<channel>`. Another one when the page goes out of somebody's sight.
  channel uuid default gen_random_uuid() not null,
  -- A Yjs update that holds the document up to state_number. At most 16 MiB.
  state bytea not null,
  -- The last update that the state holds.
  state_number bigint default 0 not null,
  -- The id of that update.
  state_head uuid not null,
  -- The newest update; 0 before the first.
  number bigint default 0 not null,
  -- The id of that update; the epoch before the first.
  head uuid not null,
  -- The page's texts are the document's after this update ...
  texts_number bigint default 0 not null,
  -- ... as long as the page's updated_at is this.
  texts_version timestamp with time zone not null,
  -- The bytes of the state and of the updates after it.
  bytes bigint not null,
  -- It holds words of a time when one person alone saw the page: it begins anew.
  is_to_restart boolean default false not null,
  -- That person, who may go on with it until the page has its texts.
  kept_for uuid,
  -- When the newest update came, or else when the document began.
  updated_at timestamp with time zone default clock_timestamp() not null,
  constraint page_documents_pkey primary key (page_id),
  constraint page_documents_channel_key unique (channel),
  constraint page_documents_kept_for_fkey foreign key (kept_for) references public.user_profiles(id) on delete set null,
  constraint page_documents_page_id_fkey foreign key (page_id) references public.pages(id) on delete cascade,
  constraint page_documents_numbers_ordered check (((0 <= state_number) and (state_number <= texts_number) and (texts_number <= number))),
  constraint page_documents_state_size check ((octet_length(state) <= ((16 * 1024) * 1024)))
) with (fillfactor=80);
create index page_documents_kept_for_idx on public.page_documents using btree (kept_for) where (kept_for is not null);
grant all on public.page_documents to service_role;
alter table public.page_documents enable row level security;
create policy page_documents_all_second_step on public.page_documents as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));

-- The updates of a document after its state, numbered without gaps. Read and written by functions alone.
create table public.page_updates (
  -- The page.
  page_id uuid not null,
  -- Its place in the log.
  number bigint not null,
  -- Tells it from another update with its number, in a database that was restored from a backup.
  id uuid default gen_random_uuid() not null,
  -- What Yjs made of the edits. At most 8 MiB.
  update bytea not null,
  -- The person who made the edits; null once that account is gone.
  created_by uuid,
  -- When it came.
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint page_updates_pkey primary key (page_id, number),
  constraint page_updates_created_by_fkey foreign key (created_by) references public.user_profiles(id) on delete set null,
  constraint page_updates_page_id_fkey foreign key (page_id) references public.page_documents(page_id) on delete cascade,
  constraint page_updates_update_size check ((octet_length(update) <= ((8 * 1024) * 1024)))
);
create index page_updates_created_by_idx on public.page_updates using btree (created_by);
grant all on public.page_updates to service_role;
alter table public.page_updates enable row level security;
create policy page_updates_all_second_step on public.page_updates as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));

-- Documents that pages had before, for browsers that have edits of them and were away when they ended. Read and written
-- by functions alone.
create table public.page_former_documents (
  -- The document's identity.
  epoch uuid not null,
  -- The page.
  page_id uuid not null,
  -- The person alone who may read it, if it has words of a private time.
  private_to uuid,
  -- Its last state ...
  state bytea not null,
  -- ... and the updates after it that the page had in its texts when the next document began with those.
  updates bytea[] not null,
  -- When that was.
  ended_at timestamp with time zone default clock_timestamp() not null,
  constraint page_former_documents_pkey primary key (epoch),
  constraint page_former_documents_page_id_fkey foreign key (page_id) references public.pages(id) on delete cascade,
  constraint page_former_documents_private_to_fkey foreign key (private_to) references public.user_profiles(id) on delete cascade
);
create index page_former_documents_ended_at_idx on public.page_former_documents using btree (ended_at);
create index page_former_documents_page_id_idx on public.page_former_documents using btree (page_id, ended_at);
create index page_former_documents_private_to_idx on public.page_former_documents using btree (private_to) where (private_to is not null);
grant all on public.page_former_documents to service_role;
alter table public.page_former_documents enable row level security;
create policy page_former_documents_all_second_step on public.page_former_documents as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));

-- The answer to a save. A type of its own, since plpgsql knows no argument and column of the same name.
create type private.saved_page_document as (
  epoch uuid,
  channel uuid,
  number bigint,
  head uuid,
  is_taken boolean,
  is_written boolean,
  updates jsonb,
  texts_number bigint,
  texts_version timestamp with time zone,
  version timestamp with time zone,
  name text,
  description text,
  content text
);

-- A page's document, which begins with its first opening: state and updates, or the updates alone that are new since
-- `known_number`, whose id is `known_head`; the page's texts where they are not the document's; and its look. Nothing
-- when the caller finds no such page.
create function public.open_page_document(page_id uuid, known_epoch uuid default null::uuid, known_number bigint default null::bigint, known_head uuid default null::uuid)
 returns table(epoch uuid, channel uuid, number bigint, head uuid, state text, state_number bigint, updates jsonb, texts_number bigint, texts_version timestamp with time zone, version timestamp with time zone, name text, description text, content text, look jsonb)
 language plpgsql
 rows 1
 set search_path to ''
as $function$
declare
  opened record;
begin
  for attempt in 1 .. 2 loop
    select page.updated_at, document.*, public.look(page) as look,
      case when is_other then page.name end as name,
      case when is_other then coalesce(page.description, '') end as description,
      case when is_other then page.content end as content
    into opened
    from public.pages as page
    left join lateral private.read_page_document(page.id, known_epoch, known_number, known_head, page.updated_at) as document
      on true
    cross join lateral (select page.updated_at is distinct from document.texts_version) as texts (is_other)
    where page.id = open_page_document.page_id and not page.is_archived;
    if not found then
      return;
    end if;
    exit when attempt = 2 or opened.epoch is not null and not opened.has_outgrown;
    -- Only those begin a document who may write the page. Of two at once, the second one finds the first one's.
    perform from public.pages as page
    where page.id = open_page_document.page_id and not page.is_archived for no key update;
    exit when not found;
    perform private.begin_page_document(page_id);
  end loop;
  return query select opened.epoch, opened.channel, opened.number, opened.head, opened.state, opened.state_number, opened.updates,
    opened.texts_number, opened.texts_version, opened.updated_at, opened.name, opened.description, opened.content, opened.look;
end
$function$;
grant execute on function public.open_page_document(uuid,uuid,bigint,uuid) to authenticated, service_role;

-- A page's document, or what is new in it since the caller had it.
create function private.read_page_document(page_id uuid, known_epoch uuid, known_number bigint, known_head uuid, version timestamp with time zone)
 returns table(epoch uuid, channel uuid, number bigint, head uuid, state text, state_number bigint, updates jsonb, texts_number bigint, texts_version timestamp with time zone, has_outgrown boolean)
 language plpgsql
 stable security definer rows 1
 set search_path to ''
as $function$
declare
  document public.page_documents;
  -- Somebody who has a part already gets the rest.
  is_known boolean;
begin
  -- Without the state, which would be unpacked.
  select known.page_id, known.epoch, known.channel, known.number, known.head, known.state_number, known.state_head,
    known.texts_number, known.texts_version, known.is_to_restart, known.kept_for
  into document.page_id, document.epoch, document.channel, document.number, document.head, document.state_number,
    document.state_head, document.texts_number, document.texts_version, document.is_to_restart, document.kept_for
  from public.page_documents as known where known.page_id = read_page_document.page_id;
  if not found or private.is_kept_from_caller(document.is_to_restart, document.kept_for) then
    return;
  end if;
  is_known := coalesce(
    document.epoch = known_epoch and known_number >= document.state_number
      and private.has_in_log(document, known_number, known_head) and document.texts_version = version, false);
  return query select document.epoch, document.channel, document.number, document.head,
    case when not is_known then (
      select encode(known.state, 'base64') from public.page_documents as known
      where known.page_id = read_page_document.page_id
    ) end,
    document.state_number,
    private.list_page_updates(
      page_id, case when is_known then known_number else document.state_number end, document.number),
    document.texts_number, document.texts_version, private.has_outgrown(page_id);
end
$function$;
grant execute on function private.read_page_document(uuid,uuid,bigint,uuid,timestamp with time zone) to authenticated;

-- Updates of a page's document, as clients get them.
create function private.list_page_updates(page_id uuid, after bigint, until bigint)
 returns jsonb
 language plpgsql
 stable security definer
 set search_path to ''
as $function$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'number', log.number, 'id', log.id, 'update', encode(log.update, 'base64'), 'by', log.created_by, 'at', log.created_at
    ) order by log.number)
    from public.page_updates as log
    where log.page_id = list_page_updates.page_id and log.number > after and log.number <= until
  ), '[]');
end
$function$;

-- Whether a document's log has this update under this number. False for one that only the state holds.
create function private.has_in_log(document public.page_documents, number bigint, head uuid)
 returns boolean
 language plpgsql
 stable security definer
 set search_path to ''
as $function$
begin
  return coalesce(
    number between 0 and document.number and (
      -- A tab with an earlier build knows no ids.
      head is null
      or head = case number
        when document.number then document.head
        when document.state_number then document.state_head
        else (
          select log.id from public.page_updates as log
          where log.page_id = document.page_id and log.number = has_in_log.number
        )
      end
    ), false);
end
$function$;

-- Begins a page's document with the page's present texts: its first one, one in place of an outgrown one, or of the one
-- that is named.
create function private.begin_page_document(page_id uuid, replaced uuid default null::uuid)
 returns boolean
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  page record;
  document public.page_documents;
  next_epoch uuid := gen_random_uuid();
  -- Those who write bring their updates into the texts within seconds.
  is_being_written boolean;
begin
  select * into document
  from public.page_documents as known where known.page_id = begin_page_document.page_id for no key update;
  is_being_written := document.texts_number < document.number
    and document.updated_at > clock_timestamp() - interval '10 seconds';
  if replaced is not null and (document.epoch is distinct from replaced or is_being_written)
    or replaced is null and document.epoch is not null and not private.has_outgrown(page_id) then
    return false;
  end if;
  select known.updated_at, known.private_to, private.encode_document(known.name, known.description, known.content) as state
  into page
  from public.pages as known where known.id = begin_page_document.page_id;
  if document.epoch is null then
    insert into public.page_documents (page_id, epoch, state, state_head, head, texts_version, bytes)
    values (begin_page_document.page_id, next_epoch, page.state, next_epoch, next_epoch, page.updated_at,
      octet_length(page.state));
    return true;
  end if;
  perform private.keep_former_document(document, page.private_to);
  delete from public.page_updates as log where log.page_id = begin_page_document.page_id;
  update public.page_documents as known
  set epoch = next_epoch, state = page.state, state_number = 0, state_head = next_epoch, number = 0, head = next_epoch,
    texts_number = 0, texts_version = page.updated_at, bytes = octet_length(page.state), is_to_restart = false,
    kept_for = null, updated_at = clock_timestamp()
  where known.page_id = begin_page_document.page_id;
  perform realtime.send(
    jsonb_build_object('epoch', next_epoch, 'number', 0, 'head', next_epoch, 'textsNumber', 0,
      'textsVersion', page.updated_at, 'version', page.updated_at),
    'texts', 'page:' || document.channel, true);
  return true;
end
$function$;
grant execute on function private.begin_page_document(uuid,uuid) to authenticated;

-- Keeps a document that ends for some weeks, and lets go of older ones.
create function private.keep_former_document(document public.page_documents, private_to uuid)
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  most_kept constant integer := 8;
  longest_kept constant interval := '30 days';
begin
  -- Nobody may read the words of one whose account is gone.
  if not document.is_to_restart or document.kept_for is not null then
    insert into public.page_former_documents (epoch, page_id, private_to, state, updates)
    values (document.epoch, document.page_id, coalesce(document.kept_for, keep_former_document.private_to),
      document.state, array(
        select log.update from public.page_updates as log
        where log.page_id = document.page_id and log.number <= document.texts_number order by log.number
      ));
  end if;
  delete from public.page_former_documents as former
  where former.page_id = document.page_id and former.epoch not in (
    select newest.epoch from public.page_former_documents as newest
    where newest.page_id = document.page_id order by newest.ended_at desc limit most_kept
  );
  delete from public.page_former_documents as former
  where former.epoch in (
    select old.epoch from public.page_former_documents as old
    where old.ended_at < clock_timestamp() - longest_kept limit 100 for update skip locked
  );
end
$function$;

-- Whether a page's document is better begun anew for this caller: it has words of somebody's private time, or a night
-- after its last update much more than the page's texts.
create function private.has_outgrown(page_id uuid)
 returns boolean
 language plpgsql
 stable security definer
 set search_path to ''
as $function$
begin
  return (
    select private.is_kept_from_caller(document.is_to_restart, document.kept_for)
      or document.is_to_restart and document.texts_number = document.number
      or document.texts_number = document.number and document.texts_version = page.updated_at
        and document.updated_at < clock_timestamp() - interval '8 hours'
        -- Traces of half the size of its texts make a page take almost half more time to open.
        and document.bytes > 4096 + 1.5 * (
          octet_length(page.name) + coalesce(octet_length(page.description), 0) + octet_length(page.content)
        )
    from public.page_documents as document
    join public.pages as page on page.id = document.page_id
    where document.page_id = has_outgrown.page_id
  );
end
$function$;

-- Whether a document has words of somebody else's private time: that person alone gets its epoch, its state and its
-- updates.
create function private.is_kept_from_caller(is_to_restart boolean, kept_for uuid)
 returns boolean
 language plpgsql
 stable security definer
 set search_path to ''
as $function$
begin
  return is_to_restart and kept_for is distinct from auth.uid();
end
$function$;

-- A document that a page had before, as far as the page's texts had it when the next one began: for a browser that
-- still has edits of it. Nothing when the caller finds no such page, or may not read that document, or it ended some
-- weeks ago.
create function public.open_former_document(page_id uuid, epoch uuid)
 returns table(state text, updates jsonb)
 language plpgsql
 stable rows 1
 set search_path to ''
as $function$
begin
  return query
  select former.state, former.updates
  from public.pages as page
  cross join lateral private.read_former_document(page.id, open_former_document.epoch) as former
  where page.id = open_former_document.page_id and not page.is_archived;
end
$function$;
grant execute on function public.open_former_document(uuid,uuid) to authenticated, service_role;

-- A document that a page had before. Nothing when it has words of somebody else's private time.
create function private.read_former_document(page_id uuid, epoch uuid)
 returns table(state text, updates jsonb)
 language plpgsql
 stable security definer rows 1
 set search_path to ''
as $function$
begin
  return query
  select encode(former.state, 'base64'), coalesce((
    select jsonb_agg(encode(log.update, 'base64') order by log.place)
    from unnest(former.updates) with ordinality as log (update, place)
  ), '[]')
  from public.page_former_documents as former
  where former.epoch = read_former_document.epoch and former.page_id = read_former_document.page_id
    and coalesce(former.private_to, auth.uid()) = auth.uid();
end
$function$;
grant execute on function private.read_former_document(uuid,uuid) to authenticated;

-- A new Yjs document with these texts, as an update. The same texts give another document each time.
create function private.encode_document(name text, description text, content text)
 returns bytea
 language plpgsql
 set search_path to ''
as $function$
declare
  -- Browsers choose among all numbers of 32 bits: it is unlikely enough that one of them gets the same.
  client constant bigint := (2 ^ 29 + floor(random() * 2 ^ 29))::bigint;
  structs bytea := '';
  count integer := 0;
  field record;
begin
  for field in
    -- Line ends as the editor has them.
    select texts.root, replace(replace(texts.written, E'\r\n', E'\n'), E'\r', E'\n') as written
    from (values (1, 'name', name), (2, 'description', description), (3, 'content', content)) as texts (place, root, written)
    where texts.written <> ''
    order by texts.place
  loop
    structs := structs || '\x0401'::bytea || private.encode_text(field.root) || private.encode_text(field.written);
    count := count + 1;
  end loop;
  if count = 0 then
    return '\x0000';
  end if;
  return '\x01'::bytea || private.encode_number(count) || private.encode_number(client) || '\x00'::bytea
    || structs || '\x00'::bytea;
end
$function$;

-- A text as Yjs writes it: its length in bytes, and those.
create function private.encode_text(written text)
 returns bytea
 language plpgsql
 immutable strict
 set search_path to ''
as $function$
declare
  bytes bytea := convert_to(written, 'UTF8');
begin
  return private.encode_number(octet_length(bytes)) || bytes;
end
$function$;

-- A number as Yjs writes it: seven bits in each byte, the lowest first.
create function private.encode_number(number bigint)
 returns bytea
 language plpgsql
 immutable strict
 set search_path to ''
as $function$
declare
  rest bigint := number;
  bytes bytea := '';
begin
  while rest > 127 loop
    bytes := bytes || set_byte('\x00'::bytea, 0, (rest & 127)::integer | 128);
    rest := rest >> 7;
  end loop;
  return bytes || set_byte('\x00'::bytea, 0, rest::integer);
end
$function$;

-- Appends an update to a page's document, and writes those of name, description and content that `texts` holds, if the
-- caller has seen every update and the page's version. With `needs_newest`, nothing is appended for a caller who has
-- missed an update. Answers the updates that the caller has not seen; nothing when the caller finds no such page.
create function public.save_page_document(page_id uuid, epoch uuid, seen bigint, based_on timestamp with time zone, update text default null::text, texts jsonb default null::jsonb, begins_version boolean default false, adopts boolean default false, seen_head uuid default null::uuid, needs_newest boolean default false)
 returns setof private.saved_page_document
 language plpgsql
 rows 1
 set search_path to ''
as $function$
declare
  page record;
  answer private.saved_page_document;
begin
  if epoch is null or seen is null or based_on is null then
    raise exception 'A save names the document, and the update and the version that it has seen.' using errcode = '22004';
  elsif seen < 0 then
    raise exception 'Updates are numbered from 1.' using errcode = '22023';
  elsif jsonb_typeof(texts) not in ('object', 'null')
    or jsonb_typeof(texts -> 'name') not in ('string', 'null')
    or jsonb_typeof(texts -> 'description') not in ('string', 'null')
    or jsonb_typeof(texts -> 'content') not in ('string', 'null') then
    raise exception 'Texts are sent as an object of strings.' using errcode = '22023';
  end if;
  select known.updated_at, known.organization_id into page
  from public.pages as known
  where known.id = save_page_document.page_id and not known.is_archived for no key update;
  if not found then
    return;
  end if;
  answer := private.judge_page_save(
    page_id, page.updated_at, epoch, seen, seen_head, based_on, coalesce(adopts, false));
  if needs_newest and answer.updates is distinct from '[]' then
    answer.is_taken := false;
  end if;
  if answer.is_written and texts ?| '{name,description,content}' then
    perform set_config('trellis.begins_version', case when begins_version then 'on' else '' end, true);
    perform private.note_brought_ids(texts ->> 'content', update);
    update public.pages as known
    set name = coalesce(texts ->> 'name', known.name),
      description = coalesce(texts ->> 'description', known.description),
      content = coalesce(texts ->> 'content', known.content)
    where known.id = save_page_document.page_id
    returning known.updated_at,
      -- Texts that were sent need not travel back.
      case when known.name <> texts ->> 'name' then known.name end,
      case when known.description <> texts ->> 'description' then known.description end,
      case when known.content <> texts ->> 'content' then known.content end
    into answer.version, answer.name, answer.description, answer.content;
  end if;
  if answer.is_taken then
    answer := private.append_page_update(page_id, page.organization_id, update, answer);
  end if;
  return next answer;
end
$function$;
grant execute on function public.save_page_document(uuid,uuid,bigint,timestamp with time zone,text,jsonb,boolean,boolean,uuid,boolean) to authenticated, service_role;

-- Finds out whether a page's document takes a save, and whether its texts are to be written.
create function private.judge_page_save(page_id uuid, version timestamp with time zone, epoch uuid, seen bigint, seen_head uuid, based_on timestamp with time zone, adopts boolean)
 returns private.saved_page_document
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  document public.page_documents;
  writers uuid[];
  answer private.saved_page_document;
begin
  select known.page_id, known.epoch, known.channel, known.number, known.head, known.state_number, known.state_head,
    known.texts_number, known.texts_version, known.is_to_restart, known.kept_for
  into document.page_id, document.epoch, document.channel, document.number, document.head, document.state_number,
    document.state_head, document.texts_number, document.texts_version, document.is_to_restart, document.kept_for
  from public.page_documents as known where known.page_id = judge_page_save.page_id for no key update;
  if private.is_kept_from_caller(document.is_to_restart, document.kept_for) then
    perform private.begin_page_document(page_id);
    return private.judge_page_save(page_id, version, epoch, seen, seen_head, based_on, adopts);
  end if;
  answer.epoch := document.epoch;
  answer.channel := document.channel;
  answer.number := document.number;
  answer.head := document.head;
  answer.texts_number := document.texts_number;
  answer.texts_version := document.texts_version;
  answer.version := version;
  answer.is_taken := false;
  answer.is_written := false;
  perform set_config('trellis.bytes_written', '', true);
  -- Updates that are not there are those of a copy of the database that was replaced by an older one.
  if document.epoch is distinct from epoch or not private.has_in_log(document, seen, seen_head) then
    return answer;
  end if;
  if seen = document.number then
    answer.updates := '[]';
  elsif seen >= document.state_number then
    answer.updates := private.list_page_updates(page_id, seen, document.number);
  end if;
  answer.is_written := coalesce(
    seen = document.number and version = based_on and (document.texts_version = version) <> adopts, false);
  answer.is_taken := answer.is_written or not adopts;
  if answer.is_written then
    writers := array[auth.uid()];
    if document.texts_number < document.number then
      -- Their accounts stay until the save has ended; accounts on their way out are left out.
      writers := writers || array(
        select person.id from public.user_profiles as person
        where person.id <> auth.uid() and person.id in (
          select log.created_by from public.page_updates as log
          where log.page_id = judge_page_save.page_id and log.number > document.texts_number
        )
        for key share skip locked
      );
    end if;
    -- For the page's versions and activity, until private.append_page_update().
    perform set_config('trellis.document', epoch::text, true),
      set_config('trellis.writers', writers::text, true);
  end if;
  return answer;
end
$function$;
grant execute on function private.judge_page_save(uuid,timestamp with time zone,uuid,bigint,uuid,timestamp with time zone,boolean) to authenticated;

-- Ends a save: numbers the update, and notes and tells how far the page's texts are the document's.
create function private.append_page_update(page_id uuid, organization_id uuid, update text, judged private.saved_page_document)
 returns private.saved_page_document
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  most_bytes constant integer := 32 * 1024 * 1024;
  most_update_bytes constant integer := 8 * 1024 * 1024;
  -- Some 8 KB as base64. Longer ones are read.
  longest_told constant integer := 6000;
  edits bytea;
  size integer := 0;
  message jsonb;
  is_in_step boolean := true;
  is_kept boolean;
  answer private.saved_page_document := judged;
begin
  if update <> '' then
    edits := private.read_edits(update);
    size := octet_length(edits);
  end if;
  if size > most_update_bytes then
    perform private.refuse('edits_too_large');
  end if;
  if size > 0 then
    answer.number := answer.number + 1;
    perform private.take_room(organization_id, size);
    insert into public.page_updates (page_id, number, update, created_by)
    values (append_page_update.page_id, answer.number, edits, auth.uid())
    returning id into answer.head;
  end if;
  if answer.is_written then
    is_in_step := answer.texts_number = answer.number and answer.texts_version = answer.version;
    answer.texts_number := answer.number;
    answer.texts_version := answer.version;
    perform set_config('trellis.document', '', true), set_config('trellis.writers', '', true);
  end if;
  if size = 0 and is_in_step then
    return answer;
  end if;
  update public.page_documents as document
  set number = answer.number, head = answer.head, texts_number = answer.texts_number, texts_version = answer.texts_version,
    bytes = document.bytes + size, updated_at = case when size > 0 then clock_timestamp() else document.updated_at end
  where document.page_id = append_page_update.page_id and document.bytes + size <= most_bytes
  returning document.is_to_restart into is_kept;
  if not found then
    perform private.refuse('document_too_large');
  end if;
  message := jsonb_build_object(
    'epoch', answer.epoch, 'number', answer.number, 'head', answer.head, 'textsNumber', answer.texts_number,
    'textsVersion', answer.texts_version, 'version', answer.version);
  if size > 0 then
    message := message || jsonb_build_object('by', auth.uid(), 'after', judged.head);
    -- Others may join the channel, which the document that comes next has as well, and read what was told before.
    if size <= longest_told and not is_kept then
      -- Written anew: Postgres reads more as base64 than browsers do.
      message := message || jsonb_build_object('update', encode(edits, 'base64'));
    end if;
  end if;
  perform realtime.send(message, case when size > 0 then 'update' else 'texts' end, 'page:' || answer.channel, true);
  return answer;
end
$function$;
grant execute on function private.append_page_update(uuid,uuid,text,private.saved_page_document) to authenticated;

-- The bytes of an update, from base64.
create function private.read_edits(encoded text)
 returns bytea
 language plpgsql
 set search_path to ''
as $function$
begin
  return decode(encoded, 'base64');
exception when invalid_parameter_value then
  perform private.refuse('edits_unreadable');
end
$function$;

-- Puts a state in place of the updates of a page's document up to `up_to`, whose id is `head`, and which the page's
-- texts hold. False when it is another document or state by now, or the caller finds no such page.
create function public.compact_page_document(page_id uuid, epoch uuid, up_to bigint, state text, head uuid default null::uuid)
 returns boolean
 language plpgsql
 set search_path to ''
as $function$
declare
  organization uuid;
begin
  if epoch is null or up_to is null or state is null then
    raise exception 'A state comes with its document and the last update that it holds.' using errcode = '22004';
  end if;
  select page.organization_id into organization from public.pages as page
  where page.id = compact_page_document.page_id and not page.is_archived for no key update;
  return found and private.replace_page_state(page_id, organization, epoch, up_to, head, state);
end
$function$;
grant execute on function public.compact_page_document(uuid,uuid,bigint,text,uuid) to authenticated, service_role;

-- Puts a state in place of a document's updates up to a number. False where those are none, or have texts to be saved.
create function private.replace_page_state(page_id uuid, organization_id uuid, epoch uuid, up_to bigint, head uuid, state text)
 returns boolean
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  most_bytes constant integer := 16 * 1024 * 1024;
  document record;
  next_state bytea;
  freed bigint;
begin
  select octet_length(known.state) as size, log.id as head into document
  from public.page_documents as known
  join public.page_updates as log on log.page_id = known.page_id and log.number = up_to
  where known.page_id = replace_page_state.page_id and known.epoch = replace_page_state.epoch
    and known.state_number < up_to and up_to <= known.texts_number
    and log.id = coalesce(replace_page_state.head, log.id)
    and not private.is_kept_from_caller(known.is_to_restart, known.kept_for)
  for no key update of known;
  if not found then
    return false;
  end if;
  next_state := private.read_edits(state);
  -- Not even an empty document is shorter.
  if octet_length(next_state) < 2 then
    perform private.refuse('edits_unreadable');
  elsif octet_length(next_state) > most_bytes then
    perform private.refuse('document_too_large');
  end if;
  with gone as (
    delete from public.page_updates as log
    where log.page_id = replace_page_state.page_id and log.number <= up_to
    returning octet_length(log.update) as size
  )
  select document.size + coalesce(sum(gone.size), 0) into freed from gone;
  -- It makes room as a rule: then it is welcome in a full workspace, too.
  if octet_length(next_state) > freed then
    perform private.take_room(organization_id, octet_length(next_state) - freed);
  end if;
  update public.page_documents as known
  set state = next_state, state_number = up_to, state_head = document.head, bytes = known.bytes - freed + octet_length(next_state)
  where known.page_id = replace_page_state.page_id;
  return true;
end
$function$;
grant execute on function private.replace_page_state(uuid,uuid,uuid,bigint,uuid,text) to authenticated;

-- Begins a page's document anew with the page's present texts, for one that cannot be read. False when it is another
-- one by now, while updates are on their way into the texts, or when the caller finds no such page.
create function public.restart_page_document(page_id uuid, epoch uuid)
 returns boolean
 language plpgsql
 set search_path to ''
as $function$
begin
  if epoch is null then
    raise exception 'The document to replace is named.' using errcode = '22004';
  end if;
  perform from public.pages as page
  where page.id = restart_page_document.page_id and not page.is_archived for no key update;
  return found and private.begin_page_document(page_id, epoch);
end
$function$;
grant execute on function public.restart_page_document(uuid,uuid) to authenticated, service_role;

-- Gives a page's document another channel when others see the page, and begins it anew when it was private.
create function private.renew_page_channel(page_id uuid, former_reader uuid, reader uuid)
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  left_channel uuid;
  is_due boolean;
begin
  select document.channel into left_channel
  from public.page_documents as document where document.page_id = renew_page_channel.page_id for no key update;
  if found then
    update public.page_documents as document
    set channel = gen_random_uuid(),
      is_to_restart = document.is_to_restart or former_reader is not null and former_reader is distinct from reader,
      kept_for = case when document.is_to_restart then document.kept_for
        when former_reader is distinct from reader then former_reader end
    where document.page_id = renew_page_channel.page_id
    returning document.is_to_restart and document.texts_number = document.number into is_due;
    if is_due then
      perform private.begin_page_document(page_id);
    end if;
    perform pg_notify('realtime_access_changed', jsonb_build_object('topic', topic || left_channel)::text)
    from unnest(array['page:', 'typing:']) as topic;
  end if;
end
$function$;

-- Lets go of what is known of the former texts of a page that one person alone saw: files that it showed, and words
-- that search still has.
create function private.forget_private_time(page_id uuid)
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  delete from public.page_file_uses as use where use.page_id = forget_private_time.page_id and use.gone_at is not null;
  if exists (select from public.page_work as work where work.page_id = forget_private_time.page_id) then
    update public.page_work as work set part = 0 where work.page_id = forget_private_time.page_id and work.part > 0;
    delete from public.page_search as known where known.page_id = forget_private_time.page_id;
    delete from public.page_links as link where link.source_id = forget_private_time.page_id;
    delete from public.page_wiki_links as link where link.source_id = forget_private_time.page_id;
    delete from public.page_aliases as alias where alias.page_id = forget_private_time.page_id;
  end if;
end
$function$;

-- Trigger: waits until the worker holds no text of the page that it has read and not yet written.
create function private.await_page_work()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  place constant integer := private.place_in_hand(new.id);
begin
  if not exists (select from public.page_work as work where work.page_id = new.id) then
    return new;
  end if;
  if not pg_try_advisory_xact_lock_shared(hashtext('page in hand'), place) then
    perform pg_advisory_xact_lock_shared(hashtext('waits for the worker'), 0);
    perform pg_advisory_xact_lock_shared(hashtext('page in hand'), place);
  end if;
  return new;
end
$function$;
create trigger pages_20_await_work before update on public.pages for each row when (((old.private_to is not null) and (new.private_to is distinct from old.private_to))) execute function private.await_page_work();

-- Tells those who write a page that it got other texts past its document.
create function private.tell_document(page uuid, version timestamp with time zone)
 returns void
 language plpgsql
as $function$
declare
  document record;
begin
  select known.epoch, known.channel, known.number, known.head, known.texts_number, known.texts_version into document
  from public.page_documents as known where known.page_id = tell_document.page;
  if found then
    perform realtime.send(
      jsonb_build_object(
        'epoch', document.epoch, 'number', document.number, 'head', document.head, 'textsNumber', document.texts_number,
        'textsVersion', document.texts_version, 'version', tell_document.version),
      'texts', 'page:' || document.channel, true);
  end if;
end
$function$;


-- =====================================================================================================================
-- The tree: Where may a page be, in which order, and who hides what?
-- =====================================================================================================================

-- Trigger: has a policy lock the trees of the pages that the statement finds.
create function private.begin_changing_trees()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  if not private.is_arranging() then
    perform set_config('trellis.changed_trees', array(select private.my_organization_ids())::text, true);
  end if;
  return null;
end
$function$;
create trigger pages_00_lock before update of parent_id, order_index, visibility, is_archived on public.pages for each statement execute function private.begin_changing_trees();

-- Always true, after it has waited for the right to change a workspace's tree, if the statement changes trees and the
-- caller is in that workspace.
create function private.holds_tree(organization_id uuid)
 returns boolean
 language plpgsql
 security definer cost 1000
 set search_path to ''
as $function$
declare
  trees constant text := coalesce(current_setting('trellis.changed_trees', true), '');
begin
  if trees <> '' and organization_id = any (trees::uuid[]) then
    perform private.lock_tree(organization_id);
  end if;
  return true;
end
$function$;
grant execute on function private.holds_tree(uuid) to authenticated, service_role;

-- Waits for the right to change the tree of a page that the caller sees.
create function private.lock_tree_of(page_id uuid)
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  perform private.lock_tree(page.organization_id)
  from public.pages as page
  where page.id = lock_tree_of.page_id and (
    auth.uid() is null or private.sees_page(
      (select auth.uid()), array(select private.my_organization_ids()), page.organization_id, page.private_to
    )
  );
end
$function$;
grant execute on function private.lock_tree_of(uuid) to authenticated, service_role;

-- Waits for the right to change a workspace's tree, until the end of the transaction.
create function private.lock_tree(organization_id uuid)
 returns void
 language plpgsql
 set search_path to ''
as $function$
declare
  key constant bigint := hashtextextended('pages of ' || organization_id, 0);
  -- The last tree of the order that this transaction has.
  last_tree constant uuid := nullif(current_setting('trellis.last_tree', true), '')::uuid;
begin
  if last_tree is null or organization_id >= last_tree then
    perform pg_advisory_xact_lock(key);
    if organization_id is distinct from last_tree then
      perform set_config('trellis.last_tree', organization_id::text, true);
    end if;
  elsif not pg_try_advisory_xact_lock(key) then
    raise exception using errcode = 'deadlock_detected', message = 'Somebody else is changing one of these workspaces';
  end if;
end
$function$;

-- Whether the current statement is a page rule's own.
create function private.is_arranging()
 returns boolean
 language sql
 stable
as $function$
  select coalesce(pg_catalog.current_setting('trellis.arranging', true), '') operator(pg_catalog.<>) ''
$function$;

-- Whether the current statement is a page rule's own, which does itself, for all pages together, what follows a change
-- of each.
create function private.is_arranging_whole()
 returns boolean
 language sql
 stable
as $function$
  select coalesce(pg_catalog.current_setting('trellis.arranging', true), '') operator(pg_catalog.=) 'whole'
$function$;

-- Marks the statements up to the next call as a page rule's own.
create function private.set_arranging(arranging boolean)
 returns void
 language sql
 set search_path to ''
as $function$
  select set_config('trellis.arranging', case when arranging then 'on' else '' end, true)
$function$;

-- A page can only be where there is a place for it.
create function private.check_page_parent(id uuid, organization_id uuid, parent_id uuid, is_archived boolean, is_new boolean)
 returns void
 language plpgsql
as $function$
declare
  caller uuid := auth.uid();
  parent record;
begin
  select page.organization_id, page.is_archived, page.private_to into parent
  from public.pages as page
  where page.id = check_page_parent.parent_id;
  -- To a caller, a page that they cannot read does not exist.
  if not found or parent.organization_id <> check_page_parent.organization_id or (caller is not null and not private.sees_page(
    caller, array(select private.my_organization_ids()), parent.organization_id, parent.private_to
  )) then
    perform private.refuse('parent_missing');
  end if;
  if parent.is_archived and not check_page_parent.is_archived then
    perform private.refuse('parent_archived');
  end if;
  if not is_new and private.is_page_within(parent_id, id) then
    perform private.refuse('page_cycle');
  end if;
end
$function$;

-- Whether a page is another one or beneath it.
create function private.is_page_within(page_id uuid, ancestor_id uuid)
 returns boolean
 language sql
 security definer
 set search_path to ''
as $function$
  with recursive line as (
    select id, parent_id from public.pages where id = page_id
    union
    select page.id, page.parent_id from line join public.pages as page on page.id = line.parent_id
  )
  select exists (select from line where id = ancestor_id)
$function$;

-- Finds the only person who sees a page, if it is private.
create function private.hide_page(created_by uuid, parent_id uuid, visibility text, old_visibility text, old_private_to uuid)
 returns uuid
 language plpgsql
as $function$
declare
  caller constant uuid := auth.uid();
  private_to uuid;
begin
  if visibility = 'private' then
    private_to := created_by;
  elsif parent_id is not null then
    private_to := (select parent.private_to from public.pages as parent where parent.id = hide_page.parent_id);
  end if;
  if caller is distinct from created_by and caller is not null and (
    visibility = 'private' and old_visibility is distinct from 'private'
    or private_to is not null and private_to is distinct from old_private_to
  ) then
    perform private.refuse('not_creator');
  end if;
  return private_to;
end
$function$;

-- Whether there are pages beneath a page, in the trash or not.
create function private.has_children(page public.pages)
 returns boolean
 language plpgsql
 stable
 set search_path to ''
as $function$
begin
  return (
    select true from public.pages as child
    where child.organization_id = has_children.page.organization_id and child.parent_id = has_children.page.id
    order by child.order_index
    limit 1
  ) is not null;
end
$function$;

-- The pages beneath a page are hidden, and shown, with it.
create function private.hide_subtree(new public.pages)
 returns void
 language plpgsql
as $function$
declare
  subtree uuid[];
  hidden record;
begin
  if not private.has_children(new) then
    return;
  end if;
  subtree := private.pages_hidden_with(new.id, new.organization_id);
  if subtree = '{}' then
    return;
  elsif new.private_to is not null then
    perform private.set_arranging(true);
    update public.pages as page
    set parent_id = null
    where page.id = any (subtree)
      and page.created_by is distinct from new.private_to and page.is_archived and not new.is_archived;
    if found then
      subtree := private.pages_hidden_with(new.id, new.organization_id);
    end if;
    perform private.set_arranging(false);
    if exists (
      select from public.pages as page
      where page.id = any (subtree) and page.created_by is distinct from new.private_to
    ) then
      perform private.refuse('hides_others');
    end if;
  end if;
  for hidden in
    select page.private_to as former_reader, array_agg(page.id) as page_ids
    from public.pages as page
    where page.id = any (subtree) and page.private_to is distinct from new.private_to
    group by page.private_to
  loop
    perform set_config('trellis.arranging', 'whole', true);
    update public.pages as page set private_to = new.private_to where page.id = any (hidden.page_ids);
    perform private.set_arranging(false);
    perform private.renew_page_channel(id, hidden.former_reader, new.private_to) from unnest(hidden.page_ids) as id;
    if hidden.former_reader is not null then
      perform private.forget_private_time(id) from unnest(hidden.page_ids) as id;
    end if;
    perform private.note_page_changes(
      hidden.page_ids, new.organization_id, hidden.former_reader, hidden.former_reader is null);
  end loop;
end
$function$;

-- The pages beneath a page that are hidden, and shown, with it.
create function private.pages_hidden_with(top uuid, organization uuid)
 returns uuid[]
 language sql
 stable
 set search_path to ''
as $function$
  with recursive subtree as (
    select pages_hidden_with.top as id
    union all
    select child.id
    from subtree
    cross join lateral (
      select known.id from public.pages as known
      where known.parent_id = subtree.id and known.organization_id = pages_hidden_with.organization and known.visibility <> 'private'
      order by known.order_index
      offset 0
    ) as child
  )
  select coalesce(array_agg(subtree.id) filter (where subtree.id <> pages_hidden_with.top), '{}') from subtree
$function$;

-- Trigger: a removed account takes along nobody else's private pages.
create function private.rescue_private_pages()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  update public.pages as page
  set parent_id = null
  from public.pages as parent
  where parent.id = page.parent_id
    and parent.private_to = old.id
    and page.private_to is distinct from old.id;
  return old;
end
$function$;
create trigger user_profiles_rescue_private_pages before delete on public.user_profiles for each row execute function private.rescue_private_pages();

-- A page has a number that none of its siblings has, among those that are seen together.
create function private.place_page(id uuid, place uuid, private_to uuid, is_archived boolean, wanted double precision)
 returns double precision
 language plpgsql
as $function$
declare
  next double precision;
begin
  if wanted is null then
    return (
      select coalesce(max(page.order_index), 0) + 1 from public.pages as page
      where coalesce(page.parent_id, page.organization_id) = place and not page.is_archived and page.id <> place_page.id
        and (page.private_to is null or page.private_to = place_page.private_to)
    );
  elsif not place_page.is_archived and exists (
    select from public.pages as page
    where coalesce(page.parent_id, page.organization_id) = place and not page.is_archived and page.id <> place_page.id
      and (page.private_to is null or page.private_to = place_page.private_to)
      and page.order_index = wanted
  ) then
    select min(page.order_index) into next
    from public.pages as page
    where coalesce(page.parent_id, page.organization_id) = place and not page.is_archived and page.id <> place_page.id
      and (page.private_to is null or page.private_to = place_page.private_to)
      and page.order_index > wanted;
    return coalesce((wanted + next) / 2, wanted + 1);
  end if;
  return wanted;
end
$function$;

-- Keeps room between siblings that are seen together.
create function private.renumber_siblings(new public.pages)
 returns void
 language plpgsql
as $function$
declare
  place uuid := coalesce(new.parent_id, new.organization_id);
  common uuid;
  near record;
begin
  select
    bool_or(sibling.private_to is null or sibling.private_to = new.private_to) as are_seen_together,
    bool_or(sibling.order_index = new.order_index and sibling.private_to is distinct from new.private_to) as share_a_number
  into near
  from public.pages as sibling
  where coalesce(sibling.parent_id, sibling.organization_id) = place and not sibling.is_archived and sibling.id <> new.id
    and sibling.order_index between new.order_index - 1e-6 and new.order_index + 1e-6;
  -- The limits leave room for as many more halvings and steps as a statement can bring: see pages_order_index_range.
  if not (abs(new.order_index) > 1e8 or coalesce(near.are_seen_together or near.share_a_number, false)) then
    return;
  end if;
  select parent.private_to into common from public.pages as parent where parent.id = new.parent_id;
  perform private.set_arranging(true);
  if new.private_to is not distinct from common then
    perform private.step_aside(place, common, new.order_index);
  end if;
  if abs(new.order_index) > 1e8 or near.are_seen_together then
    if new.private_to is not distinct from common then
      perform private.renumber_common(place, common);
    else
      perform private.renumber_private(place, new.private_to);
    end if;
  end if;
  perform private.set_arranging(false);
end
$function$;

-- Moves private pages from a number that a shared one has taken.
create function private.step_aside(place uuid, common uuid, number double precision)
 returns void
 language sql
 security definer
 set search_path to ''
as $function$
  update public.pages as page
  set order_index = coalesce((
    select (number + min(other.order_index)) / 2 from public.pages as other
    where coalesce(other.parent_id, other.organization_id) = place and not other.is_archived
      and (other.private_to is null or other.private_to = page.private_to) and other.order_index > number
  ), number + 1)
  where coalesce(page.parent_id, page.organization_id) = place and not page.is_archived
    and page.private_to is distinct from common and page.order_index = number
$function$;

-- Numbers siblings anew, in the order that they have.
create function private.renumber_common(place uuid, common uuid)
 returns void
 language sql
 security definer
 set search_path to ''
as $function$
  with sibling as (
    select id, order_index, created_at, private_to, private_to is not distinct from common as is_common,
      count(*) filter (where private_to is not distinct from common)
        over (order by order_index, private_to is distinct from common, created_at, id) as before
    from public.pages
    where coalesce(parent_id, organization_id) = place and not is_archived
  ), numbered as (
    select id,
      case when is_common then before else before + row_number() over (among order by order_index, created_at, id)
        / (1 + count(*) over among)::double precision end as position
    from sibling
    window among as (partition by private_to, before)
  )
  update public.pages as page
  set order_index = numbered.position
  from numbered
  where page.id = numbered.id and page.order_index <> numbered.position
$function$;

-- Puts a person's private pages apart, between those that others see, too.
create function private.renumber_private(place uuid, person uuid)
 returns void
 language sql
 security definer
 set search_path to ''
as $function$
  with sibling as (
    select id, order_index, created_at, private_to,
      count(*) filter (where private_to is null)
        over (order by order_index, private_to is not null, created_at, id) as before
    from public.pages
    where coalesce(parent_id, organization_id) = place and not is_archived and (private_to is null or private_to = person)
  ), shared as (
    select before as number, order_index from sibling where private_to is null
  ), ranked as (
    select id, before, row_number() over (among order by order_index, created_at, id) as rank, count(*) over among as total
    from sibling
    where private_to = person
    window among as (partition by before)
  ), numbered as (
    select ranked.id,
      case when lower.number is null and upper.number is null then rank else
        coalesce(lower.order_index, upper.order_index - 1) + coalesce(upper.order_index - lower.order_index, 1) * rank / (total + 1)
      end as position
    from ranked
    left join shared as lower on lower.number = ranked.before
    left join shared as upper on upper.number = ranked.before + 1
  )
  update public.pages as page
  set order_index = numbered.position
  from numbered
  where page.id = numbered.id and page.order_index <> numbered.position
$function$;

-- Copies a page behind itself as "<name> copy", on request with its subpages, and answers the copy's id; null when the
-- caller finds no such page.
create function public.duplicate_page(page_id uuid, copy_id uuid default gen_random_uuid(), with_children boolean default false)
 returns uuid
 language plpgsql
 set search_path to ''
as $function$
declare
  original record;
  next_place double precision;
  originals uuid[];
  copies uuid[];
begin
  -- The copied pages hold still.
  perform private.lock_tree_of(page_id);

  select page.id, page.organization_id, page.parent_id, page.order_index into original
  from public.pages as page where page.id = duplicate_page.page_id and not page.is_archived;
  if not found then
    return null;
  end if;
  select min(page.order_index) into next_place
  from public.pages as page
  where page.organization_id = original.organization_id and page.parent_id is not distinct from original.parent_id
    and not page.is_archived and page.order_index > original.order_index;

  perform set_config('trellis.copying_to', copy_id::text, true);
  with recursive subtree as (
    select original.id, null::uuid as parent_id, duplicate_page.copy_id, original.parent_id as copy_parent_id, 0 as depth
    union all
    select child.id, child.parent_id, gen_random_uuid(), subtree.copy_id, subtree.depth + 1
    from subtree
    join public.pages as child on child.parent_id = subtree.id and child.organization_id = original.organization_id
    where duplicate_page.with_children and not child.is_archived
  ),
  copied as (
    insert into public.pages (id, organization_id, parent_id, name, description, content, content_type, order_index, visibility,
      icon, cover, is_full_width, has_small_text)
    select
      subtree.copy_id, page.organization_id, subtree.copy_parent_id,
      case when subtree.depth > 0 then page.name else left(page.name, 500 - char_length(' copy')) || ' copy' end,
      page.description, page.content, page.content_type,
      case when subtree.depth > 0 then page.order_index
        else coalesce((original.order_index + next_place) / 2, original.order_index + 1) end,
      -- A copy of a private page is private, too. A public one is shared on purpose only.
      case page.visibility when 'private' then 'private' else 'workspace' end,
      -- A copy is made to be written on: it is not locked.
      page.icon, page.cover, page.is_full_width, page.has_small_text
    from subtree
    join public.pages as page on page.id = subtree.id
    -- Each page is checked when it comes, and its parent must be there by then.
    order by subtree.depth
  )
  select array_agg(subtree.id), array_agg(subtree.copy_id) into originals, copies from subtree;
  perform set_config('trellis.copying_to', '', true);
  perform private.use_copied_files(originals, copies);
  return copy_id;
end
$function$;
grant execute on function public.duplicate_page(uuid,uuid,boolean) to authenticated, service_role;


-- =====================================================================================================================
-- The trash: How does a page go, come back, and go for good?
-- =====================================================================================================================

-- The pages beneath a page go to the trash, and come back, with it.
create function private.archive_subtree(old public.pages, new public.pages)
 returns void
 language plpgsql
as $function$
declare
  beneath uuid[];
begin
  if not private.has_children(new) then
    return;
  end if;
  beneath := array(
    with recursive subtree as (
      select new.id
      union all
      select child.id
      from subtree
      cross join lateral (
        select known.id from public.pages as known
        where known.parent_id = subtree.id and known.organization_id = new.organization_id
          and known.archived_with is not distinct from old.archived_with
        order by known.order_index
        offset 0
      ) as child
    )
    select subtree.id from subtree where subtree.id <> new.id
  );
  if beneath = '{}' then
    return;
  end if;
  perform set_config('trellis.arranging', 'whole', true);
  update public.pages as page
  set is_archived = new.is_archived, archived_at = new.archived_at, archived_with = new.archived_with,
    archived_by = new.archived_by
  where page.id = any (beneath);
  perform private.set_arranging(false);
  perform private.renew_page_channel(page.id, page.private_to, page.private_to)
  from public.pages as page where page.id = any (beneath);
  perform private.note_page_changes(beneath, new.organization_id, null, false);
end
$function$;

-- The pages that the caller sees in a workspace's trash, newest first, without those that went there beneath another
-- page.
create function public.list_trash(organization_id uuid)
 returns table(id uuid, name text, visibility text, archived_at timestamp with time zone, archived_by uuid, archived_by_name text, pages_beneath integer, icon text)
 language sql
 stable
 set search_path to ''
as $function$
  with recursive trash as materialized (
    select page.id, page.parent_id, page.name, page.visibility, page.archived_at, page.archived_by, page.archived_with, page.icon
    from public.pages as page
    where page.organization_id = list_trash.organization_id and page.is_archived
  ),
  -- A page whose parent went to the trash with it counts beneath the parent, unless the parent is out of sight.
  tops as (
    select trash.* from trash
    left join trash as parent on parent.id = trash.parent_id and parent.archived_with = trash.archived_with
    where parent.id is null
  ),
  subtrees as (
    select tops.id as top, tops.id, tops.archived_with from tops
    union all
    select subtrees.top, child.id, child.archived_with
    from subtrees
    join trash as child on child.parent_id = subtrees.id and child.archived_with = subtrees.archived_with
  ),
  sizes as (select subtrees.top, count(*)::integer - 1 as beneath from subtrees group by subtrees.top)
  select
    tops.id, tops.name, tops.visibility, tops.archived_at, tops.archived_by,
    coalesce(nullif(profile.display_name, ''), nullif(profile.full_name, ''), profile.email),
    sizes.beneath,
    tops.icon
  from tops
  join sizes on sizes.top = tops.id
  left join public.user_profiles as profile on profile.id = tops.archived_by
  order by tops.archived_at desc, tops.id
$function$;
grant execute on function public.list_trash(uuid) to authenticated, service_role;

-- Takes a page out of the trash as the caller, and answers its id; null when the caller finds no such page there.
create function public.restore_page(page_id uuid)
 returns uuid
 language plpgsql
 set search_path to ''
as $function$
declare
  gone record;
  place record;
  restored uuid;
begin
  -- The page above must not go while it is looked for.
  perform private.lock_tree_of(page_id);

  select page.parent_id into gone
  from public.pages as page where page.id = restore_page.page_id;
  -- Read as the caller: a page out of sight is not found, and neither is what lies above it.
  with recursive line as (
    select page.id, page.parent_id, page.private_to, page.is_archived
    from public.pages as page where page.id = gone.parent_id
    union all
    select page.id, page.parent_id, page.private_to, page.is_archived
    from line join public.pages as page on page.id = line.parent_id
    where line.is_archived
  )
  select line.id, line.private_to into place from line where not line.is_archived;

  update public.pages as page
  set is_archived = false,
    parent_id = place.id,
    -- A page hidden by a private page that is gone becomes private itself, so that coming back shows it to nobody else.
    visibility = case when page.private_to is not null and page.private_to is distinct from place.private_to
      then 'private' else page.visibility end
  where page.id = restore_page.page_id and page.is_archived
  returning page.id into restored;
  return restored;
end
$function$;
grant execute on function public.restore_page(uuid) to authenticated, service_role;

-- Deletes a page that is in the trash, with the pages that went there with it, and answers how many; 0 when the caller
-- sees no such page there.
create function public.delete_page_for_good(page_id uuid)
 returns integer
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  -- As every change of a tree's shape: one at a time. See serialise_tree_changes.
  perform private.lock_tree_of(page_id);
  return private.delete_pages(private.my_trash(page_ids => array[page_id]));
end
$function$;
grant execute on function public.delete_page_for_good(uuid) to authenticated, service_role;

-- Deletes everything for good that the caller sees in a workspace's trash, and answers how many pages that were.
create function public.empty_trash(organization_id uuid)
 returns integer
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  perform private.lock_tree(mine) from private.my_organization_ids() as mine where mine = empty_trash.organization_id;
  return private.delete_pages(private.my_trash(organization => organization_id));
end
$function$;
grant execute on function public.empty_trash(uuid) to authenticated, service_role;

-- These pages, or those of a workspace, with the pages that went to the trash with them, as far as the caller sees them
-- there.
create function private.my_trash(page_ids uuid[] default null::uuid[], organization uuid default null::uuid)
 returns uuid[]
 language sql
 security definer
 set search_path to ''
as $function$
  with recursive mine as (
    select page.id, page.parent_id, page.archived_with
    from public.pages as page
    where page.is_archived
      and (page.id = any (my_trash.page_ids) or page.organization_id = my_trash.organization)
      and private.sees_page(
        (select auth.uid()), array(select private.my_organization_ids()), page.organization_id, page.private_to
      )
      and (select private.has_passed_second_step())
    union
    select child.id, child.parent_id, child.archived_with
    from mine
    join public.pages as child on child.parent_id = mine.id and child.archived_with = mine.archived_with
    where private.sees_page(
      (select auth.uid()), array(select private.my_organization_ids()), child.organization_id, child.private_to
    )
  )
  select coalesce(array_agg(mine.id), '{}') from mine
$function$;

-- Deletes these pages for good, tells it in the activity, and answers how many.
create function private.delete_pages(doomed uuid[])
 returns integer
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  -- One line for each entry of the trash, none for pages that went there with it.
  insert into public.page_activity (organization_id, actor_id, kind, old_name, private_to)
  select page.organization_id, auth.uid(), 'deleted', page.name, page.private_to
  from public.pages as page
  where page.id = any (doomed)
    and (page.archived_with = page.id or page.parent_id is null or page.parent_id <> all (doomed));
  perform private.spare_pages_beneath(doomed);
  delete from public.pages as page where page.id = any (doomed);
  perform private.look_at_files(1000);
  return cardinality(doomed);
end
$function$;

-- Moves the pages that are to stay out from beneath the pages that are about to be deleted.
create function private.spare_pages_beneath(doomed uuid[])
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  spared record;
begin
  perform private.set_arranging(true);
  for spared in
    select page.id from public.pages as page
    where page.parent_id = any (doomed) and page.id <> all (doomed)
  loop
    with recursive subtree as (
      select page.id, page.archived_with from public.pages as page where page.id = spared.id
      union all
      select child.id, child.archived_with
      from subtree
      join public.pages as child on child.parent_id = subtree.id and child.archived_with = subtree.archived_with
      where child.id <> all (doomed)
    )
    update public.pages as page
    set archived_with = spared.id,
      parent_id = case when page.id = spared.id then null else page.parent_id end,
      visibility = case when page.id = spared.id and page.private_to is not null then 'private' else page.visibility end
    from subtree
    where page.id = subtree.id;
  end loop;
  perform private.set_arranging(false);
end
$function$;


-- =====================================================================================================================
-- Versions: What did a page say before, and who reads that?
-- =====================================================================================================================

-- The texts of pages as they were saved: one row for each sitting; the newest is the page's own.
create table public.page_versions (
  -- Never changes.
  id uuid default gen_random_uuid() not null,
  -- The page.
  page_id uuid not null,
  -- The page's workspace.
  organization_id uuid not null,
  -- The page's name then.
  name text not null,
  -- The page's description then.
  description text,
  -- The person who saved into it last; null once that account is gone, and for the operator's programs.
  created_by uuid,
  -- When the sitting's first save came.
  created_at timestamp with time zone not null,
  -- When its last save came: the page's own updated_at then.
  updated_at timestamp with time zone not null,
  -- The only person who saw the page then: the version stays theirs when the page is shown later.
  private_to uuid,
  -- Tells one person's devices and programs apart, and saves through the page's document; means nothing else.
  sitting bigint,
  -- SHA-256 of the page's text then.
  digest bytea not null,
  -- Syncing with Notion wrote it; nobody of the workspace did.
  from_notion boolean default false not null,
  constraint page_versions_pkey primary key (id),
  constraint page_versions_created_by_fkey foreign key (created_by) references public.user_profiles(id) on delete set null,
  constraint page_versions_page_id_fkey foreign key (organization_id, page_id) references public.pages(organization_id, id) on delete cascade,
  constraint page_versions_private_to_fkey foreign key (private_to) references public.user_profiles(id) on delete cascade,
  constraint page_versions_times_ordered check ((created_at <= updated_at))
);
create index page_versions_created_by_idx on public.page_versions using btree (created_by);
create index page_versions_digest_idx on public.page_versions using btree (page_id, digest);
create index page_versions_newest_idx on public.page_versions using btree (page_id, updated_at desc);
create index page_versions_organization_id_idx on public.page_versions using btree (organization_id, page_id);
create index page_versions_private_to_idx on public.page_versions using btree (private_to) where (private_to is not null);
grant select on public.page_versions to authenticated;
grant all on public.page_versions to service_role;
alter table public.page_versions enable row level security;
-- Members read the earlier texts of the pages that they read; the texts of a private time stay with the page's creator.
create policy page_versions_select_member on public.page_versions for select to authenticated
  using (private.sees_page((select auth.uid()), array(select private.my_organization_ids()), organization_id, private_to) and page_id = (( select page.id from public.pages page where page.id = page_versions.page_id)));
create policy page_versions_all_second_step on public.page_versions as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));
-- On delete, in this order: page_versions_90_forget_text.

-- The people who wrote in a version: several, where they wrote at once.
create table public.page_version_authors (
  -- The version.
  version_id uuid not null,
  -- Somebody who wrote in it.
  person uuid not null,
  constraint page_version_authors_pkey primary key (version_id, person),
  constraint page_version_authors_person_fkey foreign key (person) references public.user_profiles(id) on delete cascade,
  constraint page_version_authors_version_id_fkey foreign key (version_id) references public.page_versions(id) on delete cascade
);
create index page_version_authors_person_idx on public.page_version_authors using btree (person);
grant select on public.page_version_authors to authenticated;
grant all on public.page_version_authors to service_role;
alter table public.page_version_authors enable row level security;
-- Readers of a version learn who wrote in it.
create policy page_version_authors_select_member on public.page_version_authors for select to authenticated
  using (version_id = (( select version.id from public.page_versions version where version.id = page_version_authors.version_id)));
create policy page_version_authors_all_second_step on public.page_version_authors as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));

-- The texts that pages had before their present ones, each once. Read through content(page_versions).
create table public.page_texts (
  -- The page's workspace.
  organization_id uuid not null,
  -- The page.
  page_id uuid not null,
  -- SHA-256 of the text.
  digest bytea not null,
  -- The text.
  content text not null,
  constraint page_texts_pkey primary key (organization_id, page_id, digest),
  constraint page_texts_page_id_fkey foreign key (organization_id, page_id) references public.pages(organization_id, id) on delete cascade
);
grant select on public.page_texts to authenticated;
grant all on public.page_texts to service_role;
alter table public.page_texts enable row level security;
create policy page_texts_select_member on public.page_texts for select to authenticated
  using ((organization_id = any (array(select private.my_organization_ids()))) and (exists ( select from public.page_versions version where version.page_id = page_texts.page_id and version.digest = page_texts.digest)));
create policy page_texts_all_second_step on public.page_texts as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));
-- On insert, in this order: page_texts_96_use_files.

-- The page's text then.
create function public.content(version public.page_versions)
 returns text
 language sql
 stable
 set search_path to ''
as $function$
  select coalesce(
    (
      select text.content from public.page_texts as text
      where text.organization_id = version.organization_id and text.page_id = version.page_id
        and text.digest = version.digest
    ),
    -- Better no text than another one.
    (
      select page.content from public.pages as page
      where page.id = version.page_id and private.digest_text(page.content) = version.digest
    )
  )
$function$;
grant execute on function public.content(public.page_versions) to authenticated, service_role;

-- Keeps a page's present texts, and those before, as versions.
create function private.record_page_version(old public.pages, new public.pages, text_before text, text_now text)
 returns void
 language plpgsql
as $function$
declare
  digest_now constant bytea := sha256(convert_to(text_now, 'UTF8'));
  digest_before constant bytea := case when text_now = text_before then digest_now else sha256(convert_to(text_before, 'UTF8')) end;
  -- Of a save through the page's document, in which people write together: they are one sitting.
  document constant text := nullif(current_setting('trellis.document', true), '');
  -- A token without a session is a program's: its saves are never one sitting.
  sitting_now constant bigint := hashtextextended(coalesce(document, auth.jwt() ->> 'session_id'), 0);
  authors constant uuid[] := nullif(current_setting('trellis.writers', true), '')::uuid[] || new.updated_by;
  version_id uuid;
  latest record;
begin
  -- The write that fires this locks the page's row: two saves of one page come here one by one.
  select version.id, version.created_by, version.created_at, version.updated_at, version.sitting,
    version.name, version.description, version.digest,
    case when document is not null then array(
      select author.person from public.page_version_authors as author where author.version_id = version.id
    ) end as people,
    exists (
      select from public.page_versions as other
      where other.page_id = new.id and other.digest = digest_now and other.id <> version.id
        and (other.name, other.description) is not distinct from (new.name, new.description)
    ) as others_say_this,
    exists (
      select from public.page_versions as other
      where other.page_id = old.id and other.digest = digest_before and other.id <> version.id
    ) as others_said_that,
    exists (
      select from public.page_texts as text
      where text.organization_id = old.organization_id and text.page_id = old.id and text.digest = digest_before
    ) as is_kept
  into latest
  from public.page_versions as version
  where version.page_id = old.id and version.private_to is not distinct from old.private_to
  order by version.updated_at desc
  limit 1;

  if (latest.name, latest.description, latest.digest) is distinct from (old.name, old.description, digest_before) then
    perform private.keep_unversioned(old, digest_before, latest.id is not null);
  elsif (latest.created_by = new.updated_by or document is not null) and latest.sitting = sitting_now
    and latest.created_at > clock_timestamp() - interval '10 minutes'
    and latest.updated_at > clock_timestamp() - interval '5 minutes'
    and coalesce(current_setting('trellis.begins_version', true), '') = ''
    and new.private_to is not distinct from old.private_to
    and not latest.others_say_this
    -- The writer of a text may want back a large part that a save takes away.
    and length(text_before) - length(text_now) < greatest(100, length(text_before) / 10)
  then
    update public.page_versions as version
    set name = new.name, description = new.description, digest = digest_now, updated_at = new.updated_at,
      created_by = new.updated_by
    where version.id = latest.id;
    if document is not null and not authors <@ latest.people then
      perform private.name_version_authors(latest.id, authors);
    end if;
    if digest_before <> digest_now and latest.others_said_that then
      perform private.keep_text(old.organization_id, old.id, digest_before, text_before);
    elsif digest_before <> digest_now and latest.is_kept then
      delete from public.page_texts as text
      where text.organization_id = old.organization_id and text.page_id = old.id and text.digest = digest_before;
    end if;
    return;
  end if;

  insert into public.page_versions (
    page_id, organization_id, name, description, created_by, created_at, updated_at, private_to, sitting, digest
  ) values (
    new.id, new.organization_id, new.name, new.description,
    new.updated_by, new.updated_at, new.updated_at, new.private_to, sitting_now, digest_now
  )
  returning id into version_id;
  perform private.name_version_authors(version_id, authors);
  if digest_before <> digest_now then
    perform private.keep_text(old.organization_id, old.id, digest_before, text_before);
  end if;
end
$function$;

-- Notes who wrote in a version, besides those who are noted.
create function private.name_version_authors(version_id uuid, people uuid[])
 returns void
 language plpgsql
 set search_path to ''
as $function$
begin
  insert into public.page_version_authors (version_id, person)
  select name_version_authors.version_id, author from unnest(people) as author where author is not null
  on conflict do nothing;
end
$function$;

-- Keeps the texts that a page had before a save as a version.
create function private.keep_unversioned(page public.pages, digest bytea, has_versions boolean)
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  version_id uuid;
begin
  update public.page_versions as version
  set private_to = case when version.private_to is not null then page.private_to end
  where version.page_id = page.id and version.updated_at = page.updated_at and version.digest = keep_unversioned.digest
    and (version.name, version.description) is not distinct from (page.name, page.description);
  if not found and (has_versions or (page.description, page.content) is distinct from (null::text, '')) then
    insert into public.page_versions
      (page_id, organization_id, name, description, created_by, created_at, updated_at, private_to, digest)
    values (
      page.id, page.organization_id, page.name, page.description,
      page.updated_by, page.updated_at, page.updated_at, page.private_to, digest
    )
    returning id into version_id;
    perform private.name_version_authors(version_id, array[page.updated_by]);
  end if;
end
$function$;

-- SHA-256 of a text: tells it from others without comparing them.
create function private.digest_text(content text)
 returns bytea
 language sql
 immutable
 set search_path to ''
as $function$
  select sha256(convert_to(content, 'UTF8'))
$function$;
grant execute on function private.digest_text(text) to authenticated, service_role;

-- Keeps a text of a page if one of the page's versions has it.
create function private.keep_text(organization uuid, page uuid, digest bytea, content text)
 returns void
 language plpgsql
 set search_path to ''
as $function$
begin
  -- In this language the statement is planned once for a connection, and not at each save.
  insert into public.page_texts (organization_id, page_id, digest, content)
  select organization, page, keep_text.digest, keep_text.content
  where exists (
    select from public.page_versions as version
    where version.page_id = page and version.digest = keep_text.digest
  )
  on conflict do nothing;
end
$function$;

-- Trigger: a text goes with the last version that had it.
create function private.forget_text()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  if not exists (
    select from public.page_texts as text
    where text.organization_id = old.organization_id and text.page_id = old.page_id and text.digest = old.digest
  ) then
    return null;
  end if;
  -- A save may be about to need the text again. It then stays, and goes with the page.
  perform from public.pages as page where page.id = old.page_id for no key update skip locked;
  if not found then
    return null;
  end if;
  delete from public.page_texts as text
  where text.organization_id = old.organization_id and text.page_id = old.page_id and text.digest = old.digest
    and not exists (
      select from public.page_versions as version
      where version.page_id = old.page_id and version.digest = old.digest
    );
  return null;
end
$function$;
create trigger page_versions_90_forget_text after delete on public.page_versions for each row execute function private.forget_text();


-- =====================================================================================================================
-- Activity: Who did what to which page, and who is told?
-- =====================================================================================================================

-- The log of what people do to pages: one line for each sitting or single act.
create table public.page_activity (
  -- Never changes.
  id uuid default gen_random_uuid() not null,
  -- The page's workspace.
  organization_id uuid not null,
  -- The page; null of deleted.
  page_id uuid,
  -- The person who did it; null once that account is gone.
  actor_id uuid,
  -- created, edited (description or content), renamed, moved, archived, restored, published (shown to everyone),
  -- unpublished, deleted (for good), styled (its icon, cover, width or size of text), locked or unlocked.
  kind text not null,
  -- When the sitting began; the same as happened_at for a single act.
  first_at timestamp with time zone default clock_timestamp() not null,
  -- When it happened; of a sitting the latest, to the minute.
  happened_at timestamp with time zone default clock_timestamp() not null,
  -- renamed: the name before; deleted: the last one.
  old_name text,
  -- renamed: the name since.
  new_name text,
  -- moved: the page above since; null when at the root.
  new_parent_id uuid,
  -- The only person who saw the page when it happened: the line stays theirs when the page is shown later.
  private_to uuid,
  constraint page_activity_pkey primary key (id),
  constraint page_activity_actor_id_fkey foreign key (actor_id) references public.user_profiles(id) on delete set null,
  constraint page_activity_new_parent_id_fkey foreign key (new_parent_id) references public.pages(id) on delete cascade,
  constraint page_activity_organization_id_fkey foreign key (organization_id) references public.organizations(id) on delete cascade,
  constraint page_activity_page_id_fkey foreign key (page_id) references public.pages(id) on delete cascade,
  constraint page_activity_private_to_fkey foreign key (private_to) references public.user_profiles(id) on delete cascade,
  constraint page_activity_kind_known check ((kind = any (array['created'::text, 'edited'::text, 'renamed'::text, 'moved'::text, 'archived'::text, 'restored'::text, 'published'::text, 'unpublished'::text, 'deleted'::text, 'styled'::text, 'locked'::text, 'unlocked'::text]))),
  constraint page_activity_name_of_deleted check (((kind <> 'deleted'::text) or (old_name is not null))),
  constraint page_activity_names_of_renamed check (((kind = 'renamed'::text) = ((old_name is not null) and (new_name is not null)))),
  constraint page_activity_page_of_others check (((kind = 'deleted'::text) = (page_id is null))),
  constraint page_activity_parent_of_moved check (((kind = 'moved'::text) or (new_parent_id is null))),
  constraint page_activity_times_ordered check ((first_at <= happened_at))
);
create index page_activity_actor_id_idx on public.page_activity using btree (actor_id);
create index page_activity_new_parent_id_idx on public.page_activity using btree (new_parent_id) where (new_parent_id is not null);
create index page_activity_newest_idx on public.page_activity using btree (organization_id, happened_at desc, id desc);
create index page_activity_old_name_idx on public.page_activity using btree (organization_id, old_name) where (kind = 'renamed'::text);
create index page_activity_private_to_idx on public.page_activity using btree (private_to) where (private_to is not null);
create index page_activity_sitting_idx on public.page_activity using btree (page_id, actor_id, kind, happened_at desc);
grant select on public.page_activity to authenticated;
grant all on public.page_activity to service_role;
alter table public.page_activity enable row level security;
-- Members read the activity of the pages that they read, and the names of pages that are gone for good.
create policy page_activity_select_member on public.page_activity for select to authenticated
  using (private.sees_page((select auth.uid()), array(select private.my_organization_ids()), organization_id, private_to) and (kind = 'deleted'::text or page_id = (( select page.id from public.pages page where page.id = page_activity.page_id))));
create policy page_activity_all_second_step on public.page_activity as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));

-- Logs each kind of change that a write made to a page, in a line of its own.
create function private.record_changed_page(old public.pages, new public.pages)
 returns void
 language plpgsql
as $function$
declare
  caller uuid := auth.uid();
  -- Those whose edits a save of the page's document brings; the others make their own.
  writers uuid[] := coalesce(nullif(current_setting('trellis.writers', true), '')::uuid[], array[caller]);
  writer uuid;
  is_rewritten boolean;
  -- A change of a page that is private before or after it is not for everyone.
  hidden_to uuid := coalesce(new.private_to, old.private_to);
begin
  if new.name <> old.name then
    perform private.continue_sitting(new.organization_id, new.id, caller, hidden_to, 'renamed', old.name, new.name);
  end if;
  -- The version grows with every change of a text: with the same name, no long text need be compared again.
  if new.updated_at <> old.updated_at then
    is_rewritten := new.name = old.name or (new.description, new.content) is distinct from (old.description, old.content);
    foreach writer in array writers loop
      if is_rewritten or writer <> caller then
        perform private.continue_sitting(new.organization_id, new.id, writer, hidden_to, 'edited');
      end if;
    end loop;
  end if;
  if new.parent_id is distinct from old.parent_id then
    insert into public.page_activity (organization_id, page_id, actor_id, kind, new_parent_id, private_to)
    values (new.organization_id, new.id, caller, 'moved', new.parent_id, hidden_to);
  end if;
  if new.is_archived <> old.is_archived then
    insert into public.page_activity (organization_id, page_id, actor_id, kind, private_to)
    values (new.organization_id, new.id, caller, case when new.is_archived then 'archived' else 'restored' end, hidden_to);
  end if;
  -- The line tells nothing of the time before: everyone who may read the page now may read it.
  if (new.visibility = 'public') <> (old.visibility = 'public') then
    insert into public.page_activity (organization_id, page_id, actor_id, kind, private_to)
    values (new.organization_id, new.id, caller, case when new.visibility = 'public' then 'published' else 'unpublished' end, new.private_to);
  end if;
  if new.is_locked <> old.is_locked then
    insert into public.page_activity (organization_id, page_id, actor_id, kind, private_to)
    values (new.organization_id, new.id, caller, case when new.is_locked then 'locked' else 'unlocked' end, hidden_to);
  end if;
  if (new.icon, new.cover, new.is_full_width, new.has_small_text)
    is distinct from (old.icon, old.cover, old.is_full_width, old.has_small_text)
  then
    perform private.continue_sitting(new.organization_id, new.id, caller, hidden_to, 'styled');
  end if;
end
$function$;

-- Goes on in the line of the last half hour, or begins one; a name taken back leaves none.
create function private.continue_sitting(organization_id uuid, page_id uuid, actor uuid, hidden_to uuid, kind text, old_name text default null::text, new_name text default null::text)
 returns void
 language plpgsql
as $function$
declare
  line record;
begin
  select activity.id, activity.happened_at, activity.old_name into line
  from public.page_activity as activity
  where activity.page_id = continue_sitting.page_id
    and activity.actor_id = continue_sitting.actor
    and activity.kind = continue_sitting.kind
    and activity.happened_at > clock_timestamp() - interval '30 minutes'
    and activity.private_to is not distinct from hidden_to
  order by activity.happened_at desc
  limit 1;

  if not found then
    insert into public.page_activity (organization_id, page_id, actor_id, kind, old_name, new_name, private_to)
    values (organization_id, page_id, actor, kind, old_name, new_name, hidden_to);
  elsif line.old_name = new_name then
    delete from public.page_activity where id = line.id;
  -- A page saves itself every few seconds; its line moves once a minute.
  elsif kind = 'renamed' or line.happened_at < clock_timestamp() - interval '1 minute' then
    update public.page_activity as activity
    set happened_at = clock_timestamp(), new_name = continue_sitting.new_name
    where activity.id = line.id;
  end if;
end
$function$;


-- =====================================================================================================================
-- Links and favourites: Which pages lead to which, and which does a person keep at hand?
-- =====================================================================================================================

-- The links between pages, as their texts have them.
create table public.page_links (
  -- The page that has the link in its text.
  source_id uuid not null,
  -- The page that it leads to. There may be no such page, or not yet.
  target_id uuid not null,
  constraint page_links_pkey primary key (source_id, target_id),
  constraint page_links_source_id_fkey foreign key (source_id) references public.pages(id) on delete cascade
);
create index page_links_target_id_idx on public.page_links using btree (target_id);
grant select on public.page_links to authenticated;
grant all on public.page_links to service_role;
alter table public.page_links enable row level security;
-- Members see the links of the pages that they read.
create policy page_links_select_member on public.page_links for select to authenticated
  using (source_id = (( select page.id from public.pages page where page.id = page_links.source_id)));
create policy page_links_all_second_step on public.page_links as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));

-- The pages that a person keeps at hand.
create table public.page_favorites (
  -- The person who marked the page as a favourite.
  user_id uuid default auth.uid() not null,
  -- The page; in the trash it stays a favourite.
  page_id uuid not null,
  -- Since when; they are shown in this order.
  created_at timestamp with time zone default now() not null,
  constraint page_favorites_pkey primary key (user_id, page_id),
  constraint page_favorites_page_id_fkey foreign key (page_id) references public.pages(id) on delete cascade,
  constraint page_favorites_user_id_fkey foreign key (user_id) references public.user_profiles(id) on delete cascade
);
create index page_favorites_page_id_idx on public.page_favorites using btree (page_id);
grant select, delete on public.page_favorites to authenticated;
grant insert (user_id, page_id) on public.page_favorites to authenticated;
grant all on public.page_favorites to service_role;
alter table public.page_favorites enable row level security;
-- People read their own favourites.
create policy page_favorites_select_own on public.page_favorites for select to authenticated
  using (user_id = (select auth.uid()));
-- People choose among the pages that they can read.
create policy page_favorites_insert_own on public.page_favorites for insert to authenticated
  with check (user_id = (select auth.uid()) and page_id = (( select page.id from public.pages page where page.id = page_favorites.page_id)));
-- People let go of their own favourites.
create policy page_favorites_delete_own on public.page_favorites for delete to authenticated
  using (user_id = (select auth.uid()));
create policy page_favorites_all_second_step on public.page_favorites as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));
-- On insert, in this order: page_favorites_98_tell_new.
-- On delete, in this order: page_favorites_98_tell_deleted.

-- The pages that a text links to.
create function private.linked_pages(content text)
 returns setof uuid
 language sql
 immutable
 set search_path to ''
as $function$
  select distinct name::uuid
  from (
    select name
    from (
      select pg_catalog.left(part, 36) as name
      from pg_catalog.unnest((pg_catalog.string_to_array(content, '/dashboard/pages/'))[2:]) as part
    ) as parts
    where name ~ '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'
    limit 1000
  ) as names
$function$;


-- =====================================================================================================================
-- Names in texts: Which names do wiki links say, and which do pages give themselves?
-- =====================================================================================================================

-- The wiki links of pages, as their texts have them.
create table public.page_wiki_links (
  -- The page that has the link in its text.
  source_id uuid not null,
  -- Its workspace.
  organization_id uuid not null,
  -- The name that the link says, or a path of names that ends with it.
  target text not null,
  -- That name, as names are compared.
  key text not null,
  constraint page_wiki_links_pkey primary key (source_id, target),
  constraint page_wiki_links_source_id_fkey foreign key (organization_id, source_id) references public.pages(organization_id, id) on delete cascade
);
create index page_wiki_links_key_idx on public.page_wiki_links using btree (organization_id, key);
create index page_wiki_links_source_id_idx on public.page_wiki_links using btree (organization_id, source_id);
grant select on public.page_wiki_links to authenticated;
grant all on public.page_wiki_links to service_role;
alter table public.page_wiki_links enable row level security;
-- Members see the links of the pages that they read.
create policy page_wiki_links_select_member on public.page_wiki_links for select to authenticated
  using (source_id = (( select page.id from public.pages page where page.id = page_wiki_links.source_id)));
-- People with two-step verification get in with both steps only.
create policy page_wiki_links_all_second_step on public.page_wiki_links as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));

-- Other names that pages give themselves in their front matter.
create table public.page_aliases (
  -- The page.
  page_id uuid not null,
  -- Its workspace.
  organization_id uuid not null,
  -- The name.
  name text not null,
  -- The name, as names are compared.
  key text not null,
  constraint page_aliases_pkey primary key (page_id, name),
  constraint page_aliases_page_id_fkey foreign key (organization_id, page_id) references public.pages(organization_id, id) on delete cascade
);
create index page_aliases_key_idx on public.page_aliases using btree (organization_id, key);
create index page_aliases_page_id_idx on public.page_aliases using btree (organization_id, page_id);
grant select on public.page_aliases to authenticated;
grant all on public.page_aliases to service_role;
alter table public.page_aliases enable row level security;
-- Members see the other names of the pages that they read.
create policy page_aliases_select_member on public.page_aliases for select to authenticated
  using (page_id = (( select page.id from public.pages page where page.id = page_aliases.page_id)));
-- People with two-step verification get in with both steps only.
create policy page_aliases_all_second_step on public.page_aliases as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));

-- The pages that link to a page by its id, or may do so by a name, with what those wiki links say: whoever knows all
-- names tells whether they mean it.
create function public.pages_linking_to(page_id uuid)
 returns table(id uuid, name text, icon text, has_link boolean, wiki_targets text[])
 language sql
 stable
 set search_path to ''
as $function$
  with names as materialized (
    select page.organization_id, private.name_key(page.name) as key
    from public.pages as page where page.id = pages_linking_to.page_id
    union
    select alias.organization_id, alias.key from public.page_aliases as alias where alias.page_id = pages_linking_to.page_id
    union
    select activity.organization_id, private.name_key(activity.old_name)
    from public.page_activity as activity where activity.page_id = pages_linking_to.page_id and activity.kind = 'renamed'
  ),
  found as (
    select link.source_id, null as target from public.page_links as link where link.target_id = pages_linking_to.page_id
    union all
    select link.source_id, link.target
    from names join public.page_wiki_links as link on link.organization_id = names.organization_id and link.key = names.key
  )
  select source.id, source.name, source.icon, bool_or(found.target is null),
    coalesce(array_agg(found.target order by found.target) filter (where found.target is not null), '{}')
  from found join public.pages as source on source.id = found.source_id
  where not source.is_archived and source.id <> pages_linking_to.page_id
  group by source.id
  order by source.name, source.id
  limit 500
$function$;
grant execute on function public.pages_linking_to(uuid) to authenticated, service_role;

-- The pages that have these names by an alias, or had them before a rename, as far as the caller reads them. A hundred
-- names at most.
create function public.pages_also_named(names text[])
 returns table(name text, page_id uuid, is_alias boolean)
 language sql
 stable
 set search_path to ''
as $function$
  with asked as materialized (
    select distinct asked.name, private.name_key(asked.name) as key from unnest(names[:100]) as asked (name) where asked.name is not null
  )
  (
    select asked.name, alias.page_id, true
    from asked join public.page_aliases as alias on alias.key = asked.key
    where alias.organization_id in (select private.my_organization_ids())
    union
    select asked.name, activity.page_id, false
    from asked join public.page_activity as activity on activity.old_name = asked.name
    where activity.kind = 'renamed' and activity.page_id is not null
      and activity.organization_id in (select private.my_organization_ids())
  )
  order by 3 desc
  limit 1000
$function$;
grant execute on function public.pages_also_named(text[]) to authenticated, service_role;

-- The last name of a path, as names of pages are compared. Of a page without a name the one that is shown.
create function private.name_key(name text)
 returns text
 language plpgsql
 stable strict security definer
 set search_path to ''
as $function$
begin
  return left(btrim(regexp_replace(
    private.fold_text(coalesce(nullif(btrim(substring(rtrim(left(name, 1000), E'/ \t') from '[^/]*$')), ''), 'Untitled')),
    '\s+', ' ', 'g')), 500);
end
$function$;
grant execute on function private.name_key(text) to authenticated;

-- The names and paths of names that the wiki links of a text say.
create function private.wiki_targets(content text)
 returns setof text
 language sql
 immutable
 set search_path to ''
as $function$
  select distinct target
  from (
    select regexp_replace(btrim(split_part(rtrim(found[1], '\'), '#', 1), E' \t\r'), '\.md$', '', 'i') as target
    from (
      select left(piece, 1000) as piece
      from string_to_table(private.text_without_code(left(content, 500000)), '[[') with ordinality as pieces (piece, place)
      where place > 1
      limit 10000
    ) as pieces,
    regexp_match(piece, '^\[*(?!\s)([^][\n|]+)(\|[^][\n]*)?\]\](?!\()') as found
    where found is not null
    limit 1000
  ) as targets
  where target <> '' and length(target) <= 500
$function$;

-- A text without its code, where nothing is a link.
create function private.text_without_code(content text)
 returns text
 language sql
 immutable
 set search_path to ''
as $function$
  select regexp_replace(coalesce(string_agg(piece, E'\n' order by place) filter (where place % 2 = 1), ''), '`[^`\n]+`', '`', 'g')
  from regexp_split_to_table(content, '(?:^|\n)[ \t>]*(?:`{3,}[^`\n]*|~{3,}[^\n]*)(?=\n|$)') with ordinality as pieces (piece, place)
$function$;

-- The other names that a page gives itself in its front matter.
create function private.aliases_in(content text)
 returns setof text
 language plpgsql
 immutable
 set search_path to ''
as $function$
declare
  is_list boolean := false;
  line text;
  value text;
begin
  if content not like E'---%\n%' then
    return;
  end if;
  foreach line in array (string_to_array(left(content, 20000), E'\n'))[2:] loop
    exit when line ~ '^(-{3}|\.{3})\s*$';
    value := null;
    if is_list and line ~ '^\s*-\s+\S' then
      value := btrim(substring(line from '^\s*-\s+(.*)$'), E' \t\r');
    elsif line ~ '^\s*(#|$)' then
      continue;
    else
      is_list := line ~* '^["'']?alias(es)?["'']?\s*:(\s|$)';
      value := case when is_list then btrim(regexp_replace(line, '^[^:]*:', ''), E' \t\r') end;
    end if;
    if value ~ '^\[' then
      return query
        select private.plain_value(btrim(item[1], E' \t\r'))
        from regexp_matches(substr(value, 2), '("(?:[^"\\]|\\.)*"|''(?:[^'']|'''')*''|[^],"''\s][^],]*)', 'g') as item;
    elsif value ~ '[^#]' and value !~ '^#' then
      return next private.plain_value(value);
    end if;
  end loop;
end
$function$;

-- A value of front matter without its quotes, or the comment behind it.
create function private.plain_value(written text)
 returns text
 language sql
 immutable
 set search_path to ''
as $function$
  select case
    when written ~ '^".*"$' then replace(replace(substr(written, 2, length(written) - 2), '\"', '"'), '\\', '\')
    when written ~ '^''.*''$' then replace(substr(written, 2, length(written) - 2), '''''', '''')
    else btrim(regexp_replace(written, '\s#.*$', ''), E' \t\r')
  end
$function$;


-- =====================================================================================================================
-- Templates: What does a workspace start pages from, and who changes that?
-- =====================================================================================================================

-- The texts that a workspace starts pages from, beside the templates that come with the app.
create table public.templates (
  -- Never changes.
  id uuid default gen_random_uuid() not null,
  -- The workspace; never changes.
  organization_id uuid not null,
  -- One line, which also names the pages that are made from it.
  name text not null,
  -- When to use it, in a sentence.
  description text,
  -- Markdown, with variables such as {{date}} that the app fills in. At most 5 MiB.
  content text default ''::text not null,
  -- An emoji before its name.
  icon text,
  -- Place in the workspace's list, ascending; without one a template comes last.
  order_index double precision not null,
  -- The person who made it; null once that account is gone.
  created_by uuid,
  -- When it was made.
  created_at timestamp with time zone default now() not null,
  -- Grows with every change: the version that an edit is based on.
  updated_at timestamp with time zone default now() not null,
  constraint templates_pkey primary key (id),
  constraint templates_created_by_fkey foreign key (created_by) references public.user_profiles(id) on delete set null,
  constraint templates_organization_id_fkey foreign key (organization_id) references public.organizations(id) on delete cascade,
  constraint templates_content_size check ((octet_length(content) <= ((5 * 1024) * 1024))),
  constraint templates_description_length check ((char_length(description) <= 500)),
  constraint templates_icon_length check (((char_length(icon) >= 1) and (char_length(icon) <= 32))),
  constraint templates_name_length check (((btrim(name) <> ''::text) and (char_length(name) <= 500))),
  constraint templates_order_index_range check (((order_index >= ('-1000000000'::numeric)::double precision) and (order_index <= ('1000000000'::numeric)::double precision)))
);
create index templates_created_by_idx on public.templates using btree (created_by);
create index templates_list_idx on public.templates using btree (organization_id, order_index, id);
grant select, delete on public.templates to authenticated;
grant insert (organization_id, name, description, content, icon, order_index) on public.templates to authenticated;
grant update (name, description, content, icon, order_index) on public.templates to authenticated;
grant all on public.templates to service_role;
alter table public.templates enable row level security;
-- Members read their workspaces' templates.
create policy templates_select_member on public.templates for select to authenticated
  using (organization_id = any (array(select private.my_organization_ids())));
-- Members, who all write pages, make templates.
create policy templates_insert_member on public.templates for insert to authenticated
  with check (organization_id = any (array(select private.my_organization_ids())));
-- Owners and admins change all of a workspace's templates.
create policy templates_update_administrator on public.templates for update to authenticated
  using (organization_id = any (array(select private.my_organization_ids('{owner,admin}'::text[]))))
  with check (organization_id = any (array(select private.my_organization_ids('{owner,admin}'::text[]))));
-- People change the templates that they made.
create policy templates_update_creator on public.templates for update to authenticated
  using (created_by = (select auth.uid()) and (organization_id = any (array(select private.my_organization_ids()))))
  with check (created_by = (select auth.uid()) and (organization_id = any (array(select private.my_organization_ids()))));
-- Owners and admins delete any of a workspace's templates.
create policy templates_delete_administrator on public.templates for delete to authenticated
  using (organization_id = any (array(select private.my_organization_ids('{owner,admin}'::text[]))));
-- People delete the templates that they made.
create policy templates_delete_creator on public.templates for delete to authenticated
  using (created_by = (select auth.uid()) and (organization_id = any (array(select private.my_organization_ids()))));
create policy templates_all_second_step on public.templates as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));
-- On insert, in this order: templates_01_count_bytes, templates_05_limit_bytes, templates_08_name_files,
-- templates_10_stamp_new, templates_96_use_files, templates_98_tell_new.
-- On update, in this order: templates_01_count_bytes, templates_05_limit_bytes, templates_08_name_files,
-- templates_10_stamp_changed, templates_96_use_files, templates_98_tell_changed.
-- On delete, in this order: templates_98_tell_deleted.

-- Trigger: a new template is made by the caller, now, and comes last; refuses more than 200 in a workspace.
create function private.stamp_new_template()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  caller uuid := auth.uid();
  others bigint;
  last_place double precision;
begin
  if caller is not null then
    new.created_by := caller;
    new.created_at := now();
    new.updated_at := now();
  end if;
  perform pg_advisory_xact_lock(hashtextextended('templates of ' || new.organization_id, 0));
  select count(*), max(template.order_index) into others, last_place from public.templates as template
  where template.organization_id = new.organization_id;
  if caller is not null and others >= 200 then
    raise exception using errcode = 'TR045',
      message = 'A workspace has room for 200 templates. Delete one to make another.';
  end if;
  new.order_index := coalesce(new.order_index, least(coalesce(last_place, 0) + 1, 1e9));
  return new;
end
$function$;
create trigger templates_10_stamp_new before insert on public.templates for each row execute function private.stamp_new_template();

-- Trigger: gives a template a new version when its texts change.
create function private.stamp_changed_template()
 returns trigger
 language plpgsql
 set search_path to ''
as $function$
begin
  new.updated_at := case
    when (new.name, new.description, new.content, new.icon)
      is distinct from (old.name, old.description, old.content, old.icon)
      then greatest(clock_timestamp(), old.updated_at + interval '1 microsecond')
    else old.updated_at
  end;
  return new;
end
$function$;
create trigger templates_10_stamp_changed before update on public.templates for each row execute function private.stamp_changed_template();


-- =====================================================================================================================
-- Imported pages: What does an export have to know of the file that a page was imported from?
-- =====================================================================================================================

-- The files that pages were imported from.
create table public.page_origins (
  -- The page.
  page_id uuid not null,
  -- The name that the page got from it.
  name text not null,
  -- Its path in the import, with a slash behind it for a folder; empty for a page that the import made.
  path text not null,
  -- The changes of the import in its text: an array of pairs, the words that stand there now and those that stood there
  -- before.
  changes jsonb default '[]'::jsonb not null,
  -- Where the files were that it brought along: their paths, by their ids.
  files jsonb default '{}'::jsonb not null,
  -- The only person who saw the page when its origin was noted: it stays theirs when the page is shown later.
  private_to uuid,
  constraint page_origins_pkey primary key (page_id),
  constraint page_origins_page_id_fkey foreign key (page_id) references public.pages(id) on delete cascade,
  constraint page_origins_private_to_fkey foreign key (private_to) references public.user_profiles(id) on delete cascade,
  constraint page_origins_changes_form check (((jsonb_typeof(changes) = 'array'::text) and (octet_length((changes)::text) <= ((5 * 1024) * 1024)))),
  constraint page_origins_files_form check (((jsonb_typeof(files) = 'object'::text) and (octet_length((files)::text) <= (1024 * 1024)))),
  constraint page_origins_name_length check ((char_length(name) <= 500)),
  constraint page_origins_path_length check ((char_length(path) <= 8192))
);
create index page_origins_private_to_idx on public.page_origins using btree (private_to) where (private_to is not null);
grant select on public.page_origins to authenticated;
grant insert (page_id, name, path, changes, files) on public.page_origins to authenticated;
grant all on public.page_origins to service_role;
alter table public.page_origins enable row level security;
-- People read the origins of the pages that they read; those of a private time stay with the page's creator.
create policy page_origins_select_reader on public.page_origins for select to authenticated
  using ((exists ( select from public.pages page where page.id = page_origins.page_id and private.sees_page((select auth.uid()), array(select private.my_organization_ids()), page.organization_id, page_origins.private_to))));
-- People note the origins of the pages that they made.
create policy page_origins_insert_creator on public.page_origins for insert to authenticated
  with check ((exists ( select from public.pages page where page.id = page_origins.page_id and page.created_by = (select auth.uid()))));
-- People with two-step verification get in with both steps only.
create policy page_origins_all_second_step on public.page_origins as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));
-- On insert, in this order: page_origins_01_count_bytes, page_origins_05_limit_bytes, page_origins_10_keep_private.

-- Trigger: the origin of a page that one person alone sees is that person's.
create function private.keep_origin_private()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  new.private_to := (select page.private_to from public.pages as page where page.id = new.page_id);
  return new;
end
$function$;
create trigger page_origins_10_keep_private before insert on public.page_origins for each row execute function private.keep_origin_private();


-- =====================================================================================================================
-- Files: What is a file in a page, who may read it, and when is it gone?
-- =====================================================================================================================

-- The files of pages: pictures, films, sounds, documents. Written by functions alone.
create table public.page_files (
  -- Chosen by the client; never changes.
  id uuid not null,
  -- The workspace whose room it takes; another one that uses it, once its own does not.
  organization_id uuid,
  -- The page that it was put in first; it may be gone.
  page_id uuid,
  -- Its name, as people see it.
  name text not null,
  -- Its type as its uploader says, such as image/png.
  media_type text not null,
  -- Its size.
  bytes bigint not null,
  -- Of a picture or a film, in pixels; null if unknown.
  width integer,
  -- Of a picture or a film, in pixels; null if unknown.
  height integer,
  -- The name of its object in the bucket page-files; never changes.
  object_name text not null,
  -- When its bytes came; null before.
  uploaded_at timestamp with time zone,
  -- Whether a text has ever used it. Until then its uploader reads it, and after that only who reads such a text.
  is_used boolean default false not null,
  -- Since when nothing uses it, and its bytes are being deleted; null for all others.
  doomed_at timestamp with time zone,
  -- The person who put it in; null once that account is gone.
  created_by uuid,
  -- When it was put in.
  created_at timestamp with time zone default now() not null,
  constraint page_files_pkey primary key (id),
  constraint page_files_object_name_key unique (object_name),
  constraint page_files_created_by_fkey foreign key (created_by) references public.user_profiles(id) on delete set null,
  constraint page_files_organization_id_fkey foreign key (organization_id) references public.organizations(id) on delete set null
);
create index page_files_created_by_idx on public.page_files using btree (created_by);
create index page_files_doomed_idx on public.page_files using btree (doomed_at) where (doomed_at is not null);
create index page_files_organization_id_idx on public.page_files using btree (organization_id) include (bytes);
grant select on public.page_files to authenticated;
grant all on public.page_files to service_role;
alter table public.page_files enable row level security;
-- People read the files that the pages, versions and templates use that they read.
create policy page_files_select_reader on public.page_files for select to authenticated
  using ((exists ( select from public.page_file_uses use where use.file_id = page_files.id)) or (exists ( select from public.page_text_files use where use.file_id = page_files.id)) or (exists ( select from public.template_file_uses use where use.file_id = page_files.id)));
-- People read a file that they have put into a page they read, until a text uses it.
create policy page_files_select_uploader on public.page_files for select to authenticated
  using (not is_used and created_by = (select auth.uid()) and page_id = (( select page.id from public.pages page where page.id = page_files.page_id)));
-- People with two-step verification get in with both steps only.
create policy page_files_all_second_step on public.page_files as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));
-- On insert, in this order: page_files_01_count_bytes, page_files_05_limit_rows.

-- Which page's text uses which files.
create table public.page_file_uses (
  -- The page.
  page_id uuid not null,
  -- The file.
  file_id uuid not null,
  -- Since when the text does not name it any more: it stays for some days, for whoever takes that back. Null while it
  -- does.
  gone_at timestamp with time zone,
  constraint page_file_uses_pkey primary key (page_id, file_id),
  constraint page_file_uses_file_id_fkey foreign key (file_id) references public.page_files(id) on delete cascade,
  constraint page_file_uses_page_id_fkey foreign key (page_id) references public.pages(id) on delete cascade
);
create index page_file_uses_file_id_idx on public.page_file_uses using btree (file_id);
grant select on public.page_file_uses to authenticated;
grant all on public.page_file_uses to service_role;
alter table public.page_file_uses enable row level security;
-- Members see which files the pages use that they read.
create policy page_file_uses_select_member on public.page_file_uses for select to authenticated
  using (page_id = (( select page.id from public.pages page where page.id = page_file_uses.page_id)));
-- People with two-step verification get in with both steps only.
create policy page_file_uses_all_second_step on public.page_file_uses as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));
-- On delete, in this order: page_file_uses_90_let_go.

-- Which former text of a page uses which files.
create table public.page_text_files (
  -- The page's workspace.
  organization_id uuid not null,
  -- The page.
  page_id uuid not null,
  -- SHA-256 of the text.
  digest bytea not null,
  -- The file.
  file_id uuid not null,
  constraint page_text_files_pkey primary key (organization_id, page_id, digest, file_id),
  constraint page_text_files_file_id_fkey foreign key (file_id) references public.page_files(id) on delete cascade,
  constraint page_text_files_text_fkey foreign key (organization_id, page_id, digest) references public.page_texts(organization_id, page_id, digest) on delete cascade
);
create index page_text_files_file_id_idx on public.page_text_files using btree (file_id);
grant select on public.page_text_files to authenticated;
grant all on public.page_text_files to service_role;
alter table public.page_text_files enable row level security;
-- Readers of a version see which files it uses.
create policy page_text_files_select_member on public.page_text_files for select to authenticated
  using ((exists ( select from public.page_versions version where version.page_id = page_text_files.page_id and version.digest = page_text_files.digest)));
-- People with two-step verification get in with both steps only.
create policy page_text_files_all_second_step on public.page_text_files as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));
-- On delete, in this order: page_text_files_90_let_go.

-- Which template's text uses which files.
create table public.template_file_uses (
  -- The template.
  template_id uuid not null,
  -- The file.
  file_id uuid not null,
  constraint template_file_uses_pkey primary key (template_id, file_id),
  constraint template_file_uses_file_id_fkey foreign key (file_id) references public.page_files(id) on delete cascade,
  constraint template_file_uses_template_id_fkey foreign key (template_id) references public.templates(id) on delete cascade
);
create index template_file_uses_file_id_idx on public.template_file_uses using btree (file_id);
grant select on public.template_file_uses to authenticated;
grant all on public.template_file_uses to service_role;
alter table public.template_file_uses enable row level security;
-- Members see which files the templates use that they read.
create policy template_file_uses_select_member on public.template_file_uses for select to authenticated
  using (template_id = (( select template.id from public.templates template where template.id = template_file_uses.template_id)));
-- People with two-step verification get in with both steps only.
create policy template_file_uses_all_second_step on public.template_file_uses as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));
-- On delete, in this order: template_file_uses_90_let_go.

-- Files of which something let go, so that nothing may use them any more. Read and written by functions alone.
create table public.page_file_work (
  -- Never changes.
  id uuid default gen_random_uuid() not null,
  -- The file; it may be gone.
  file_id uuid not null,
  -- When somebody is to look.
  due_at timestamp with time zone not null,
  constraint page_file_work_pkey primary key (id)
);
create index page_file_work_due_at_idx on public.page_file_work using btree (due_at);
grant all on public.page_file_work to service_role;
alter table public.page_file_work enable row level security;
-- People with two-step verification get in with both steps only.
create policy page_file_work_all_second_step on public.page_file_work as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));

-- Files that a page's text named without using them, since its writers could not read them. Read and written by
-- functions alone.
create table public.page_unused_names (
  -- The page.
  page_id uuid not null,
  -- The file.
  file_id uuid not null,
  constraint page_unused_names_pkey primary key (page_id, file_id),
  constraint page_unused_names_file_id_fkey foreign key (file_id) references public.page_files(id) on delete cascade,
  constraint page_unused_names_page_id_fkey foreign key (page_id) references public.pages(id) on delete cascade
);
create index page_unused_names_file_id_idx on public.page_unused_names using btree (file_id);
grant all on public.page_unused_names to service_role;
alter table public.page_unused_names enable row level security;
-- People with two-step verification get in with both steps only.
create policy page_unused_names_all_second_step on public.page_unused_names as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));

-- Puts a file into a page that the caller writes, and answers its row; the bytes are to be uploaded as its object_name
-- into the bucket page-files. Harmless when it is called again.
create function public.add_page_file(page_id uuid, file_id uuid, name text, media_type text, bytes bigint, width integer default null::integer, height integer default null::integer)
 returns public.page_files
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  page record;
  file public.page_files;
begin
  perform private.check_file(name, media_type, bytes, width, height);
  select known.organization_id, known.content into page
  from public.pages as known
  where known.id = add_page_file.page_id and not known.is_archived
    and private.sees_page(
      (select auth.uid()), array(select private.my_organization_ids()), known.organization_id, known.private_to
    )
    and (select private.has_passed_second_step())
  for no key update;
  if not found or file_id is null then
    perform private.refuse_file('page_missing');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('files of ' || page.organization_id, 0));
  select known.* into file from public.page_files as known where known.id = file_id;
  -- Asked again, because the answer was lost.
  if found and (file.created_by, file.page_id, file.name, file.media_type, file.bytes, file.doomed_at)
    is distinct from (auth.uid(), add_page_file.page_id, add_page_file.name, add_page_file.media_type, add_page_file.bytes, null)
  then
    perform private.refuse_file('id_taken');
  elsif file.id is null then
    if private.file_bytes_in(page.organization_id) + bytes > private.limit_of('workspace_file_megabytes') then
      perform private.refuse_file('workspace_full');
    end if;
    insert into public.page_files (id, organization_id, page_id, name, media_type, bytes, width, height, object_name, created_by)
    values (
      file_id, page.organization_id, add_page_file.page_id, add_page_file.name, add_page_file.media_type,
      add_page_file.bytes, add_page_file.width, add_page_file.height,
      format('%s/%s/%s-%s', page.organization_id, add_page_file.page_id, file_id,
        right(regexp_replace(add_page_file.name, '[^A-Za-z0-9_.-]+', '_', 'g'), 100)),
      auth.uid()
    )
    returning * into file;
    perform private.look_at_file(file_id, interval '7 days');
  end if;
  if file_id = any (private.named_files(page.content)) then
    perform private.use_files(add_page_file.page_id, array[file_id]);
    file.is_used := true;
  end if;
  return file;
end
$function$;
grant execute on function public.add_page_file(uuid,uuid,text,text,bigint,integer,integer) to authenticated, service_role;

-- Refuses a file that is not described as it has to be, or that the bucket does not take.
create function private.check_file(name text, media_type text, bytes bigint, width integer, height integer)
 returns void
 language plpgsql
 stable security definer
 set search_path to ''
as $function$
declare
  bucket record;
begin
  -- No slash and no control character; nothing that turns the direction of a line around, so that a name cannot hide its end.
  if name is null or btrim(name) = '' or name in ('.', '..') or char_length(name) > 255
    or name ~ '[/[:cntrl:]\u202A-\u202E\u2066-\u2069]'
    or media_type is null or char_length(media_type) > 127 or media_type !~ '\A[a-z0-9][a-z0-9!#$&^_.+-]*/[a-z0-9][a-z0-9!#$&^_.+-]*\Z'
    or bytes is null or bytes < 0
    or width not between 1 and 1000000 or height not between 1 and 1000000
  then
    perform private.refuse_file('not_described');
  end if;
  select known.file_size_limit, known.allowed_mime_types into bucket
  from storage.buckets as known where known.id = 'page-files';
  if bytes > bucket.file_size_limit then
    perform private.refuse_file('too_large');
  end if;
  if cardinality(bucket.allowed_mime_types) > 0 and not exists (
    select from unnest(bucket.allowed_mime_types) as allowed
    where media_type = allowed or allowed in ('*', '*/*') or allowed like '%/*' and starts_with(media_type, rtrim(allowed, '*'))
  ) then
    perform private.refuse_file('type_not_allowed');
  end if;
end
$function$;

-- Raises the error of a file that is not taken. docs/error-codes.md lists all codes.
create function private.refuse_file(rule text)
 returns void
 language plpgsql
 set search_path to ''
as $function$
declare
  refusal record;
begin
  select known.code, known.message into strict refusal
  from (values
    ('page_missing', 'TR046', 'This page is in the trash, or it is not open to you. The file was not added.'),
    ('not_described', 'TR047', 'This file cannot be added as it is. Its name has 1 to 255 characters, without a slash or a line break.'),
    ('too_large', 'TR048', 'This file is too large. Choose a smaller one.'),
    ('type_not_allowed', 'TR049', 'Files of this type are not allowed here.'),
    ('workspace_full', 'TR050', 'The workspace has no room for this file. Delete pages with files for good, or ask the operator for more room.'),
    ('id_taken', 'TR051', 'Another file has this id. Add the file again.')
  ) as known (rule, code, message)
  where known.rule = refuse_file.rule;
  raise exception using errcode = refusal.code, message = refusal.message;
end
$function$;

-- How many bytes the files of one of the caller's workspaces take, and how many they may take.
create function public.workspace_file_bytes(organization_id uuid)
 returns table(used bigint, most bigint)
 language sql
 stable security definer rows 1
 set search_path to ''
as $function$
  select private.file_bytes_in(mine), private.limit_of('workspace_file_megabytes')
  from private.my_organization_ids() as mine
  where mine = workspace_file_bytes.organization_id and private.has_passed_second_step()
$function$;
grant execute on function public.workspace_file_bytes(uuid) to authenticated, service_role;

-- The bytes that the files of a workspace take.
create function private.file_bytes_in(organization uuid)
 returns bigint
 language sql
 stable
 set search_path to ''
as $function$
  select coalesce(sum(file.bytes), 0)::bigint from public.page_files as file
  where file.organization_id = organization and file.doomed_at is null
$function$;

-- Trigger: notes that the bytes of a file are there, and refuses others.
create function private.receive_page_file()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  size constant bigint := (new.metadata ->> 'size')::bigint;
  file record;
begin
  if tg_op = 'UPDATE' and (new.bucket_id, new.name) is distinct from (old.bucket_id, old.name) then
    raise exception 'Objects of the bucket page-files keep their names';
  end if;
  -- Somebody who is about to delete the file is done first.
  select known.id, known.bytes into file
  from public.page_files as known
  where known.object_name = new.name and known.doomed_at is null
  for no key update;
  if not found then
    raise exception 'No file of a page has this object';
  end if;
  -- Asked before the bytes come, Storage does not know their number yet.
  if size is null then
    return null;
  end if;
  if size <> file.bytes then
    raise exception 'The file was announced with % bytes and has %', file.bytes, size;
  end if;
  update public.page_files as known set uploaded_at = coalesce(known.uploaded_at, clock_timestamp()) where known.id = file.id;
  return null;
end
$function$;
create trigger trellis_receive_new_page_file after insert on storage.objects for each row when ((new.bucket_id = 'page-files'::text)) execute function private.receive_page_file();
create trigger trellis_receive_page_file after update of bucket_id, name, metadata on storage.objects for each row when (((new.bucket_id = 'page-files'::text) or (old.bucket_id = 'page-files'::text))) execute function private.receive_page_file();

-- Trigger: what is noted with a file is short.
create function private.bound_file_notes()
 returns trigger
 language plpgsql
 set search_path to ''
as $function$
begin
  if octet_length(new.user_metadata::text) > 1024 then
    raise exception 'The notes of a file have 1,024 bytes at most';
  end if;
  return new;
end
$function$;
create trigger trellis_bound_file_notes before insert or update of user_metadata on storage.objects for each row when ((new.bucket_id = any (array['page-files'::text, 'avatars'::text]))) execute function private.bound_file_notes();

-- Trigger: notes that the bytes of a file are gone.
create function private.lose_page_file()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  update public.page_files as known set uploaded_at = null where known.object_name = old.name;
  return null;
end
$function$;
create trigger trellis_lose_page_file after delete on storage.objects for each row when ((old.bucket_id = 'page-files'::text)) execute function private.lose_page_file();

-- Those of the files that a person reads, as the policies of page_files say it. They stay until the end of the
-- transaction.
create function private.readable_files(person uuid, files uuid[])
 returns setof uuid
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  workspaces constant uuid[] := array(
    select member.organization_id
    from public.organization_members as member
    join public.organizations as organization on organization.id = member.organization_id
    where member.user_id = readable_files.person and member.status = 'active' and organization.status = 'active'
  );
begin
  return query
    select file.id
    from public.page_files as file
    where file.id = any (files) and file.doomed_at is null and (
      exists (
        select from public.page_file_uses as use
        join public.pages as page on page.id = use.page_id
        where use.file_id = file.id
          and private.sees_page(readable_files.person, workspaces, page.organization_id, page.private_to)
      ) or exists (
        select from public.page_text_files as use
        join public.page_versions as version on version.page_id = use.page_id and version.digest = use.digest
        join public.pages as page on page.id = use.page_id
        where use.file_id = file.id
          and private.sees_page(readable_files.person, workspaces, version.organization_id, version.private_to)
          and private.sees_page(readable_files.person, workspaces, page.organization_id, page.private_to)
      ) or exists (
        select from public.template_file_uses as use
        join public.templates as template on template.id = use.template_id
        where use.file_id = file.id and template.organization_id = any (workspaces)
      ) or not file.is_used and file.created_by = readable_files.person and exists (
        select from public.pages as page
        where page.id = file.page_id
          and private.sees_page(readable_files.person, workspaces, page.organization_id, page.private_to)
      )
    )
    order by file.id
    -- Somebody who is about to delete the file is done first, and it is not among these.
    for key share of file;
end
$function$;

-- The ids of the files that a text names.
create function private.named_files(content text)
 returns uuid[]
 language sql
 immutable
 set search_path to ''
as $function$
  select case when pg_catalog.strpos(content, '/files/') = 0 then '{}' else array(
    select distinct name::uuid
    from (
      select name
      from (
        select pg_catalog.left(part, 36) as name
        from pg_catalog.unnest((pg_catalog.string_to_array(content, '/files/'))[2:]) as part
      ) as parts
      where name ~ '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'
      limit 5000
    ) as names
  ) end
$function$;

-- Those of the files that all of these people read.
create function private.files_for(writers uuid[], files uuid[])
 returns uuid[]
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  writer uuid;
  left_over uuid[] := files;
begin
  foreach writer in array writers loop
    exit when left_over = '{}';
    left_over := array(select private.readable_files(writer, left_over));
  end loop;
  return left_over;
end
$function$;

-- Those of the files that all of these people read, or that one of them has just put into the page.
create function private.files_for_page(page_id uuid, writers uuid[], files uuid[])
 returns uuid[]
 language sql
 security definer
 set search_path to ''
as $function$
  select array(
    select unnest(private.files_for(writers, files))
    union
    select file.id from public.page_files as file
    where file.id = any (files) and file.page_id = files_for_page.page_id and not file.is_used
      and file.created_by = any (writers) and file.doomed_at is null
  )
$function$;

-- The ids that an update of a document brings whole; null for one with very many, or that is very long.
create function private.ids_in_edits(edits bytea)
 returns uuid[]
 language plpgsql
 immutable strict
 set search_path to ''
as $function$
declare
  most_bytes constant integer := 4 * 1024 * 1024;
  most_ids constant integer := 1000;
  ids uuid[] := '{}';
begin
  if octet_length(edits) > most_bytes then
    return null;
  end if;
  -- In pieces, each with the beginning of the next: a long one would take many times its memory. Yjs writes letters as UTF-8.
  for piece in 0 .. octet_length(edits) / 262144 loop
    ids := ids || array(
      select id[1]::uuid from (
        select regexp_matches(
          encode(substring(edits from piece * 262144 + 1 for 262144 + 36), 'escape'),
          '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}', 'g'
        ) as id
        limit most_ids + 1
      ) as found
    );
    if cardinality(ids) > most_ids then
      return null;
    end if;
  end loop;
  return ids;
end
$function$;

-- Notes which ids the update of a save brings, for the files that its texts name.
create function private.note_brought_ids(content text, update text)
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  -- Empty where no update came. An unreadable one is refused here, as it would be later.
  perform set_config('trellis.brought', case when strpos(content, '/files/') > 0 and update <> ''
    then coalesce(private.ids_in_edits(private.read_edits(update))::text, 'all') end, true);
end
$function$;
grant execute on function private.note_brought_ids(text,text) to authenticated, service_role;

-- Those of the files that everybody may read who brought their ids into a page's document.
create function private.files_brought(page_id uuid, writers uuid[], files uuid[])
 returns uuid[]
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  most_bytes constant integer := 4 * 1024 * 1024;
  brought constant text := coalesce(nullif(current_setting('trellis.brought', true), ''), '{}');
  all_writers uuid[];
  is_whole boolean;
  one record;
  -- Files that were just put into the page are the page's, however their names came.
  given uuid[] := array(
    select file.id from public.page_files as file
    where file.id = any (files) and file.page_id = files_brought.page_id and not file.is_used and file.created_by = any (writers)
  );
begin
  select writers || array(
    select distinct log.created_by from public.page_updates as log where log.page_id = files_brought.page_id
  ), document.state_number = 0
  into all_writers, is_whole
  from public.page_documents as document where document.page_id = files_brought.page_id;
  -- Few people brought the same file: files of the same people are asked about together.
  for one in
    with log as materialized (
      -- The newest first, as far as they are looked at.
      select known.created_by as person, case
        when sum(octet_length(known.update)) over (order by known.number desc) <= most_bytes then private.ids_in_edits(known.update)
      end as ids
      from public.page_updates as known where known.page_id = files_brought.page_id
      union all
      select auth.uid(), case when brought <> 'all' then brought::uuid[] end
    ),
    wanted as materialized (
      select unnest(files) as file except select unnest(given)
    ),
    bringing as materialized (
      select wanted.file, log.person
      from log cross join lateral unnest(log.ids) as id join wanted on wanted.file = id
      union
      select wanted.file, log.person from (select distinct person from log where ids is null) as log cross join wanted
    ),
    asked as (
      select wanted.file,
        coalesce(array_agg(bringing.person order by bringing.person) filter (where bringing.file is not null), '{}') as bringers
      from wanted left join bringing on bringing.file = wanted.file
      group by wanted.file
    )
    select bringers, array_agg(file) as files from asked group by bringers
  loop
    -- Letter by letter, by somebody. Who wrote what is in a state, nobody knows.
    if one.bringers = '{}' and is_whole then
      one.bringers := all_writers;
    end if;
    if one.bringers <> '{}' and array_position(one.bringers, null) is null then
      given := given || private.files_for(one.bringers, one.files);
    end if;
  end loop;
  return given;
end
$function$;

-- Those of the files that a page's text names anew which it may use: of a former text of the page, the ones that it
-- used then; of one that its document has, those that whoever brought them may read.
create function private.files_of_former_texts(page public.pages, writers uuid[], files uuid[])
 returns uuid[]
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  digest_now constant bytea := private.digest_text(page.content);
begin
  if exists (
    select from public.page_texts as text
    where text.organization_id = page.organization_id and text.page_id = page.id and text.digest = digest_now
  ) then
    return array(
      select use.file_id from public.page_text_files as use
      where use.organization_id = page.organization_id and use.page_id = page.id
        and use.digest = digest_now and use.file_id = any (files)
    );
  elsif coalesce(current_setting('trellis.begins_version', true), '') = '' then
    -- A text that is sent as a whole is its sender's.
    if coalesce(current_setting('trellis.document', true), '') = '' then
      return files;
    end if;
    return private.files_brought(page.id, writers, array(
      select unnest(files) except
      select unused.file_id from public.page_unused_names as unused where unused.page_id = page.id
    ));
  end if;
  return array(
    select use.file_id from public.page_text_files as use
    where use.organization_id = page.organization_id and use.page_id = page.id and use.file_id = any (files)
    union
    -- A file that was just put in, and that no text has used yet.
    select file.id from public.page_files as file
    where file.id = any (files) and file.page_id = page.id and not file.is_used and file.created_by = any (writers)
  );
end
$function$;

-- Notes that a page's text uses files.
create function private.use_files(page_id uuid, files uuid[])
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  insert into public.page_file_uses as known (page_id, file_id)
  select use_files.page_id, file from unnest(files) as file order by file
  on conflict on constraint page_file_uses_pkey do update set gone_at = null where known.gone_at is not null;
  update public.page_files as file set is_used = true where file.id = any (files) and not file.is_used;
end
$function$;

-- Notes which files a page uses with its new text.
create function private.use_changed_files(old public.pages, new public.pages)
 returns void
 language plpgsql
as $function$
declare
  named constant uuid[] := private.named_files(new.content);
  named_before constant uuid[] := private.named_files(old.content);
  writers constant uuid[] := coalesce(
    nullif(current_setting('trellis.writers', true), '')::uuid[], array[auth.uid()]);
  left_behind uuid[];
  known uuid[];
  fresh uuid[];
  gone uuid[];
begin
  left_behind := array(select unnest(named_before) except select unnest(named));
  if left_behind <> '{}' then
    perform private.note_unused_names(new.id, left_behind);
  end if;
  update public.page_file_uses as use set gone_at = null
  where use.page_id = new.id and use.gone_at is not null and use.file_id = any (named);
  known := array(select use.file_id from public.page_file_uses as use where use.page_id = new.id);
  with ended as (
    update public.page_file_uses as use set gone_at = clock_timestamp()
    where use.page_id = new.id and use.gone_at is null and use.file_id <> all (named)
    returning use.file_id
  )
  select array_agg(ended.file_id) into gone from ended;
  perform private.look_at_file(file, interval '7 days') from unnest(gone) as file;
  fresh := array(select unnest(named) except select unnest(known));
  if fresh = '{}' then
    return;
  end if;
  -- Words that stood there before are not this writer's.
  fresh := array(select unnest(fresh) except select unnest(named_before));
  if fresh <> '{}' then
    fresh := private.files_of_former_texts(new, writers, fresh);
    perform private.use_files(new.id, private.files_for_page(new.id, writers, fresh));
  end if;
end
$function$;

-- Notes those of the files that leave a page's text without having been used by it.
create function private.note_unused_names(page_id uuid, names uuid[])
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  insert into public.page_unused_names (page_id, file_id)
  select note_unused_names.page_id, file.id
  from public.page_files as file
  -- A name that no text has used yet may be used by the page that it is put in.
  where file.id = any (names) and file.is_used and not exists (
    select from public.page_file_uses as use where use.page_id = note_unused_names.page_id and use.file_id = file.id
  )
  order by file.id
  on conflict do nothing;
end
$function$;

-- Trigger: notes which files a kept text uses.
create function private.use_kept_files()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  insert into public.page_text_files (organization_id, page_id, digest, file_id)
  select new.organization_id, new.page_id, new.digest, use.file_id
  from public.page_file_uses as use
  where use.page_id = new.page_id and use.file_id = any (private.named_files(new.content))
  order by use.file_id
  on conflict do nothing;
  return null;
end
$function$;
create trigger page_texts_96_use_files after insert on public.page_texts for each row when ((strpos(new.content, '/files/'::text) > 0)) execute function private.use_kept_files();

-- Notes that copies of pages use the files that the pages use.
create function private.use_copied_files(originals uuid[], copies uuid[])
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  insert into public.page_file_uses (page_id, file_id)
  select pair.copy, use.file_id
  from unnest(originals, copies) as pair (original, copy)
  join public.page_file_uses as use on use.page_id = pair.original and use.gone_at is null
  order by use.file_id, pair.copy
  on conflict do nothing;
end
$function$;
grant execute on function private.use_copied_files(uuid[],uuid[]) to authenticated, service_role;

-- A text in which the names of all files but these lead nowhere.
create function private.without_other_files(content text, files uuid[])
 returns text
 language sql
 immutable
 set search_path to ''
as $function$
  select string_agg(
    case
      when part.number = 1 or left(part.words, 36)::uuid = any (files) then part.words
      else '00000000-0000-0000-0000-000000000000' || substr(part.words, 37)
    end,
    '/files/' order by part.number)
  from regexp_split_to_table(
    content, '/files/(?=[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})'
  ) with ordinality as part (words, number)
$function$;

-- Trigger: a template names no file that its writer may not read.
create function private.name_readable_files()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  -- More than this a template does not use.
  named constant uuid[] := private.named_files(new.content);
  known uuid[];
begin
  if named = '{}' then
    return new;
  end if;
  known := array(
    select use.file_id from public.template_file_uses as use where use.template_id = new.id and use.file_id = any (named));
  new.content := private.without_other_files(
    new.content, known || array(select private.readable_files(auth.uid(), named)));
  return new;
end
$function$;
create trigger templates_08_name_files before insert or update of content on public.templates for each row execute function private.name_readable_files();

-- Trigger: notes which files a template uses.
create function private.use_template_files()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  named constant uuid[] := private.named_files(new.content);
begin
  delete from public.template_file_uses as use where use.template_id = new.id and use.file_id <> all (named);
  insert into public.template_file_uses (template_id, file_id)
  select new.id, file from private.readable_files(auth.uid(), named) as file
  on conflict do nothing;
  update public.page_files as file set is_used = true
  where not file.is_used and file.id in (
    select use.file_id from public.template_file_uses as use where use.template_id = new.id
  );
  return null;
end
$function$;
create trigger templates_96_use_files after insert or update of content on public.templates for each row execute function private.use_template_files();

-- Has somebody find out, after this time, whether a file is still in use.
create function private.look_at_file(file_id uuid, after interval default '00:00:00'::interval)
 returns void
 language plpgsql
 set search_path to ''
as $function$
begin
  insert into public.page_file_work (file_id, due_at) values (look_at_file.file_id, clock_timestamp() + after);
end
$function$;

-- Trigger: somebody is to look whether anything still uses a file.
create function private.let_go_of_file()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  perform private.look_at_file(old.file_id);
  return null;
end
$function$;
create trigger page_file_uses_90_let_go after delete on public.page_file_uses for each row execute function private.let_go_of_file();
create trigger page_text_files_90_let_go after delete on public.page_text_files for each row execute function private.let_go_of_file();
create trigger template_file_uses_90_let_go after delete on public.template_file_uses for each row execute function private.let_go_of_file();

-- The workspaces in which something uses a file.
create function private.workspaces_with_file(file_id uuid)
 returns setof uuid
 language sql
 stable security definer
 set search_path to ''
as $function$
  select page.organization_id from public.page_file_uses as use
  join public.pages as page on page.id = use.page_id
  where use.file_id = workspaces_with_file.file_id
  union
  select use.organization_id from public.page_text_files as use where use.file_id = workspaces_with_file.file_id
  union
  select template.organization_id from public.template_file_uses as use
  join public.templates as template on template.id = use.template_id
  where use.file_id = workspaces_with_file.file_id
$function$;

-- Marks those of the files that are waiting for it which nothing uses, the latest first.
create function private.look_at_files(most integer)
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  waiting record;
begin
  -- Callers work one at a time; the second one leaves the work to the first, or to the clock.
  if not pg_try_advisory_xact_lock(hashtextextended('unused files', 0)) then
    return;
  end if;
  for waiting in
    select work.file_id, array_agg(work.id) as ids from (
      select known.id, known.file_id from public.page_file_work as known
      where known.due_at <= clock_timestamp() order by known.due_at desc limit look_at_files.most
    ) as work group by work.file_id order by work.file_id
  loop
    delete from public.page_file_work as work where work.id = any (waiting.ids);
    perform private.doom_file(waiting.file_id);
  end loop;
end
$function$;

-- Marks a file that nothing uses for deletion. One that another workspace alone uses takes room there from now on.
create function private.doom_file(file_id uuid)
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  file record;
  users uuid[];
begin
  delete from public.page_file_uses as use
  where use.file_id = doom_file.file_id and use.gone_at < clock_timestamp() - interval '7 days' + interval '1 second';
  select known.id, known.organization_id, known.is_used, known.created_at into file
  from public.page_files as known where known.id = doom_file.file_id and known.doomed_at is null for update skip locked;
  if not found then
    if exists (select from public.page_files as known where known.id = doom_file.file_id and known.doomed_at is null) then
      perform private.look_at_file(doom_file.file_id, interval '1 minute');
    end if;
    return;
  end if;
  users := array(select private.workspaces_with_file(file.id));
  if users = '{}' and (file.is_used or file.created_at < clock_timestamp() - interval '7 days' + interval '1 second') then
    update public.page_files as known set doomed_at = clock_timestamp() where known.id = file.id;
  elsif users <> '{}' and (file.organization_id is null or file.organization_id <> all (users)) then
    update public.page_files as known set organization_id = users[1] where known.id = file.id;
  end if;
end
$function$;

-- Marks the files that nothing uses, and answers the marked ones, whose objects are to be deleted. For server
-- functions.
create function public.claim_unused_files(most integer default 500)
 returns table(id uuid, object_name text)
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  perform private.look_at_files(1000);
  return query
    select file.id, file.object_name from public.page_files as file
    where file.doomed_at is not null order by file.doomed_at, file.id limit most;
end
$function$;
grant execute on function public.claim_unused_files(integer) to service_role;

-- Forgets marked files whose objects are deleted, and answers how many. For server functions.
create function public.forget_unused_files(files uuid[])
 returns integer
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  forgotten integer;
begin
  delete from public.page_files as file
  where file.id = any (files) and file.doomed_at is not null and not exists (
    select from storage.objects as object where object.bucket_id = 'page-files' and object.name = file.object_name
  );
  get diagnostics forgotten = row_count;
  return forgotten;
end
$function$;
grant execute on function public.forget_unused_files(uuid[]) to service_role;

-- The files that a public page shows; none when it is not public.
create function public.list_public_files(page_id uuid)
 returns table(id uuid, name text, media_type text, bytes bigint, width integer, height integer)
 language sql
 stable security definer
 set search_path to ''
as $function$
  select file.id, file.name, file.media_type, file.bytes, file.width, file.height
  from private.open_pages(array[page_id]) as open
  join public.page_file_uses as use on use.page_id = open.id and use.gone_at is null
  join public.page_files as file on file.id = use.file_id and file.uploaded_at is not null
$function$;
grant execute on function public.list_public_files(uuid) to anon, authenticated, service_role;

-- Where the bytes are of a file that a public page shows; nothing when it is not public, or shows no such file. For
-- server functions.
create function public.get_public_file(page_id uuid, file_id uuid)
 returns table(object_name text, name text, media_type text)
 language sql
 stable security definer rows 1
 set search_path to ''
as $function$
  select file.object_name, file.name, file.media_type
  from private.open_pages(array[page_id]) as open
  join public.page_file_uses as use on use.page_id = open.id and use.file_id = get_public_file.file_id and use.gone_at is null
  join public.page_files as file on file.id = use.file_id and file.uploaded_at is not null
$function$;
grant execute on function public.get_public_file(uuid,uuid) to service_role;

-- The files of a workspace whose names have all words of a question, the latest first, each with a page that shows it.
create function public.search_files(workspace_id uuid, question text, most integer default 10)
 returns table(id uuid, name text, media_type text, bytes bigint, page_id uuid, page_name text)
 language plpgsql
 stable security definer
 set search_path to ''
as $function$
declare
  caller constant uuid := auth.uid();
  patterns constant text[] := array(
    select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' from unnest(private.question_terms(question, true)) as word
  );
begin
  if patterns = '{}' or caller is null
    or not exists (select from private.my_organization_ids() as mine where mine = workspace_id)
    or not private.has_passed_second_step() then
    return;
  end if;
  return query
    select file.id, file.name, file.media_type, file.bytes, page.id, page.name
    from public.page_files as file
    -- The page that the caller sees with it, the latest first.
    cross join lateral (
      select known.id, known.name, known.updated_at
      from public.page_file_uses as use
      join public.pages as known on known.id = use.page_id and not known.is_archived
      where use.file_id = file.id and use.gone_at is null and known.organization_id = workspace_id
        and private.sees_page(caller, array[workspace_id], known.organization_id, known.private_to)
      order by known.updated_at desc, known.id
      limit 1
    ) as page
    where file.organization_id = workspace_id and file.doomed_at is null
      and private.fold_words(file.name) like all (patterns)
    order by file.created_at desc, file.id
    limit least(most, 50);
end
$function$;
grant execute on function public.search_files(uuid,text,integer) to authenticated, service_role;

-- How many bytes of files each page of the trash frees when it is deleted for good, with those that went there with it;
-- and all of them together, without a page.
create function public.list_trash_bytes(organization_id uuid)
 returns table(page_id uuid, bytes bigint)
 language sql
 security definer
 set search_path to ''
as $function$
  with doomed as materialized (
    select page.id, page.archived_with from public.pages as page
    where page.id = any (private.my_trash(organization => list_trash_bytes.organization_id))
  ),
  uses as (
    select use.file_id, use.page_id from public.page_file_uses as use
    union select use.file_id, use.page_id from public.page_text_files as use
  ),
  files as materialized (
    select distinct use.file_id from doomed join uses as use on use.page_id = doomed.id
  ),
  freed as (
    select files.file_id, min(doomed.archived_with::text)::uuid as entry, count(distinct doomed.archived_with) as entries
    from files
    join uses as use on use.file_id = files.file_id
    left join doomed on doomed.id = use.page_id
    group by files.file_id
    having bool_and(doomed.id is not null)
      and not exists (select from public.template_file_uses as use where use.file_id = files.file_id)
  )
  select freed.entry, sum(file.bytes)::bigint
  from freed join public.page_files as file on file.id = freed.file_id
  where freed.entries = 1
  group by freed.entry
  union all
  select null, sum(file.bytes)::bigint
  from freed join public.page_files as file on file.id = freed.file_id
  having count(*) > 0
$function$;
grant execute on function public.list_trash_bytes(uuid) to authenticated, service_role;


-- =====================================================================================================================
-- Live screens: How does a change reach the screens of others?
-- =====================================================================================================================

-- When each page last changed in the tree. A page that was deleted for good stays in it.
create table public.page_changes (
  -- The page; it may be gone.
  page_id uuid not null,
  -- Its workspace.
  organization_id uuid not null,
  -- The only person who sees it, or saw it last.
  private_to uuid,
  -- The last change that the tree shows.
  changed_at timestamp with time zone not null,
  -- The last change before or after which the whole workspace saw the page.
  shared_at timestamp with time zone,
  constraint page_changes_pkey primary key (page_id),
  constraint page_changes_organization_id_fkey foreign key (organization_id) references public.organizations(id) on delete cascade
);
create index page_changes_organization_id_changed_at_idx on public.page_changes using btree (organization_id, changed_at);
grant all on public.page_changes to service_role;
alter table public.page_changes enable row level security;
-- People with two-step verification get in with both steps only.
create policy page_changes_all_second_step on public.page_changes as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));

-- Whether a channel is that of the caller, of a workspace of theirs, or of a page that they see.
create function private.may_join_channel(topic text)
 returns boolean
 language plpgsql
 stable security definer
 set search_path to ''
as $function$
begin
  return case
    when topic = 'person:' || auth.uid() then true
    when topic ~ '^workspace:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then substr(topic, 11)::uuid in (select private.my_organization_ids())
    when topic ~ '^(page|typing):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then exists (
        select from public.page_documents as document
        join public.pages as page on page.id = document.page_id
        where document.channel = split_part(topic, ':', 2)::uuid and not page.is_archived
          and private.sees_page(
            auth.uid(), array(select private.my_organization_ids()), page.organization_id, page.private_to)
      )
    else false
  end;
end
$function$;
grant execute on function private.may_join_channel(text) to authenticated, service_role;

-- Sends to the members of a workspace when the transaction commits.
create function private.tell_workspace(organization_id uuid, event text, payload jsonb default '{}'::jsonb)
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  perform realtime.send(payload, event, 'workspace:' || organization_id, true);
end
$function$;

-- Sends to one person when the transaction commits.
create function private.tell_person(person uuid, event text, payload jsonb default '{}'::jsonb)
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  perform realtime.send(payload, event, 'person:' || person, true);
end
$function$;

-- Logs that a page changed in the tree, to be told at the end of the statement.
create function private.note_page_change(page_id uuid, organization_id uuid, private_to uuid, is_shared boolean)
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  noted text := coalesce(current_setting('trellis.changed_pages', true), '');
  many text := organization_id || '/*';
  -- One time for both: those who see the page by this change and those who see it no more put it in one order.
  noted_at constant timestamptz := clock_timestamp();
begin
  -- The workspace may be on its way out, with all its pages.
  insert into public.page_changes as log (page_id, organization_id, private_to, changed_at, shared_at)
  select note_page_change.page_id, organization.id, note_page_change.private_to, noted_at,
    case when is_shared then noted_at end
  from public.organizations as organization where organization.id = note_page_change.organization_id
  on conflict on constraint page_changes_pkey do update
  set private_to = excluded.private_to, changed_at = excluded.changed_at,
    shared_at = coalesce(excluded.shared_at, log.shared_at);
  if not found or position(many in noted) > 0 then
    return;
  end if;
  perform set_config('trellis.changed_pages',
    concat(noted, ' ', case
      when length(noted) > 200 * 75 then many
      else concat(organization_id, '/', page_id, case when is_shared then '+' end)
    end), true);
end
$function$;

-- Logs that pages changed in the tree together, to be told at the end of the statement: private.note_page_change() for
-- many.
create function private.note_page_changes(page_ids uuid[], organization_id uuid, former_reader uuid, were_shared boolean)
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  noted constant text := coalesce(current_setting('trellis.changed_pages', true), '');
  many constant text := organization_id || '/*';
  noted_at constant timestamptz := clock_timestamp();
begin
  insert into public.page_changes as log (page_id, organization_id, private_to, changed_at, shared_at)
  select page.id, page.organization_id, coalesce(page.private_to, former_reader), noted_at,
    case when were_shared or page.private_to is null then noted_at end
  from public.pages as page where page.id = any (page_ids)
  on conflict on constraint page_changes_pkey do update
  set private_to = excluded.private_to, changed_at = excluded.changed_at,
    shared_at = coalesce(excluded.shared_at, log.shared_at);
  if not found or position(many in noted) > 0 then
    return;
  end if;
  perform set_config('trellis.changed_pages',
    concat(noted, ' ', case
      when length(noted) + 75 * cardinality(page_ids) > 200 * 75 then many
      else (
        select string_agg(concat(page.organization_id, '/', page.id, case when were_shared or page.private_to is null then '+' end), ' ')
        from public.pages as page where page.id = any (page_ids)
      )
    end), true);
end
$function$;

-- Sends the pages that the statement changed to those who see them.
create function private.tell_changed_pages()
 returns void
 language plpgsql
as $function$
declare
  noted text := coalesce(current_setting('trellis.changed_pages', true), '');
  told record;
  person uuid;
begin
  -- The rules of the tree write further pages: all of them are told at the end of the statement that began.
  if noted = '' or private.is_arranging() and pg_trigger_depth() > 1 then
    return;
  end if;
  perform set_config('trellis.changed_pages', '', true);
  for told in
    select left(entry, 36)::uuid as organization_id, bool_or(entry like '%*') as are_many,
      array_agg(substr(entry, 38, 36)::uuid) filter (where entry not like '%*') as page_ids,
      array_agg(substr(entry, 38, 36)::uuid) filter (where entry like '%+') as shared_ids
    from unnest(string_to_array(ltrim(noted), ' ')) as entry group by 1
  loop
    if told.are_many then
      perform private.tell_workspace(told.organization_id, 'pages', '{"many": true}');
      continue;
    end if;
    if told.shared_ids is not null then
      perform private.tell_workspace(told.organization_id, 'pages', private.page_news(told.shared_ids, null, '-infinity'));
    end if;
    for person in
      select distinct log.private_to from public.page_changes as log
      where log.page_id = any (told.page_ids) and log.private_to is not null
    loop
      perform private.tell_person(
        person, 'pages',
        jsonb_build_object('organization_id', told.organization_id) || private.page_news(told.page_ids, person, 'infinity'));
    end loop;
  end loop;
end
$function$;

-- The pages as a person sees them now; without a person, as every member does. Those that no member saw since then are
-- left out.
create function private.page_news(page_ids uuid[], person uuid, since timestamp with time zone)
 returns jsonb
 language sql
 stable security definer
 set search_path to ''
as $function$
  select jsonb_build_object(
    'pages', coalesce(jsonb_agg(jsonb_build_object(
      'id', page.id, 'parent_id', page.parent_id, 'name', page.name, 'order_index', page.order_index,
      'created_at', page.created_at, 'visibility', page.visibility, 'notion_page_id', page.notion_page_id,
      'look', public.look(page),
      'microsecond', private.microsecond(log.changed_at)
    )) filter (where page.id is not null), '[]'),
    -- Nobody else learns when somebody last changed a private page.
    'gone', coalesce(jsonb_agg(jsonb_build_object(
      'id', log.page_id,
      'microsecond', private.microsecond(case when coalesce(log.private_to, person) is not distinct from person then log.changed_at else log.shared_at end)
    )) filter (where page.id is null), '[]')
  )
  from public.page_changes as log
  left join public.pages as page on page.id = log.page_id and not page.is_archived
    and private.sees_page(person, array[page.organization_id], page.organization_id, page.private_to)
  where log.page_id = any (page_ids) and (log.shared_at >= since or log.private_to = person)
$function$;

-- Microseconds since 1970.
create function private.microsecond(at timestamp with time zone)
 returns bigint
 language sql
 immutable parallel safe
 set search_path to ''
as $function$
  select (extract(epoch from at) * 1000000)::bigint
$function$;

-- The pages that changed in the tree within so many seconds, as the caller sees them now; null for others than members.
create function public.list_page_changes(organization_id uuid, within_seconds double precision)
 returns jsonb
 language plpgsql
 stable security definer
 set search_path to ''
as $function$
declare
  since timestamptz := statement_timestamp() - make_interval(secs => greatest(within_seconds, 0));
begin
  if not private.has_passed_second_step()
    or list_page_changes.organization_id not in (select private.my_organization_ids()) then
    return null;
  end if;
  return private.page_news(
    array(
      select log.page_id from public.page_changes as log
      where log.organization_id = list_page_changes.organization_id and log.changed_at >= since
    ),
    auth.uid(), since);
end
$function$;
grant execute on function public.list_page_changes(uuid,double precision) to authenticated, service_role;

-- Trigger: tells the members of each workspace that something of it changed.
create function private.tell_workspaces()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  told uuid;
begin
  for told in select distinct changed.organization_id from changed loop
    perform private.tell_workspace(told, tg_argv[0]);
  end loop;
  return null;
end
$function$;
create trigger notion_connections_98_tell_changed after update on public.notion_connections referencing new table as changed for each statement execute function private.tell_workspaces('integrations');
create trigger notion_connections_98_tell_deleted after delete on public.notion_connections referencing old table as changed for each statement execute function private.tell_workspaces('integrations');
create trigger notion_connections_98_tell_new after insert on public.notion_connections referencing new table as changed for each statement execute function private.tell_workspaces('integrations');
create trigger notion_sync_runs_98_tell_changed after update on public.notion_sync_runs referencing new table as changed for each statement execute function private.tell_workspaces('integrations');
create trigger notion_sync_runs_98_tell_new after insert on public.notion_sync_runs referencing new table as changed for each statement execute function private.tell_workspaces('integrations');
create trigger invitations_98_tell_changed after update on public.organization_invitations referencing new table as changed for each statement execute function private.tell_workspaces('invitations');
create trigger invitations_98_tell_deleted after delete on public.organization_invitations referencing old table as changed for each statement execute function private.tell_workspaces('invitations');
create trigger invitations_98_tell_new after insert on public.organization_invitations referencing new table as changed for each statement execute function private.tell_workspaces('invitations');
create trigger templates_98_tell_changed after update on public.templates referencing new table as changed for each statement execute function private.tell_workspaces('templates');
create trigger templates_98_tell_deleted after delete on public.templates referencing old table as changed for each statement execute function private.tell_workspaces('templates');
create trigger templates_98_tell_new after insert on public.templates referencing new table as changed for each statement execute function private.tell_workspaces('templates');

-- Trigger: tells a workspace and each person concerned, and has their channels looked at again.
create function private.tell_changed_members()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  told record;
begin
  for told in select distinct changed.organization_id from changed loop
    perform private.tell_workspace(told.organization_id, 'members');
  end loop;
  for told in select distinct changed.user_id from changed loop
    perform private.tell_person(told.user_id, 'workspaces');
    perform pg_notify('realtime_access_changed', jsonb_build_object('user', told.user_id)::text);
  end loop;
  return null;
end
$function$;
create trigger organization_members_98_tell_changed after update on public.organization_members referencing new table as changed for each statement execute function private.tell_changed_members();
create trigger organization_members_98_tell_deleted after delete on public.organization_members referencing old table as changed for each statement execute function private.tell_changed_members();
create trigger organization_members_98_tell_new after insert on public.organization_members referencing new table as changed for each statement execute function private.tell_changed_members();

-- Trigger: tells the members that the workspace has another name or other settings.
create function private.tell_changed_workspace()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  perform private.tell_workspace(new.id, 'workspace');
  return null;
end
$function$;
create trigger organizations_98_tell_changed after update on public.organizations for each row execute function private.tell_changed_workspace();

-- Trigger: tells a person's other devices that they keep other pages at hand.
create function private.tell_favorites()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  told uuid;
begin
  for told in select distinct changed.user_id from changed loop
    perform private.tell_person(told, 'favorites');
  end loop;
  return null;
end
$function$;
create trigger page_favorites_98_tell_deleted after delete on public.page_favorites referencing old table as changed for each statement execute function private.tell_favorites();
create trigger page_favorites_98_tell_new after insert on public.page_favorites referencing new table as changed for each statement execute function private.tell_favorites();


-- =====================================================================================================================
-- Search: How is a page found, and who may find it?
-- =====================================================================================================================

-- Pages' texts as search compares them. Read by private.find_pages alone.
create table public.page_search (
  -- The page.
  page_id uuid not null,
  -- The page's workspace.
  organization_id uuid not null,
  -- When its texts last changed: the newer is found first.
  updated_at timestamp with time zone not null,
  -- Its name, folded.
  title text not null,
  -- Its name, description and text, folded, line by line as they are, and a last line of pairs of characters. Of a long
  -- text the first part.
  words text storage external not null,
  -- How many parts of the text are in page_search_parts.
  parts integer default 0 not null,
  constraint page_search_pkey primary key (page_id),
  constraint page_search_page_id_fkey foreign key (organization_id, page_id) references public.pages(organization_id, id) on delete cascade
);
create index page_search_long_idx on public.page_search using btree (organization_id) where (parts > 0);
create index page_search_newest_idx on public.page_search using btree (organization_id, updated_at desc);
create index page_search_page_id_idx on public.page_search using btree (organization_id, page_id);
create index page_search_words_idx on public.page_search using gin (organization_id, words extensions.gin_trgm_ops) with (gin_pending_list_limit='256');
grant all on public.page_search to service_role;
alter table public.page_search enable row level security;
create policy page_search_all_second_step on public.page_search as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));

-- The further parts of long texts as search compares them. Read by private.find_pages alone.
create table public.page_search_parts (
  -- The page.
  page_id uuid not null,
  -- Its place: 1 comes after the part in page_search.
  number integer not null,
  -- The page's workspace.
  organization_id uuid not null,
  -- How many lines end before the part.
  first_line integer not null,
  -- How much of its first line is before the part.
  first_column integer not null,
  -- As in page_search. The last letters of the part before are repeated, for words at the edge.
  words text storage external not null,
  constraint page_search_parts_pkey primary key (page_id, number),
  constraint page_search_parts_page_id_fkey foreign key (page_id) references public.page_search(page_id) on delete cascade
);
create index page_search_parts_words_idx on public.page_search_parts using gin (organization_id, words extensions.gin_trgm_ops) with (gin_pending_list_limit='256');
grant all on public.page_search_parts to service_role;
alter table public.page_search_parts enable row level security;
create policy page_search_parts_all_second_step on public.page_search_parts as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));

-- The pages of a workspace that answer a question, best first: by title, by text, or by similar words.
create function public.search_pages(workspace_id uuid, question text, most integer default 20)
 returns table(id uuid, name text, kind text, snippet text, updated_at timestamp with time zone)
 language sql
 stable
 set search_path to ''
as $function$
  select page.id, page.name, found.kind,
    case when found.kind = 'text' then substr(
      private.as_read(split_part(concat_ws(E'\n', page.name, coalesce(page.description, ''), page.content), E'\n', found.line + 1)),
      greatest(1, found."column" - 40), 200
    ) end,
    page.updated_at
  from private.find_pages(workspace_id, question, least(most, 50)) as found
  join public.pages as page on page.id = found.page_id
  order by found.place
$function$;
grant execute on function public.search_pages(uuid,text,integer) to authenticated, service_role;

-- The pages of one of the caller's workspaces that answer a question, best first, and where in them.
create function private.find_pages(organization uuid, question text, most integer)
 returns table(page_id uuid, kind text, place integer, line integer, "column" integer)
 language plpgsql
 stable security definer
 set search_path to ''
 set plan_cache_mode to 'force_custom_plan'
as $function$
declare
  exact constant text[] := private.question_terms(question, true);
  plain constant text[] := private.question_terms(question, false);
  terms text[];
  longest text;
  in_titles uuid[] := '{}';
  in_texts uuid[] := '{}';
  alike uuid[] := '{}';
begin
  if exact = '{}' or most < 1 or auth.uid() is null
    or not exists (select from private.my_organization_ids() as mine where mine = organization)
    or not private.has_passed_second_step() then
    return;
  end if;
  for attempt in 1 .. case when exact = plain then 1 else 2 end loop
    terms := case attempt when 1 then exact else plain end;
    longest := private.longest_term(terms);
    in_titles := private.find_titles(organization, terms, most);
    if cardinality(in_titles) < most then
      in_texts := private.find_texts(organization, terms, longest, in_titles, most);
    end if;
    exit when in_titles <> '{}' or in_texts <> '{}';
  end loop;
  if in_titles = '{}' and in_texts = '{}' then
    alike := private.find_misspelt(organization, terms, most);
  end if;
  return query
  select found.id, found.kind, found.place::integer, begun.line, begun."column"
  from (
    select id, 'title', number from unnest(in_titles) with ordinality as listed (id, number)
    union all
    select id, 'text', number + most from unnest(in_texts) with ordinality as listed (id, number)
    union all
    select id, 'similar', number from unnest(alike) with ordinality as listed (id, number)
  ) as found (id, kind, place)
  cross join lateral private.place_in_texts(found.id, longest) as begun
  order by found.place
  limit most;
end
$function$;
grant execute on function private.find_pages(uuid,text,integer) to authenticated, service_role;

-- Pages of a workspace with texts that match a pattern and all further ones, in no order.
create function private.pages_with(organization uuid, pattern text, patterns text[], most integer)
 returns setof uuid
 language plpgsql
 stable security definer
 set search_path to ''
 set plan_cache_mode to 'force_custom_plan'
 set enable_seqscan to 'off'
 set enable_indexscan to 'off'
as $function$
begin
  return query
  select known.page_id from public.page_search as known
  where known.organization_id = organization and known.words like pattern and known.words like all (patterns)
    -- Each is worked out by itself, and only for matches.
    and (
      select not page.is_archived and private.sees_page((select auth.uid()), array[organization], page.organization_id, page.private_to)
      from public.pages as page where page.id = known.page_id
    )
  limit most;
end
$function$;

-- The words of a question as they are looked for, in their order: with the signs that may be part of them, or without.
create function private.question_terms(question text, is_exact boolean)
 returns text[]
 language plpgsql
 stable
 set search_path to ''
as $function$
declare
  most_words constant integer := 8;
  around constant text := ',;:!?"''()[]{}<>。、「」『』【】《》〈〉・،؛؟';
  folded constant text := private.fold_words(left(question, 200));
  terms text[];
begin
  terms := array(
    select term
    from regexp_split_to_table(folded, '\s+') with ordinality as words (word, place),
      lateral (select ltrim(rtrim(word, around || '.'), around) as trimmed) as exact,
      lateral (select btrim(trimmed, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~') as core) as cores,
      lateral (select case when is_exact or length(core) < 2 and octet_length(core) < 2 then trimmed else core end as term) as chosen
    where core !~ '^[\u00A0-\u00BF\u2000-\u206F\u3000-\u303F]*$'
    group by term order by min(place) limit most_words
  );
  if terms = '{}' then
    -- Nothing but signs.
    return array(
      select word from regexp_split_to_table(folded, '\s+') with ordinality as words (word, place)
      where word <> '' group by word order by min(place) limit most_words
    );
  end if;
  return terms;
end
$function$;

-- The pages whose names have all words of a question, best first.
create function private.find_titles(organization uuid, terms text[], most integer)
 returns uuid[]
 language plpgsql
 stable security definer
 set search_path to ''
 set plan_cache_mode to 'force_custom_plan'
as $function$
declare
  asked constant text := array_to_string(terms, ' ');
  patterns constant text[] := array(
    select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' from unnest(terms) as word);
begin
  return array(
    select known.page_id
    from (
      select named.page_id, named.title, named.updated_at from public.page_search as named
      join public.pages as page on page.id = named.page_id and not page.is_archived
        and private.sees_page((select auth.uid()), array[organization], page.organization_id, page.private_to)
      where named.organization_id = organization and named.title like all (patterns)
    ) as known
    order by
      known.title = asked desc,
      regexp_split_to_array(known.title, '[^[:alnum:]]+') @> terms desc,
      starts_with(known.title, asked) desc,
      known.updated_at desc
    limit most
  );
end
$function$;

-- The pages whose texts have all words of a question, the newest first, but for those that are known.
create function private.find_texts(organization uuid, terms text[], longest text, known_ids uuid[], most integer)
 returns uuid[]
 language plpgsql
 stable security definer
 set search_path to ''
 set plan_cache_mode to 'force_custom_plan'
as $function$
declare
  -- A text is looked at in a fraction of a millisecond. These keep every question within some ten of them.
  newest constant integer := 200;
  candidates constant integer := 1000;
  caller constant uuid := auth.uid();
  patterns constant text[] := array(select private.like_pattern(word) from unnest(terms) as word);
  -- The index knows three characters in a row, and pairs of those that are words by themselves.
  is_indexed constant boolean := longest ~ '[[:alnum:]]{3}' or private.like_pattern(longest) like '\% %';
  in_texts uuid[];
begin
  in_texts := array(
    select known.page_id
    from (
      select recent.page_id, recent.words, recent.parts, recent.updated_at from public.page_search as recent
      where recent.organization_id = organization
      order by recent.updated_at desc
      limit case when is_indexed then newest else candidates end
    ) as known
    join public.pages as page on page.id = known.page_id and not page.is_archived
      and private.sees_page(caller, array[organization], page.organization_id, page.private_to)
    where known.page_id <> all (known_ids)
      and (known.words like all (patterns) or known.parts > 0 and private.parts_say(known.page_id, known.words, patterns))
    order by known.updated_at desc
    limit most
  );
  -- A word that few of the newest texts have is rare: the index finds all texts with it.
  if cardinality(known_ids) + cardinality(in_texts) < most and is_indexed then
    in_texts := array(
      select page.id
      from (
        select id from private.pages_with(organization, private.like_pattern(longest), patterns, candidates) as id
        union all
        select id from private.long_pages_with(organization, private.like_pattern(longest), patterns, candidates) as id
      ) as matching
      join public.pages as page on page.id = matching.id and not page.is_archived
        and private.sees_page(caller, array[organization], page.organization_id, page.private_to)
      where page.id <> all (known_ids)
      order by page.updated_at desc
      limit most
    );
  end if;
  return in_texts;
end
$function$;

-- The word of a question that the index knows best.
create function private.longest_term(terms text[])
 returns text
 language plpgsql
 stable
 set search_path to ''
as $function$
begin
  return (
    select word from unnest(terms) as word
    order by word ~ '[[:alnum:]]{3}' or private.like_pattern(word) like '\% %' desc, length(word) desc, word
    limit 1
  );
end
$function$;

-- Pages of a workspace whose texts match a pattern and all further ones in several parts, in no order.
create function private.long_pages_with(organization uuid, pattern text, patterns text[], most integer)
 returns setof uuid
 language plpgsql
 stable security definer
 set search_path to ''
 set plan_cache_mode to 'force_custom_plan'
 set enable_seqscan to 'off'
as $function$
begin
  return query
  select known.page_id
  from (
    select first.page_id from public.page_search as first
    where first.organization_id = organization and first.parts > 0 and first.words like pattern
    union
    select part.page_id from public.page_search_parts as part
    where part.organization_id = organization and part.words like pattern
  ) as candidates
  join public.page_search as known on known.page_id = candidates.page_id
  join public.pages as page on page.id = known.page_id and not page.is_archived
    and private.sees_page((select auth.uid()), array[organization], page.organization_id, page.private_to)
  where not (known.words like all (array_prepend(pattern, patterns))) and private.parts_say(known.page_id, known.words, patterns)
  limit most;
end
$function$;

-- Whether the first part of a page's text, or further ones, match each pattern.
create function private.parts_say(page_id uuid, words text, patterns text[])
 returns boolean
 language plpgsql
 stable security definer
 set search_path to ''
as $function$
begin
  return not exists (
    select from unnest(patterns) as pattern
    where parts_say.words not like pattern and not exists (
      select from public.page_search_parts as part
      where part.page_id = parts_say.page_id and part.words like pattern
    )
  );
end
$function$;

-- The line and the column at which a word begins in a page's texts.
create function private.place_in_texts(page_id uuid, term text)
 returns table(line integer, "column" integer)
 language plpgsql
 stable security definer rows 1
 set search_path to ''
as $function$
declare
  found record;
  before text;
begin
  select 0 as first_line, 0 as first_column, search.words, search.parts into found
  from public.page_search as search where search.page_id = place_in_texts.page_id;
  if found.parts > 0 and strpos(found.words, term) = 0 then
    select part.first_line, part.first_column, part.words, 0 as parts into found
    from public.page_search_parts as part
    where part.page_id = place_in_texts.page_id and strpos(part.words, term) > 0
    order by part.number limit 1;
  end if;
  before := left(found.words, greatest(0, strpos(found.words, term) - 1));
  line := coalesce(found.first_line + length(before) - length(replace(before, E'\n', '')), 0);
  "column" := coalesce(
    length(split_part(before, E'\n', -1)) + case when strpos(before, E'\n') = 0 then found.first_column else 0 end, 0);
  return next;
end
$function$;

-- The pages that have all words of a question, at least one of them written a little differently.
create function private.find_misspelt(organization uuid, terms text[], most integer)
 returns uuid[]
 language plpgsql
 stable security definer
 set search_path to ''
as $function$
declare
  slips constant text := (select string_agg(each.slips, '|') from private.misspelt_terms(terms) as each);
  -- As written or as meant, word by word.
  meant constant text[] := array(
    select concat_ws('|', regexp_replace(each.term, '([^[:alnum:]])', '\\\1', 'g'), each.slips)
    from private.misspelt_terms(terms) as each
  );
  -- A busy machine finds less in it, so tests that look for a certain page give themselves longer.
  patience constant interval :=
    make_interval(secs => coalesce(nullif(current_setting('trellis.misspelt_ms', true), ''), '60')::integer / 1000.0);
  begun timestamptz := clock_timestamp();
  has_parts constant boolean := exists (
    select from public.page_search as long where long.organization_id = organization and long.parts > 0);
  candidate record;
  found uuid[];
  recent uuid[] := '{}';
  confirmed uuid[] := '{}';
  term text;
  pattern text;
begin
  if slips is null then
    return '{}';
  end if;
  -- Titles are short enough to look at all of them.
  found := array(
    select named.page_id from public.page_search as named
    join public.pages as page on page.id = named.page_id and not page.is_archived
      and private.sees_page(auth.uid(), array[organization], page.organization_id, page.private_to)
    where named.organization_id = organization and named.title ~ slips
    order by named.title ~ format('\m(%s)\M', slips) desc, named.updated_at desc
    limit most
  );
  -- A word that is in many texts is in one of the newest: those are looked at first, because looking for it through the
  -- index would mean to look at all of them.
  for candidate in
    select known.page_id, known.words
    from (
      select search.page_id, search.words from public.page_search as search
      where search.organization_id = organization
      order by search.updated_at desc
      limit 200
    ) as known
    join public.pages as page on page.id = known.page_id and not page.is_archived
      and private.sees_page(auth.uid(), array[organization], page.organization_id, page.private_to)
  loop
    exit when cardinality(recent) >= most or clock_timestamp() > begun + 2 * patience;
    if candidate.words ~ slips then
      recent := recent || candidate.page_id;
    end if;
  end loop;
  found := found || recent;
  if cardinality(found) < 5 then
    begun := clock_timestamp();
    <<looking>>
    foreach term in array terms loop
      foreach pattern in array private.misspelt_patterns(term) loop
        exit looking when clock_timestamp() > begun + patience;
        found := found || array(select private.pages_with(organization, pattern, '{}', most));
        if has_parts then
          found := found || array(select private.long_pages_with(organization, pattern, '{}', most));
        end if;
      end loop;
    end loop;
  end if;
  begun := clock_timestamp();
  for candidate in
    select listed.id from (select id, min(place) as place from unnest(found) with ordinality as each (id, place) group by id) as listed
    order by listed.place
  loop
    exit when clock_timestamp() > begun + 2 * patience;
    if (select bool_and(private.says_or_means(candidate.id, each.term, each.slips, begun + 2 * patience))
        from private.misspelt_terms(terms) as each) then
      confirmed := confirmed || candidate.id;
    end if;
  end loop;
  return array(
    select page.id from public.pages as page
    join public.page_search as known on known.page_id = page.id
    where page.id = any (confirmed) and not page.is_archived
      and private.sees_page(auth.uid(), array[organization], page.organization_id, page.private_to)
    order by
      (select bool_and(known.title ~ format('\m(%s)\M', word)) from unnest(meant) as word) desc,
      array_length(regexp_split_to_array(known.title, '[^[:alnum:]]+'), 1) = cardinality(terms) desc,
      (select bool_and(known.title ~ word) from unnest(meant) as word) desc,
      page.updated_at desc
    limit most
  );
end
$function$;

-- The words of a question, each with the expression of its slips, or null where nobody looks for them.
create function private.misspelt_terms(terms text[])
 returns table(term text, slips text)
 language sql
 stable
 set search_path to ''
as $function$
  select word, case when sum(length(word)) over (order by place) <= 80 then private.misspelt_expression(word) end
  from unnest(terms) with ordinality as asked (word, place)
  order by place
$function$;

-- Whether a page has a word, as it is written or with one slip, as far as there is time to look.
create function private.says_or_means(page_id uuid, term text, slips text, until timestamp with time zone)
 returns boolean
 language plpgsql
 stable security definer
 set search_path to ''
as $function$
declare
  pattern constant text := private.like_pattern(term);
  known record;
  part record;
begin
  select search.words, search.parts into known from public.page_search as search where search.page_id = says_or_means.page_id;
  if known.words like pattern or known.words ~ slips then
    return true;
  end if;
  if known.parts > 0 then
    for part in
      select further.words from public.page_search_parts as further
      where further.page_id = says_or_means.page_id order by further.number
    loop
      exit when clock_timestamp() > until;
      if part.words like pattern or part.words ~ slips then
        return true;
      end if;
    end loop;
  end if;
  return false;
end
$function$;

-- The pattern of texts that hold the word.
create function private.like_pattern(term text)
 returns text
 language sql
 immutable strict
 set search_path to ''
as $function$
  select case
    -- Found by their edges in the line of pairs: see private.character_pairs.
    when term ~ '^[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]{2}$' then '% ' || term || ' %'
    when term ~ '^[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]$' then '% ' || term || '%'
    else '%' || regexp_replace(term, '([\\%_])', '\\\1', 'g') || '%'
  end
$function$;

-- An expression of texts that hold the word as it was meant; null for words that are too short to tell.
create function private.misspelt_expression(term text)
 returns text
 language sql
 immutable strict
 set search_path to ''
as $function$
  select string_agg(replace(btrim(slip, '%'), '_', '.'), '|')
  from unnest(private.misspelt_patterns(term)) as slip
$function$;

-- Patterns of texts that hold the word as it was meant; none for words that are too short to tell.
create function private.misspelt_patterns(term text)
 returns text[]
 language sql
 immutable strict
 set search_path to ''
as $function$
  select coalesce(array_agg(distinct '%' || slip || '%'), '{}')
  from generate_series(1, length(term)) as place,
    lateral (values
      (overlay(term placing '_' from place for 1)),
      (case when length(term) > 5 then overlay(term placing '' from place for 1) end),
      (case when place > 1 then overlay(term placing '_' from place for 0) end),
      (case when place > 1 then overlay(term placing reverse(substr(term, place - 1, 2)) from place - 1 for 2) end)
    ) as slips (slip)
  where slip is not null and term ~ '^[[:alnum:]]{5,24}$'
$function$;

-- Folds a part of a page's texts for search. True when there are more of them.
create function private.index_page_part(page_id uuid, number integer)
 returns boolean
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  overlap constant integer := 200;
  page record;
  texts text;
  letters integer;
  size integer;
  start integer;
  -- The letters from the beginning of the part before to that of this one.
  between_them text;
  previous record;
begin
  select known.organization_id, known.updated_at, known.name,
    concat_ws(E'\n', known.name, coalesce(known.description, ''), known.content) as texts
  into page
  from public.pages as known where known.id = index_page_part.page_id;
  -- Unpacked once, and not at each use.
  texts := page.texts;
  letters := length(texts);
  -- Each Chinese, Japanese or Korean character makes a pair with the next one.
  size := case when octet_length(texts) > 2 * letters then 30000 else 100000 end;
  if number = 0 then
    insert into public.page_search as known (page_id, organization_id, updated_at, title, words, parts)
    values (index_page_part.page_id, page.organization_id, page.updated_at, private.fold_words(page.name),
      private.searchable_words(left(texts, size)), greatest(0, (letters - 1) / size))
    on conflict on constraint page_search_pkey do update
    set updated_at = excluded.updated_at, title = excluded.title, words = excluded.words, parts = excluded.parts
    -- A save that came meanwhile knows better.
    where known.updated_at <= excluded.updated_at;
    delete from public.page_search_parts as part
    where part.page_id = index_page_part.page_id and part.number > (letters - 1) / size;
    return letters > size;
  end if;
  start := number * size - overlap;
  select coalesce(max(part.first_line), 0) as line, coalesce(max(part.first_column), 0) as letters_before into previous
  from public.page_search_parts as part
  where part.page_id = index_page_part.page_id and part.number = index_page_part.number - 1;
  between_them := case when number = 1 then left(texts, start) else substr(texts, start - size + 1, size) end;
  insert into public.page_search_parts as known (page_id, number, organization_id, first_line, first_column, words)
  values (index_page_part.page_id, index_page_part.number, page.organization_id,
    previous.line + length(between_them) - length(replace(between_them, E'\n', '')),
    length(split_part(between_them, E'\n', -1))
      + case when strpos(between_them, E'\n') = 0 then previous.letters_before else 0 end,
    private.searchable_words(substr(texts, start + 1, size + overlap)))
  on conflict on constraint page_search_parts_pkey do update
  set first_line = excluded.first_line, first_column = excluded.first_column, words = excluded.words
  where (known.first_line, known.first_column, known.words) is distinct from
    (excluded.first_line, excluded.first_column, excluded.words);
  return letters > (number + 1) * size;
end
$function$;

-- A part of a page's texts as it is searched.
create function private.searchable_words(content text)
 returns text
 language plpgsql
 stable
 set search_path to ''
as $function$
declare
  -- A single character may unfold to many.
  folded constant text := left(private.fold_words(content), 500000);
begin
  return folded || E'\n ' || private.character_pairs(folded) || ' ';
end
$function$;

-- A text as it is read, folded for search.
create function private.fold_words(source text)
 returns text
 language plpgsql
 stable strict
 set search_path to ''
as $function$
declare
  -- Marks of emphasis and code are not shown, and may stand within a word. A soft hyphen would become a hyphen.
  folded constant text := private.fold_text(
    replace(replace(translate(private.as_read(private.with_joined_words(source)), E'*`\u00AD', ''), '~~', ''), '==', ''));
begin
  if octet_length(folded) = length(folded) then
    return folded;
  end if;
  -- Accents without a letter of their own, points of Hebrew, vowel marks of Arabic, its line that makes words longer, and
  -- characters without a width.
  return translate(
    regexp_replace(folded, '[\u00AD\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F'
      || '\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED\u08CA-\u08E1\u08E3-\u08FF\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E'
      || '\u2060-\u2064\u2066-\u206F\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]+', '', 'g'),
    -- Arabic and Persian letters, their digits, and the other signs.
    E'\u0623\u0625\u0622\u0671\u0649\u06CC\u06D2\u06A9\u0629\u06C0\u06C1\u06C2'
      || E'\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669\u06F0\u06F1\u06F2\u06F3\u06F4\u06F5\u06F6\u06F7\u06F8\u06F9'
      || E'\u03C2\u05F3\u05F4\u058A\u05BE\u1400\u1806\u2E17\u2E1A\u2E3A\u2E3B\u2E40\u2E5D\u30A0\U00010EAD',
    E'\u0627\u0627\u0627\u0627\u064A\u064A\u064A\u0643\u0647\u0647\u0647\u0647'
      || '01234567890123456789'
      || E'\u03C3''"------------');
end
$function$;

-- A text with the signs that its escapes and entities stand for. Lines stay lines.
create function private.as_read(source text)
 returns text
 language plpgsql
 immutable strict
 set search_path to ''
as $function$
declare
  shown text := source;
  signs jsonb;
begin
  if strpos(shown, '\') > 0 then
    -- Two of them show one, and one before another sign shows none. After one, nothing begins an entity.
    shown := replace(regexp_replace(replace(replace(shown, '\\', E'\x01'), '\&', '&amp;'), '\\(?=[!-/:-@[-`{-~])', '', 'g'), E'\x01', '\');
  end if;
  if shown like '%&%;%' then
    signs := private.signs_of_entities();
    shown := (
      select string_agg(
        case
          when place = 1 then piece
          when name is null then '&' || piece
          else coalesce(
            signs ->> name,
            case
              when name in ('nbsp', 'NonBreakingSpace', 'ensp', 'emsp', 'thinsp') then ' '
              when name in ('shy', 'zwj', 'zwnj', 'lrm', 'rlm') then ''
              when code < 160 and code not between 33 and 126 then ' '
              when code <= 1114111 and code not between 55296 and 57343 then chr(code)
            end,
            '&' || name || ';'
          ) || substr(piece, length(name) + 2)
        end, '' order by place)
      from (
        -- Each is read once.
        select place, piece, case when place > 1 and strpos(left(piece, 33), ';') > 0 then split_part(piece, ';', 1) end as name
        from string_to_table(shown, '&') with ordinality as pieces (piece, place)
        offset 0
      ) as named
      cross join lateral (
        select case
          when name ~ '^#[0-9]{1,7}$' then substr(name, 2)::integer
          when name ~ '^#[xX][0-9a-fA-F]{1,6}$' then ('x' || lpad(substr(name, 3), 8, '0'))::bit(32)::integer
        end as code
        offset 0
      ) as coded
    );
  end if;
  return shown;
end
$function$;
grant execute on function private.as_read(text) to authenticated, service_role;

-- The signs of named entities: of HTML 4, of ASCII, and of the Latin letters.
create function private.signs_of_entities()
 returns jsonb
 language sql
 immutable parallel safe
 set search_path to ''
as $function$
  select jsonb_object(regexp_split_to_array(btrim($names$
    Aacute Á aacute á Abreve Ă abreve ă Acirc Â acirc â acute ´ AElig Æ aelig æ Agrave À agrave à alefsym ℵ Alpha Α alpha α Amacr
    Ā amacr ā AMP & amp & and ∧ ang ∠ angst Å Aogon Ą aogon ą apos ' Aring Å aring å ast * asymp ≈ Atilde Ã atilde ã Auml Ä auml ä
    bdquo „ Beta Β beta β brvbar ¦ bsol \ bull • Cacute Ć cacute ć cap ∩ Ccaron Č ccaron č Ccedil Ç ccedil ç Ccirc Ĉ ccirc ĉ Cdot
    Ċ cdot ċ cedil ¸ Cedilla ¸ cent ¢ CenterDot · centerdot · Chi Χ chi χ circ ˆ circledR ® clubs ♣ colon : comma , commat @ cong
    ≅ COPY © copy © crarr ↵ cup ∪ curren ¤ Dagger ‡ dagger † dArr ⇓ darr ↓ Dcaron Ď dcaron ď deg ° Delta Δ delta δ
    DiacriticalAcute ´ DiacriticalGrave ` diams ♦ die ¨ div ÷ divide ÷ dollar $ Dot ¨ DoubleDot ¨ Dstrok Đ dstrok đ Eacute É
    eacute é Ecaron Ě ecaron ě Ecirc Ê ecirc ê Edot Ė edot ė Egrave È egrave è Emacr Ē emacr ē empty ∅ ENG Ŋ eng ŋ Eogon Ę eogon ę
    Epsilon Ε epsilon ε equals = equiv ≡ Eta Η eta η ETH Ð eth ð Euml Ë euml ë euro € excl ! exist ∃ fnof ƒ forall ∀ frac12 ½
    frac14 ¼ frac34 ¾ frasl ⁄ Gamma Γ gamma γ Gbreve Ğ gbreve ğ Gcedil Ģ Gcirc Ĝ gcirc ĝ Gdot Ġ gdot ġ ge ≥ grave ` GT > gt > half
    ½ hArr ⇔ harr ↔ Hat ^ Hcirc Ĥ hcirc ĥ hearts ♥ hellip … Hstrok Ħ hstrok ħ Iacute Í iacute í Icirc Î icirc î Idot İ iexcl ¡
    Igrave Ì igrave ì IJlig Ĳ ijlig ĳ Imacr Ī imacr ī image ℑ imath ı infin ∞ inodot ı int ∫ Iogon Į iogon į Iota Ι iota ι iquest
    ¿ isin ∈ Itilde Ĩ itilde ĩ Iuml Ï iuml ï Jcirc Ĵ jcirc ĵ Kappa Κ kappa κ Kcedil Ķ kcedil ķ kgreen ĸ Lacute Ĺ lacute ĺ Lambda Λ
    lambda λ lang ⟨ laquo « lArr ⇐ larr ← lbrace { lbrack [ Lcaron Ľ lcaron ľ Lcedil Ļ lcedil ļ lceil ⌈ lcub { ldquo “ le ≤ lfloor
    ⌊ Lmidot Ŀ lmidot ŀ lowast ∗ lowbar _ loz ◊ lpar ( lsaquo ‹ lsqb [ lsquo ‘ Lstrok Ł lstrok ł LT < lt < macr ¯ mdash — micro µ
    midast * middot · minus − Mu Μ mu μ nabla ∇ Nacute Ń nacute ń napos ŉ Ncaron Ň ncaron ň Ncedil Ņ ncedil ņ ndash – ne ≠ ni ∋
    not ¬ notin ∉ nsub ⊄ Ntilde Ñ ntilde ñ Nu Ν nu ν num # Oacute Ó oacute ó Ocirc Ô ocirc ô Odblac Ő odblac ő OElig Œ oelig œ
    Ograve Ò ograve ò oline ‾ Omacr Ō omacr ō Omega Ω omega ω Omicron Ο omicron ο oplus ⊕ or ∨ ordf ª ordm º Oslash Ø oslash ø
    Otilde Õ otilde õ otimes ⊗ Ouml Ö ouml ö para ¶ part ∂ percnt % period . permil ‰ perp ⊥ Phi Φ phi φ Pi Π pi π piv ϖ plus +
    PlusMinus ± plusmn ± pm ± pound £ Prime ″ prime ′ prod ∏ prop ∝ Psi Ψ psi ψ quest ? QUOT " quot " Racute Ŕ racute ŕ radic √
    rang ⟩ raquo » rArr ⇒ rarr → rbrace } rbrack ] Rcaron Ř rcaron ř Rcedil Ŗ rcedil ŗ rceil ⌉ rcub } rdquo ” real ℜ REG ® reg ®
    rfloor ⌋ Rho Ρ rho ρ rpar ) rsaquo › rsqb ] rsquo ’ Sacute Ś sacute ś sbquo ‚ Scaron Š scaron š Scedil Ş scedil ş Scirc Ŝ
    scirc ŝ sdot ⋅ sect § semi ; Sigma Σ sigma σ sigmaf ς sim ∼ sol / spades ♠ strns ¯ sub ⊂ sube ⊆ sum ∑ sup ⊃ sup1 ¹ sup2 ² sup3
    ³ supe ⊇ szlig ß Tau Τ tau τ Tcaron Ť tcaron ť Tcedil Ţ tcedil ţ there4 ∴ Theta Θ theta θ thetasym ϑ THORN Þ thorn þ tilde ˜
    times × trade ™ Tstrok Ŧ tstrok ŧ Uacute Ú uacute ú uArr ⇑ uarr ↑ Ubreve Ŭ ubreve ŭ Ucirc Û ucirc û Udblac Ű udblac ű Ugrave Ù
    ugrave ù Umacr Ū umacr ū uml ¨ UnderBar _ Uogon Ų uogon ų upsih ϒ Upsilon Υ upsilon υ Uring Ů uring ů Utilde Ũ utilde ũ Uuml Ü
    uuml ü verbar | vert | VerticalLine | Wcirc Ŵ wcirc ŵ weierp ℘ Xi Ξ xi ξ Yacute Ý yacute ý Ycirc Ŷ ycirc ŷ yen ¥ Yuml Ÿ yuml ÿ
    Zacute Ź zacute ź Zcaron Ž zcaron ž Zdot Ż zdot ż Zeta Ζ zeta ζ
  $names$, E' \n'), '\s+'))
$function$;
grant execute on function private.signs_of_entities() to authenticated, service_role;

-- A Markdown text, and beside each link that is a part of a word the whole word.
create function private.with_joined_words(source text)
 returns text
 language plpgsql
 immutable strict
 set search_path to ''
as $function$
declare
  -- Brackets and parentheses may stand within each other once: no more is read, however many are open.
  words constant text := '\[((?:[^][\\\n]|\\[^\n]|\[[^][\n]*\])*)\]';
  address constant text := '(?:\((?:<[^<>\n]*>|\\[^\n]|[^()\\\n]|\([^()\n]*\))*\)|\[[^][\n]*\])';
  link constant text := '(?:' || words || address || '|\[\[(?:[^][|\n]*\|)?([^][|\n]+)\]\])';
begin
  if strpos(source, '](') = 0 and strpos(source, ']]') = 0 and strpos(source, '][') = 0 then
    return source;
  end if;
  return regexp_replace(
    regexp_replace(source, '(\m\w+)?' || link || '(\w+)', '\& \1\2\3\4', 'g'),
    '(\m\w+)' || link || '(?!\w)', '\& \1\2\3', 'g');
end
$function$;

-- A text as search compares it: small letters without accents, in one form each. Lines stay lines.
create function private.fold_text(original text)
 returns text
 language plpgsql
 stable strict
 set search_path to ''
as $function$
declare
  -- Every character with a place in that order (canonical combining class), or unfolding to one, as of Unicode 17.
  marks constant text := '\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670'
    || '\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u0711\u0730-\u074A\u07EB-\u07F3\u07FD\u0816-\u0819\u081B-\u0823'
    || '\u0825-\u0827\u0829-\u082D\u0859-\u085B\u0897-\u089F\u08CA-\u08E1\u08E3-\u08FF\u093C\u094D\u0951-\u0954\u09BC\u09CD'
    || '\u09FE\u0A3C-\u0A4D\u0ABC\u0ACD\u0B3C\u0B4D\u0BCD\u0C3C\u0C4D-\u0C56\u0CBC\u0CCD\u0CF3\u0D3B\u0D3C\u0D4D\u0DCA'
    || '\u0E38-\u0E3A\u0E48-\u0E4B\u0EB8-\u0EBA\u0EC8-\u0ECE\u0F18\u0F19\u0F35\u0F37\u0F39\u0F71-\u0F84\u0F86\u0F87\u0FC6'
    || '\u1037-\u103A\u108D\u135D-\u135F\u1714\u1715\u1734\u17D2\u17DD\u18A9\u1939-\u193B\u1A17\u1A18\u1A60-\u1A7F'
    || '\u1AB0-\u1AEB\u1B34-\u1B44\u1B6B-\u1B73\u1BAA\u1BAB\u1BE6-\u1BF3\u1C37\u1CD0-\u1CD2\u1CD4-\u1CE8\u1CED\u1CF4\u1CF8'
    || '\u1CF9\u1DC0-\u1DFF\u20D0-\u20F0\u2CEF-\u2CF1\u2D7F\u2DE0-\u2DFF\u302A-\u302F\u3099\u309A\uA66F\uA674-\uA67D\uA69E'
    || '\uA69F\uA6F0\uA6F1\uA806\uA82C\uA8C4\uA8E0-\uA8F1\uA92B-\uA92D\uA953\uA9B3-\uA9C0\uAAB0\uAAB2-\uAAB4\uAAB7\uAAB8'
    || '\uAABE\uAABF\uAAC1\uAAF6\uABED\uFB1E\uFE20-\uFE2F\U000101FD\U000102E0\U00010376-\U0001037A\U00010A0D-\U00010A0F'
    || '\U00010A38-\U00010A3F\U00010AE5\U00010AE6\U00010D24-\U00010D27\U00010D69-\U00010D6D\U00010EAB\U00010EAC'
    || '\U00010EFA-\U00010EFF\U00010F46-\U00010F50\U00010F82-\U00010F85\U00011046\U00011070\U0001107F\U000110B9\U000110BA'
    || '\U00011100-\U00011102\U00011133\U00011134\U00011173\U000111C0\U000111CA\U00011235\U00011236\U00011241\U000112E9'
    || '\U000112EA\U0001133B\U0001133C\U0001134D\U00011366-\U00011374\U000113B8-\U000113D0\U000113D2\U000113E1\U000113E2'
    || '\U00011442-\U00011446\U0001145E\U000114C2\U000114C3\U000115BF\U000115C0\U0001163F\U000116B6\U000116B7\U0001172B'
    || '\U00011839\U0001183A\U0001193D\U0001193E\U00011943\U000119E0\U00011A34\U00011A47\U00011A99\U00011B60-\U00011B67'
    || '\U00011C3F\U00011D42-\U00011D45\U00011D97\U00011F00\U00011F01\U00011F03\U00011F34-\U00011F42\U00011F5A\U00013440'
    || '\U00013447-\U00013455\U0001611E-\U0001612F\U00016AF0-\U00016AF4\U00016B30-\U00016B36\U00016FF0\U00016FF1\U0001BC9E'
    || '\U0001D165-\U0001D169\U0001D16D-\U0001D172\U0001D17B-\U0001D182\U0001D185-\U0001D18B\U0001D1AA-\U0001D1AD'
    || '\U0001D242-\U0001D244\U0001E000-\U0001E02A\U0001E08F\U0001E130-\U0001E136\U0001E2AE\U0001E2EC-\U0001E2EF'
    || '\U0001E4EC-\U0001E4EF\U0001E5EE\U0001E5EF\U0001E6E3\U0001E6E6\U0001E6EE\U0001E6EF\U0001E6F5\U0001E8D0-\U0001E8D6'
    || '\U0001E944-\U0001E94A\uFF9E\uFF9F';
  bounded text;
begin
  -- In this language Postgres plans it once for a connection, and not at each page.
  -- Most texts have no other characters, or only usual ones: bringing them into one form would take most of the time.
  if octet_length(original) = length(original) then
    return lower(original);
  end if;
  bounded := regexp_replace(original, '[' || marks || ']{31,}', '', 'g');
  return lower(extensions.unaccent('extensions.unaccent'::regdictionary,
    case when bounded is nfkc normalized then bounded else normalize(bounded, NFKC) end));
end
$function$;

-- The pairs of neighbouring Chinese, Japanese and Korean characters of a text, each once, and the last of each run.
create function private.character_pairs(folded text)
 returns text
 language plpgsql
 stable strict
 set search_path to ''
as $function$
declare
  singles text[];
begin
  if octet_length(folded) = length(folded) then
    return '';
  end if;
  singles := string_to_array(regexp_replace(folded, '[^\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+', ' ', 'g'), null);
  return (
    select coalesce(string_agg(pair, ' '), '')
    from (
      select distinct rtrim(single || coalesce(next, '')) as pair
      from unnest(singles, singles[2:]) as neighbours (single, next)
      where single <> ' '
    ) as pairs
  );
end
$function$;


-- =====================================================================================================================
-- Work after a save: How do search and links learn of a page that no save waits for?
-- =====================================================================================================================

-- Pages with texts that search and the list of links do not know yet.
create table public.page_work (
  -- The page; it may be gone.
  page_id uuid not null,
  -- The transaction that noted it: another one means that the texts are others again.
  ticket bigint default ((pg_current_xact_id())::text)::bigint not null,
  -- When it may be taken.
  due_at timestamp with time zone default clock_timestamp() not null,
  -- How often the work failed since the last save.
  tries integer default 0 not null,
  -- How it failed last.
  problem text,
  -- When it was noted to be done alone, after a run that did not come to its end.
  begun_at timestamp with time zone,
  -- The part of its texts that comes next.
  part integer default 0 not null,
  constraint page_work_pkey primary key (page_id)
) with (fillfactor=50);
grant all on public.page_work to service_role;
alter table public.page_work enable row level security;
-- People with two-step verification get in with both steps only.
create policy page_work_all_second_step on public.page_work as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));

-- Empties the queue of pages, for so long at most. One worker at a time.
create function private.work_off_pages(most_milliseconds integer default 20)
 returns integer
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  begun constant timestamptz := clock_timestamp();
  -- The clock of the bundled server counts the runs of a job that failed one after the other.
  has_failed constant boolean := coalesce(nullif(current_setting('cron.failures', true), ''), '0') <> '0';
  waiting record;
  outcome text;
  page_ids uuid[] := '{}';
  tickets bigint[] := '{}';
  outcomes text[] := '{}';
begin
  if not pg_try_advisory_xact_lock(hashtextextended('work off pages', 0)) then
    return 0;
  elsif has_failed or exists (select from public.page_work as work where work.begun_at is not null) then
    return private.work_off_pages_singly(has_failed);
  end if;
  for waiting in
    select work.page_id, work.ticket, work.part from public.page_work as work
    where work.due_at <= begun order by work.due_at desc limit 1000
  loop
    outcome := private.work_off_page(waiting.page_id, waiting.ticket, waiting.part);
    page_ids := page_ids || waiting.page_id;
    tickets := tickets || waiting.ticket;
    outcomes := outcomes || outcome;
    -- After the first page at the earliest: each run gets on, however long it took to find the newest of many. A page that comes
    -- later is no step. Once a statement has come to its limit, nothing would end it a second time.
    if outcome = 'given up' or clock_timestamp() > begun + make_interval(secs => most_milliseconds / 1000.0)
      or (outcome <> 'later' and private.is_worker_awaited())
    then
      -- For the clock of the bundled server.
      perform set_config('cron.run_again', 'on', true);
      exit;
    end if;
  end loop;
  perform private.end_work(page_ids, tickets, outcomes);
  return cardinality(array_positions(outcomes, 'done'));
end
$function$;

-- Does the page that the run before has noted, and notes the next one. After a run that did not come to its end it
-- gives up on the noted one.
create function private.work_off_pages_singly(has_failed boolean)
 returns integer
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  begun record;
  outcome text;
begin
  select work.page_id, work.ticket, work.begun_at, work.part into begun
  from public.page_work as work where work.begun_at is not null order by work.begun_at limit 1;
  if found and (has_failed or begun.begun_at < clock_timestamp() - interval '1 minute') then
    perform private.give_up_work(begun.page_id, begun.ticket);
    return 0;
  elsif found then
    outcome := private.work_off_page(begun.page_id, begun.ticket, begun.part);
    perform private.end_work(array[begun.page_id], array[begun.ticket], array[outcome]);
    update public.page_work as work
    set begun_at = null,
      due_at = case outcome when 'later' then clock_timestamp() + interval '2 seconds' else work.due_at end
    where work.page_id = (
      select known.page_id from public.page_work as known
      where known.page_id = begun.page_id and known.begun_at is not null for update skip locked
    );
  end if;
  update public.page_work as work set begun_at = clock_timestamp()
  where work.page_id = (
    select next.page_id from public.page_work as next
    where next.due_at <= clock_timestamp() order by next.due_at desc limit 1 for update skip locked
  );
  if found then
    perform set_config('cron.run_again', 'on', true);
  end if;
  return case outcome when 'done' then 1 else 0 end;
end
$function$;

-- Does the work on a part of a page: done, more, later (it is being deleted), failed, or given up, where the time for
-- the statement is over.
create function private.work_off_page(page_id uuid, ticket bigint, part integer)
 returns text
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  return private.refresh_page(page_id, part);
exception
  when query_canceled then
    perform private.give_up_work(page_id, ticket);
    return 'given up';
  when others then
    perform private.postpone_work(page_id, ticket, sqlerrm);
    perform set_config('cron.problem', format('Page %s is not in the search as it is: %s', page_id, sqlerrm), true);
    raise warning 'Page % is not in the search as it is: %', page_id, sqlerrm;
    return 'failed';
end
$function$;

-- Takes pages that are done out of the queue, and goes on to the next part of others, as far as nobody saved them
-- meanwhile.
create function private.end_work(page_ids uuid[], tickets bigint[], outcomes text[])
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  with ended as materialized (
    select known.page_id, done.outcome from public.page_work as known
    join unnest(page_ids, tickets, outcomes) as done (page_id, ticket, outcome)
      on done.page_id = known.page_id and done.ticket = known.ticket
    for update of known skip locked
  ), gone as (
    delete from public.page_work as work using ended where work.page_id = ended.page_id and ended.outcome = 'done'
  )
  update public.page_work as work set part = work.part + 1
  from ended where work.page_id = ended.page_id and ended.outcome = 'more';
end
$function$;

-- Notes that a page is not tried again with this text, and tells the operator.
create function private.give_up_work(page_id uuid, ticket bigint)
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  reason constant text := 'The text takes too long to read. It is not tried again by itself.';
begin
  update public.page_work as waiting
  set tries = waiting.tries + 1, problem = reason, due_at = 'infinity', begun_at = null
  where waiting.page_id = (
    select known.page_id from public.page_work as known
    where known.page_id = give_up_work.page_id and known.ticket = give_up_work.ticket
    for update skip locked
  );
  perform set_config('cron.problem', format('Page %s is not in the search as it is: %s', page_id, reason), true);
  raise warning 'Page % is not in the search as it is: %', page_id, reason;
end
$function$;

-- Brings search and links in step with a page's texts, or search alone with a further part of them: done, more (there
-- are further parts), or later.
create function private.refresh_page(page_id uuid, part integer)
 returns text
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  has_more boolean;
begin
  -- Before the first look at the text, and until the end of the run.
  if not pg_try_advisory_xact_lock(hashtext('page in hand'), private.place_in_hand(page_id)) then
    return 'later';
  end if;
  perform from public.pages as page where page.id = refresh_page.page_id for key share skip locked;
  if not found then
    return case when exists (select from public.pages as page where page.id = refresh_page.page_id) then 'later' else 'done' end;
  end if;
  -- The queue was read before the lock: a page that was shown meanwhile begins again.
  if exists (select from public.page_work as work where work.page_id = refresh_page.page_id and work.part <> refresh_page.part) then
    return 'later';
  end if;
  has_more := private.index_page_part(page_id, part);
  if part = 0 then
    perform private.refresh_links(page_id);
    perform private.refresh_names(page_id);
  end if;
  return case when has_more then 'more' else 'done' end;
end
$function$;

-- The lock of pages that the worker has in hand, among 1,024: pages share them by chance.
create function private.place_in_hand(page_id uuid)
 returns integer
 language sql
 immutable
 set search_path to ''
as $function$
  select hashtextextended(page_id::text, 0)::bit(10)::integer
$function$;

-- Whether somebody who shows a page had to wait for the worker, and has not come to the end of that.
create function private.is_worker_awaited()
 returns boolean
 language plpgsql
 set search_path to ''
as $function$
begin
  -- Taken and given back at once: nobody who waits for it waits longer than that.
  return not (pg_try_advisory_lock(hashtext('waits for the worker'), 0) and pg_advisory_unlock(hashtext('waits for the worker'), 0));
end
$function$;

-- Makes the links of a page those of its text, and tells which pages are linked to otherwise.
create function private.refresh_links(page_id uuid)
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  source record;
  known uuid[] := array(
    select link.target_id from public.page_links as link where link.source_id = refresh_links.page_id order by link.target_id);
  changed uuid[];
begin
  select page.organization_id, page.private_to,
    case when page.content like '%/dashboard/pages/%'
      then array(select target from private.linked_pages(page.content) as target where target <> page.id order by target)
      else '{}'
    end as targets
  into source
  from public.pages as page where page.id = refresh_links.page_id;
  if source.targets = known then
    return;
  end if;
  changed := array(
    (select unnest(known) except select unnest(source.targets))
    union all
    (select unnest(source.targets) except select unnest(known))
  );
  delete from public.page_links as link
  where link.source_id = refresh_links.page_id and link.target_id = any (changed) and link.target_id = any (known);
  insert into public.page_links (source_id, target_id)
  select refresh_links.page_id, target from unnest(source.targets) as target where target = any (changed);
  -- Screens of these pages list the pages that lead to them.
  if source.private_to is null then
    perform private.tell_workspace(source.organization_id, 'links', jsonb_build_object('pageIds', changed));
  else
    perform private.tell_person(source.private_to, 'links', jsonb_build_object('pageIds', changed));
  end if;
end
$function$;

-- Makes the wiki links and aliases of a page those of its text, and tells that they changed.
create function private.refresh_names(page_id uuid)
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  source record;
  known text[] := array(
    select link.target from public.page_wiki_links as link where link.source_id = refresh_names.page_id order by link.target collate "C");
  known_aliases text[] := array(
    select alias.name from public.page_aliases as alias where alias.page_id = refresh_names.page_id order by alias.name collate "C");
begin
  select page.organization_id, page.private_to,
    case when page.content like '%[[%'
      then array(select target from private.wiki_targets(page.content) as target order by target collate "C")
      else '{}'
    end as targets,
    case when page.content like '---%'
      then array(
        select distinct name collate "C" from private.aliases_in(page.content) as name
        where length(name) between 1 and 500 order by 1 limit 100)
      else '{}'
    end as aliases
  into source
  from public.pages as page where page.id = refresh_names.page_id;
  if source.targets = known and source.aliases = known_aliases then
    return;
  end if;
  delete from public.page_wiki_links as link
  where link.source_id = refresh_names.page_id and link.target <> all (source.targets);
  insert into public.page_wiki_links (source_id, organization_id, target, key)
  select refresh_names.page_id, source.organization_id, target, private.name_key(target)
  from unnest(source.targets) as target where target <> all (known);
  delete from public.page_aliases as alias
  where alias.page_id = refresh_names.page_id and alias.name <> all (source.aliases);
  insert into public.page_aliases (page_id, organization_id, name, key)
  select refresh_names.page_id, source.organization_id, name, private.name_key(name)
  from unnest(source.aliases) as name where name <> all (known_aliases);
  -- Only a browser knows which pages are meant.
  if source.private_to is null then
    perform private.tell_workspace(source.organization_id, 'names');
  else
    perform private.tell_person(source.private_to, 'names');
  end if;
end
$function$;

-- Notes that work failed. It is tried again, later each time.
create function private.postpone_work(page_id uuid, ticket bigint, problem text)
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  update public.page_work as waiting
  set tries = waiting.tries + 1, problem = postpone_work.problem,
    due_at = clock_timestamp() + least(interval '2 seconds' * 2 ^ (waiting.tries + 1), interval '1 hour')
  where waiting.page_id = (
    select known.page_id from public.page_work as known
    where known.page_id = postpone_work.page_id and known.ticket = postpone_work.ticket
    for update skip locked
  );
end
$function$;


-- =====================================================================================================================
-- The operator's page: What waits, what failed, and what may the operator do with accounts and workspaces?
-- =====================================================================================================================

-- How much waits in each queue of the product, how much of it failed, and how long its oldest piece has been due. For
-- servers and server functions.
create function public.operator_queues()
 returns table(queue text, waiting integer, failed integer, oldest_s double precision)
 language sql
 stable
 set search_path to ''
as $function$
  select 'search', count(*)::integer, count(*) filter (where work.tries > 0)::integer,
    coalesce(extract(epoch from clock_timestamp() - min(work.due_at) filter (where work.due_at < clock_timestamp())), 0)::double precision
  from public.page_work as work
  union all
  select 'files', count(*)::integer, 0,
    coalesce(extract(epoch from clock_timestamp() - min(work.due_at) filter (where work.due_at < clock_timestamp())), 0)::double precision
  from public.page_file_work as work
  union all
  select 'notion', count(*) filter (where sync.state = 'waiting')::integer, count(*) filter (where sync.state = 'failed')::integer,
    coalesce(extract(epoch from clock_timestamp() - (
      select min(run.started_at) from public.notion_sync_runs as run where run.ended_at is null
    )), 0)::double precision
  from public.page_notion_syncs as sync
$function$;
grant execute on function public.operator_queues() to service_role;

-- Why work failed that is tried again, with how much of it. For the server.
create function public.operator_failures()
 returns table(queue text, problem text, pieces bigint, most_tries integer)
 language sql
 stable
 set search_path to ''
as $function$
  select 'search', coalesce(work.problem, ''), count(*), max(work.tries)
  from public.page_work as work where work.tries > 0 group by 2
  union all
  select 'notion', coalesce(sync.reason, ''), count(*), 0
  from public.page_notion_syncs as sync where sync.state = 'failed' group by 2
  order by 3 desc
  limit 50
$function$;

-- Makes failed work due at once, Notion's for the clock's next call; gives how much. For the server.
create function public.operator_retry_queue(queue text)
 returns bigint
 language sql
 set search_path to ''
as $function$
  with searched as (
    update public.page_work as work set due_at = clock_timestamp()
    where operator_retry_queue.queue = 'search' and work.tries > 0
    returning 1
  ),
  failed as (
    select sync.page_id, page.organization_id
    from public.page_notion_syncs as sync
    join public.pages as page on page.id = sync.page_id
    join public.notion_connections as connection on connection.organization_id = page.organization_id
    where operator_retry_queue.queue = 'notion' and sync.state = 'failed' and connection.status = 'connected'
      and page.notion_page_id is not null and not page.is_archived
  ),
  synced as (
    update public.page_notion_syncs as sync set checked_at = null
    from failed where sync.page_id = failed.page_id
    returning 1
  ),
  opened as (
    update public.notion_sync_runs as run set ended_at = null, done = greatest(0, run.done - work.pages)
    from (select failed.organization_id, count(*)::integer as pages from failed group by 1) as work
    where run.organization_id = work.organization_id and run.ended_at is not null
    returning 1
  )
  select (select count(*) from searched) + (select count(*) from synced)
$function$;

-- How many workspaces and pages there are. For the server.
create function public.operator_totals()
 returns table(workspaces bigint, pages bigint, trashed_pages bigint)
 language sql
 stable
 set search_path to ''
as $function$
  select
    (select count(*) from public.organizations),
    (select count(*) from public.pages where not is_archived),
    (select count(*) from public.pages where is_archived)
$function$;

-- Workspaces by a part of their name or of a member's address, the newest first, with how many there are. For the
-- server.
create function public.operator_workspaces(search text, most integer, skipped bigint default 0)
 returns table(id uuid, name text, status text, created_at timestamp with time zone, members bigint, owners text[], pages bigint, file_bytes bigint, total bigint)
 language sql
 stable
 set search_path to ''
as $function$
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
$function$;

-- Closes a workspace to everyone (suspended), or opens it again (active); gives its name. For the server.
create function public.operator_set_workspace_status(workspace uuid, new_status text)
 returns text
 language sql
 set search_path to ''
as $function$
  update public.organizations as organization set status = new_status where organization.id = workspace
  returning organization.name
$function$;

-- Deletes a workspace with everything in it; gives its name. For the server.
create function public.operator_delete_workspace(workspace uuid)
 returns text
 language sql
 set search_path to ''
as $function$
  delete from public.organizations as organization where organization.id = workspace returning organization.name
$function$;

-- In how many workspaces each of these accounts is. For the server.
create function public.operator_memberships(accounts uuid[])
 returns table(account_id uuid, workspaces bigint)
 language sql
 stable
 set search_path to ''
as $function$
  select member.user_id, count(*) from public.organization_members as member
  where member.user_id = any (accounts) and member.status = 'active'
  group by member.user_id
$function$;

-- The workspaces of an account, and the fate of each when the operator deletes it: stays, inherited or deleted; and how
-- many pages go. For the server.
create function public.operator_account_deletion(account uuid)
 returns table(organization_id uuid, name text, fate text, pages bigint)
 language sql
 set search_path to ''
as $function$
  select affected.organization_id, affected.name,
    case affected.fate when 'blocks' then 'inherited' else affected.fate end,
    (select count(*) from public.pages as page
      where page.organization_id = affected.organization_id
        and (affected.fate = 'deleted' or page.private_to = account))
  from private.organizations_without(account) as affected
  order by affected.name, affected.organization_id
$function$;

-- Deletes an account, and the workspaces in which nobody else is; false, and nothing, if these are not all among the
-- given ones. For the server.
create function public.operator_delete_account(account uuid, organizations_to_delete uuid[])
 returns boolean
 language plpgsql
 set search_path to ''
as $function$
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
$function$;

-- Whether an address is invited to a workspace, for an operator who lets in nobody else. For the server.
create function public.has_open_invitation(address text)
 returns boolean
 language sql
 stable
 set search_path to ''
as $function$
  select exists (
    select from public.organization_invitations as invitation
    join public.organizations as organization on organization.id = invitation.organization_id
    where invitation.email = private.mailbox_of(address) and invitation.revoked_at is null
      and invitation.expires_at > now() and invitation.uses < invitation.max_uses and organization.status = 'active'
  )
$function$;


-- =====================================================================================================================
-- Notion: What do the server functions keep about Notion, and who reads it?
-- =====================================================================================================================

-- Connections of workspaces to Notion, at most one each. Read and written by server functions alone.
create table public.notion_connections (
  -- The workspace.
  organization_id uuid not null,
  -- Another one for each new token: a writer names the one that it has read.
  token_id uuid default gen_random_uuid() not null,
  -- oauth: granted on Notion's page; token: a token that somebody pasted.
  kind text not null,
  -- Notion's id of its workspace, when it told.
  notion_workspace_id text,
  -- The name of the workspace at Notion.
  notion_workspace_name text,
  -- An emoji or an address, as Notion has it. Never loaded.
  notion_workspace_icon text,
  -- The author that Notion names for texts written through this connection.
  bot_id text,
  -- The person who connected it; null once that account is gone.
  connected_by uuid,
  -- When.
  connected_at timestamp with time zone default now() not null,
  -- Encrypted.
  access_token text not null,
  -- Encrypted; gets the next pair of tokens. Null for pasted tokens.
  refresh_token text,
  -- When the access token ends, where Notion says so.
  expires_at timestamp with time zone,
  -- Somebody is getting the next tokens; until then nobody else does.
  refreshing_until timestamp with time zone,
  -- connected, or refused: Notion no longer takes the tokens.
  status text default 'connected'::text not null,
  -- Why it was refused, for the operator.
  last_error text,
  constraint notion_connections_pkey primary key (organization_id),
  constraint notion_connections_connected_by_fkey foreign key (connected_by) references public.user_profiles(id) on delete set null,
  constraint notion_connections_organization_id_fkey foreign key (organization_id) references public.organizations(id) on delete cascade,
  constraint notion_connections_kind_known check ((kind = any (array['oauth'::text, 'token'::text]))),
  constraint notion_connections_status_known check ((status = any (array['connected'::text, 'refused'::text]))),
  constraint notion_connections_tokens_encrypted check (((access_token ~~ 'v1.%'::text) and ((refresh_token is null) or (refresh_token ~~ 'v1.%'::text))))
);
create index notion_connections_connected_by_idx on public.notion_connections using btree (connected_by);
grant all on public.notion_connections to service_role;
alter table public.notion_connections enable row level security;
create policy notion_connections_all_second_step on public.notion_connections as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));
-- On insert, in this order: notion_connections_98_tell_new.
-- On update, in this order: notion_connections_98_tell_changed.
-- On delete, in this order: notion_connections_98_tell_deleted.

-- Authorisations by Notion that were begun and not ended. Read and written by server functions alone.
create table public.notion_authorizations (
  -- Part of the signed state that goes to Notion and comes back.
  id uuid default gen_random_uuid() not null,
  -- The workspace to be connected.
  organization_id uuid not null,
  -- The person who began it, and has to complete it.
  user_id uuid not null,
  -- When it is too late.
  expires_at timestamp with time zone not null,
  constraint notion_authorizations_pkey primary key (id),
  constraint notion_authorizations_organization_id_fkey foreign key (organization_id) references public.organizations(id) on delete cascade,
  constraint notion_authorizations_user_id_fkey foreign key (user_id) references public.user_profiles(id) on delete cascade
);
create index notion_authorizations_expires_at_idx on public.notion_authorizations using btree (expires_at);
create index notion_authorizations_organization_id_idx on public.notion_authorizations using btree (organization_id);
create index notion_authorizations_user_id_idx on public.notion_authorizations using btree (user_id);
grant all on public.notion_authorizations to service_role;
alter table public.notion_authorizations enable row level security;
create policy notion_authorizations_all_second_step on public.notion_authorizations as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));

-- How pages stand with their counterparts at Notion.
create table public.page_notion_syncs (
  -- The page.
  page_id uuid not null,
  -- The page's workspace.
  organization_id uuid not null,
  -- The counterpart that this is about.
  notion_page_id text not null,
  -- waiting, synced, conflict, blocked, emptied, gone or failed.
  state text default 'waiting'::text not null,
  -- A code for the details, such as the side or the reason.
  reason text,
  -- The blocks at Notion that stand in the way: {type, count} each.
  blocks jsonb default '[]'::jsonb not null,
  -- When both sides were last looked at.
  checked_at timestamp with time zone,
  -- The page's name when both were last in step.
  local_name text,
  -- The page's text then, without front matter; null before the first time.
  local_text text,
  -- The counterpart's title then.
  remote_name text,
  -- The text that Notion answered then, as a page keeps it.
  remote_text text,
  -- The counterpart's text that was found to hold no block in the way.
  clean_hash text,
  -- The run that works on it.
  lease uuid,
  -- Until when nobody else begins.
  lease_until timestamp with time zone,
  -- The emoji that both sides had when their icons were last in step; null for none, and before the first time.
  icon text,
  constraint page_notion_syncs_pkey primary key (page_id),
  constraint page_notion_syncs_page_id_fkey foreign key (organization_id, page_id) references public.pages(organization_id, id) on delete cascade,
  constraint page_notion_syncs_base_whole check ((((local_name is null) = (local_text is null)) and ((local_text is null) = (remote_text is null)) and ((remote_text is null) = (remote_name is null)))),
  constraint page_notion_syncs_state_known check ((state = any (array['waiting'::text, 'synced'::text, 'conflict'::text, 'blocked'::text, 'emptied'::text, 'gone'::text, 'failed'::text])))
);
create index page_notion_syncs_organization_id_idx on public.page_notion_syncs using btree (organization_id, page_id);
grant select (page_id, organization_id, notion_page_id, state, reason, blocks, checked_at) on public.page_notion_syncs
  to authenticated;
grant all on public.page_notion_syncs to service_role;
alter table public.page_notion_syncs enable row level security;
-- Members read how the pages that they read stand with Notion.
create policy page_notion_syncs_select_member on public.page_notion_syncs for select to authenticated
  using ((organization_id = any (array(select private.my_organization_ids()))) and page_id = (( select page.id from public.pages page where page.id = page_notion_syncs.page_id)));
create policy page_notion_syncs_all_second_step on public.page_notion_syncs as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));

-- Each workspace's newest sync with Notion.
create table public.notion_sync_runs (
  -- The workspace.
  organization_id uuid not null,
  -- Another one for each run; goes on through its pieces.
  id uuid not null,
  -- When it began: pages that were looked at since are done.
  started_at timestamp with time zone not null,
  -- When all pages were looked at; null until then.
  ended_at timestamp with time zone,
  -- How many pages there were to look at.
  total integer not null,
  -- How many of them were looked at.
  done integer default 0 not null,
  -- How many of those are in step.
  synced integer default 0 not null,
  -- Somebody is at it; until then nobody else begins.
  busy_until timestamp with time zone,
  constraint notion_sync_runs_pkey primary key (organization_id),
  constraint notion_sync_runs_organization_id_fkey foreign key (organization_id) references public.organizations(id) on delete cascade
);
grant select on public.notion_sync_runs to authenticated;
grant all on public.notion_sync_runs to service_role;
alter table public.notion_sync_runs enable row level security;
-- Members read how far their workspaces' syncs are.
create policy notion_sync_runs_select_member on public.notion_sync_runs for select to authenticated
  using (organization_id = any (array(select private.my_organization_ids())));
create policy notion_sync_runs_all_second_step on public.notion_sync_runs as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));
-- On insert, in this order: notion_sync_runs_98_tell_new.
-- On update, in this order: notion_sync_runs_98_tell_changed.

-- When a workspace's next request to Notion may be sent.
create table public.notion_request_budgets (
  -- The workspace: it has one connection.
  organization_id uuid not null,
  -- Each request moves this on; it may be so far ahead as the first ones together.
  spent_until timestamp with time zone default clock_timestamp() not null,
  -- Notion wants no request before.
  paused_until timestamp with time zone,
  constraint notion_request_budgets_pkey primary key (organization_id),
  constraint notion_request_budgets_organization_id_fkey foreign key (organization_id) references public.organizations(id) on delete cascade
);
grant all on public.notion_request_budgets to service_role;
alter table public.notion_request_budgets enable row level security;
create policy notion_request_budgets_all_second_step on public.notion_request_budgets as restrictive for all to authenticated
  using ((select private.has_passed_second_step()))
  with check ((select private.has_passed_second_step()));

-- Whether the caller is the one to refresh this token now. For server functions.
create function public.claim_notion_refresh(organization_id uuid, token_id uuid)
 returns boolean
 language sql
 set search_path to ''
as $function$
  with claimed as (
    update public.notion_connections as connection
    set refreshing_until = clock_timestamp() + interval '30 seconds'
    where connection.organization_id = claim_notion_refresh.organization_id
      and connection.token_id = claim_notion_refresh.token_id
      and (connection.refreshing_until is null or connection.refreshing_until < clock_timestamp())
    returning 1
  )
  select exists (select from claimed)
$function$;
grant execute on function public.claim_notion_refresh(uuid,uuid) to service_role;

-- A page's counterpart at Notion in Notion's own form.
create function private.check_notion_page_id(typed text)
 returns text
 language plpgsql
as $function$
declare
  given constant text := nullif(btrim(typed), '');
  found constant text := private.read_notion_page_id(given);
begin
  if given is not null and found is null then
    raise exception using
      errcode = 'check_violation',
      message = 'This is neither the id nor the address of a Notion page',
      constraint = 'pages_notion_page_id_form';
  end if;
  return found;
end
$function$;

-- The id that an id with or without dashes, or an address at Notion, names; null when it names none.
create function private.read_notion_page_id(typed text)
 returns text
 language plpgsql
 immutable
 set search_path to ''
as $function$
declare
  hex constant text := '[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}';
  address constant text := '^(?:https://)?(?:[a-z0-9-]+\.)*notion\.(?:so|site|com)/';
  text_in text := lower(btrim(typed));
  found text;
begin
  if text_in ~ ('^' || hex || '$') then
    found := text_in;
  elsif text_in ~ address then
    -- A page that is opened over another one stands behind it.
    found := coalesce(
      substring(text_in from ('[?&]p=(' || hex || ')(?:[&#]|$)')),
      substring(split_part(split_part(text_in, '#', 1), '?', 1) from ('[/-](' || hex || ')/?$'))
    );
  end if;
  return found::uuid::text;
end
$function$;

-- Takes the lease of a page's sync for two minutes, and answers the state of the sync; no row while another run has the
-- lease. For server functions.
create function public.claim_notion_page(page_id uuid, lease uuid)
 returns setof public.page_notion_syncs
 language sql
 rows 1
 set search_path to ''
as $function$
  insert into public.page_notion_syncs as sync (page_id, organization_id, notion_page_id, lease, lease_until)
  select page.id, page.organization_id, page.notion_page_id, claim_notion_page.lease, clock_timestamp() + interval '2 minutes'
  from public.pages as page
  where page.id = claim_notion_page.page_id and page.notion_page_id is not null and not page.is_archived
  on conflict on constraint page_notion_syncs_pkey do update
  set lease = excluded.lease, lease_until = excluded.lease_until
  where sync.lease_until is null or sync.lease_until < clock_timestamp()
  returning *
$function$;
grant execute on function public.claim_notion_page(uuid,uuid) to service_role;

-- Writes Notion's text into a page if the page still has the text that was read; false if it has another one. For
-- server functions.
create function public.write_notion_page(page_id uuid, notion_page_id text, updated_at timestamp with time zone, name text, content text)
 returns boolean
 language plpgsql
 set search_path to ''
as $function$
declare
  saved_at timestamptz;
begin
  update public.pages as page
  set name = write_notion_page.name, content = write_notion_page.content, updated_by = null
  where page.id = write_notion_page.page_id and page.notion_page_id = write_notion_page.notion_page_id
    and page.updated_at = write_notion_page.updated_at and not page.is_archived
  returning page.updated_at into saved_at;
  update public.page_versions as version
  set from_notion = true
  where version.page_id = write_notion_page.page_id and version.updated_at = saved_at and version.created_by is null;
  return saved_at is not null;
end
$function$;
grant execute on function public.write_notion_page(uuid,text,timestamp with time zone,text,text) to service_role;

-- Keeps the text of a page's counterpart at Notion as a version of the page, once. For server functions.
create function public.keep_notion_version(page_id uuid, name text, content text)
 returns boolean
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  digest_kept bytea := private.digest_text(keep_notion_version.content);
  page record;
begin
  -- Locked: a save that overwrites this very text meanwhile would not know that a version has it.
  select kept.organization_id, kept.updated_at, kept.private_to, kept.content into page
  from public.pages as kept where kept.id = keep_notion_version.page_id for no key update;
  if not found or exists (
    select from public.page_versions as version
    where version.page_id = keep_notion_version.page_id and version.digest = digest_kept
      and (version.name, version.description) is not distinct from (keep_notion_version.name, null::text)
  ) then
    return false;
  end if;
  insert into public.page_versions
    (page_id, organization_id, name, created_at, updated_at, private_to, digest, from_notion)
  values (
    keep_notion_version.page_id, page.organization_id, keep_notion_version.name,
    page.updated_at - interval '1 microsecond', page.updated_at - interval '1 microsecond', page.private_to, digest_kept, true
  );
  if page.content <> keep_notion_version.content then
    perform private.keep_text(page.organization_id, keep_notion_version.page_id, digest_kept, keep_notion_version.content);
  end if;
  return true;
end
$function$;
grant execute on function public.keep_notion_version(uuid,text,text) to service_role;

-- Takes the lease of a workspace's sync, and begins the sync or goes on with it; no row while another run has the
-- lease. For server functions.
create function public.claim_notion_sync_run(organization_id uuid, run_id uuid, by_clock boolean default false)
 returns setof public.notion_sync_runs
 language sql
 rows 1
 set search_path to ''
as $function$
  insert into public.notion_sync_runs as run (organization_id, id, started_at, total, busy_until)
  select
    claim_notion_sync_run.organization_id, claim_notion_sync_run.run_id, clock_timestamp(),
    (select count(*) from public.pages as page
      where page.organization_id = claim_notion_sync_run.organization_id
        and page.notion_page_id is not null and not page.is_archived),
    clock_timestamp() + interval '2 minutes'
  on conflict on constraint notion_sync_runs_pkey do update
  set busy_until = excluded.busy_until,
    (id, started_at, ended_at, total, done, synced) = (
      select run.id, run.started_at, run.ended_at, run.total, run.done, run.synced
      where run.ended_at is null and (claim_notion_sync_run.by_clock or run.id = excluded.id)
      union all
      select excluded.id, excluded.started_at, null, excluded.total, 0, 0
      where not (run.ended_at is null and (claim_notion_sync_run.by_clock or run.id = excluded.id))
    )
  where (run.busy_until is null or run.busy_until < clock_timestamp())
    and (
      not claim_notion_sync_run.by_clock or run.ended_at is null
      -- A clock that ticks each quarter of an hour is never quite on time.
      or run.started_at < clock_timestamp() - interval '14 minutes'
    )
  returning *
$function$;
grant execute on function public.claim_notion_sync_run(uuid,uuid,boolean) to service_role;

-- The connected workspaces, in the order of their turns. For server functions.
create function public.notion_workspaces_to_sync()
 returns setof uuid
 language sql
 stable
 set search_path to ''
as $function$
  select connection.organization_id
  from public.notion_connections as connection
  left join public.notion_sync_runs as run on run.organization_id = connection.organization_id
  where connection.status = 'connected'
  order by run.id is not null and run.ended_at is null, run.started_at nulls first, connection.organization_id
$function$;
grant execute on function public.notion_workspaces_to_sync() to service_role;

-- The linked pages that nobody has looked at since then, those longest ago first. For server functions.
create function public.notion_pages_to_sync(organization_id uuid, since timestamp with time zone)
 returns setof uuid
 language sql
 stable
 set search_path to ''
as $function$
  select page.id
  from public.pages as page
  left join public.page_notion_syncs as sync on sync.page_id = page.id
  where page.organization_id = notion_pages_to_sync.organization_id
    and page.notion_page_id is not null and not page.is_archived
    and (sync.checked_at is null or sync.checked_at < notion_pages_to_sync.since)
  order by sync.checked_at nulls first, page.id
$function$;
grant execute on function public.notion_pages_to_sync(uuid,timestamp with time zone) to service_role;

-- Takes a workspace's next turn to ask Notion something, and says in how many milliseconds that is. For server
-- functions.
create function public.take_notion_request(organization_id uuid)
 returns integer
 language sql
 set search_path to ''
as $function$
  insert into public.notion_request_budgets as budget (organization_id, spent_until)
  values (take_notion_request.organization_id, clock_timestamp() + interval '400 milliseconds')
  on conflict on constraint notion_request_budgets_pkey do update
  set spent_until = least(
    greatest(budget.spent_until, clock_timestamp(), budget.paused_until) + interval '400 milliseconds',
    greatest(clock_timestamp(), budget.paused_until) + interval '2 minutes'
  )
  returning ceil(1000 * greatest(
    0,
    extract(epoch from budget.spent_until - interval '12 seconds' - clock_timestamp()),
    extract(epoch from budget.paused_until - clock_timestamp())
  ))::integer
$function$;
grant execute on function public.take_notion_request(uuid) to service_role;

-- Notion wants a workspace to wait so long: nobody asks it anything until then. For server functions.
create function public.pause_notion_requests(organization_id uuid, seconds double precision)
 returns void
 language sql
 set search_path to ''
as $function$
  insert into public.notion_request_budgets as budget (organization_id, paused_until)
  values (
    pause_notion_requests.organization_id,
    clock_timestamp() + make_interval(secs => least(greatest(pause_notion_requests.seconds, 0), 86400))
  )
  on conflict on constraint notion_request_budgets_pkey do update
  set paused_until = greatest(budget.paused_until, excluded.paused_until)
$function$;
grant execute on function public.pause_notion_requests(uuid,double precision) to service_role;
