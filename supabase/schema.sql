-- Made by `npm run generate` from the catalogue of a migrated database, for reading. Do not edit, and do not run:
-- `supabase/migrations` make the database, this file says what they make. Who may do what is also in docs/permissions.md.
--
-- Grants come first, policies second: a role needs a privilege on the table, then a row passes when one of the
-- permissive policies lets it through and every restrictive one does. `anon` is anybody, `authenticated` is anybody
-- signed in, `service_role` is the operator, to which no policy applies.
--
-- Who calls             What do policies ask about the caller?
-- Workspaces            Who may found, see, rename and delete a workspace?
-- Members               Who is in a workspace, as what, and who may change that?
-- Invitations           How does somebody come into a workspace, and who may let them in?
-- People                What do people know of each other, and what does an account bring and take along?
-- Pages                 What is a page, and who sees one?
-- Saving a page         What happens when a page is saved?
-- The tree              Where may a page be, in which order, and who hides what?
-- The trash             How does a page go, come back, and go for good?
-- Versions              What did a page say before, and who reads that?
-- Activity              Who did what to which page, and who is told?
-- Links and favourites  Which pages lead to which, and which does a person keep at hand?
-- Search                How is a page found, and who may find it?
-- Notion                What do the server functions keep about Notion, and who reads it?

-- What policies and triggers ask, past row-level security. Never exposed by an API.
CREATE SCHEMA private;
GRANT USAGE ON SCHEMA private TO anon, authenticated, service_role;

CREATE EXTENSION btree_gin WITH SCHEMA extensions;
CREATE EXTENSION pg_trgm WITH SCHEMA extensions;
CREATE EXTENSION unaccent WITH SCHEMA extensions;


-- =====================================================================================================================
-- Who calls: What do policies ask about the caller?
-- =====================================================================================================================

-- The active workspaces in which the caller has one of the roles.
CREATE FUNCTION private.my_organization_ids(roles text[] DEFAULT '{owner,admin,member}'::text[])
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO ''
AS $function$
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
GRANT EXECUTE ON FUNCTION private.my_organization_ids(text[]) TO authenticated, service_role;

-- Everyone who shares an active workspace with the caller.
CREATE FUNCTION private.my_co_member_ids()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select distinct member.user_id
    from public.organization_members as member
    where member.organization_id = any (array(select private.my_organization_ids()));
end
$function$;
GRANT EXECUTE ON FUNCTION private.my_co_member_ids() TO authenticated, service_role;

-- Whether the caller's session is as sure as their account asks for: aal2 when it has a verified factor.
CREATE FUNCTION private.has_passed_second_step()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((select auth.jwt() ->> 'aal') = 'aal2', false) or not exists (
    select from auth.mfa_factors as factor
    where factor.user_id = (select auth.uid()) and factor.status = 'verified'
  );
end
$function$;
GRANT EXECUTE ON FUNCTION private.has_passed_second_step() TO authenticated, service_role;

-- Raises the error of a broken rule: the one list of our error codes.
CREATE FUNCTION private.refuse(rule text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
    ('hides_others', 'TR015', 'Others have pages beneath this one', 'Move their pages elsewhere first.')
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

-- Workspaces: what people share, and what everything else belongs to.
CREATE TABLE public.organizations (
  -- Never changes.
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  -- Shown in the sidebar.
  name text NOT NULL,
  -- Unique short name for addresses; made from the name when left empty.
  slug text DEFAULT ''::text NOT NULL,
  -- An https address of a picture.
  logo_url text,
  -- A sentence about the workspace.
  description text,
  -- A suspended workspace is closed to everyone; only the operator changes this.
  status text DEFAULT 'active'::text NOT NULL,
  -- When it was made.
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  -- Who made it and became its first owner; null once that account is gone.
  created_by uuid DEFAULT auth.uid(),
  CONSTRAINT organizations_pkey PRIMARY KEY (id),
  CONSTRAINT organizations_slug_key UNIQUE (slug),
  CONSTRAINT organizations_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.user_profiles(id) ON DELETE SET NULL,
  CONSTRAINT organizations_description_length CHECK ((char_length(description) <= 2000)),
  CONSTRAINT organizations_logo_url_form CHECK (((logo_url ~ '\Ahttps://[^[:space:][:cntrl:]]+\Z'::text) AND (char_length(logo_url) <= 2048))),
  CONSTRAINT organizations_name_length CHECK ((((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 200)) AND (char_length(name) <= 250))),
  CONSTRAINT organizations_slug_form CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (char_length(slug) <= 63))),
  CONSTRAINT organizations_status_known CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text])))
);
CREATE INDEX organizations_created_by_idx ON public.organizations USING btree (created_by);
GRANT SELECT, DELETE ON public.organizations TO authenticated;
GRANT INSERT (id, name, slug, logo_url, description, created_by) ON public.organizations TO authenticated;
GRANT UPDATE (name, logo_url, description) ON public.organizations TO authenticated;
GRANT ALL ON public.organizations TO service_role;
ALTER TABLE public.organizations ENABLE ROW LEVEL SECURITY;
-- A founder sees the new workspace in the transaction that makes it.
CREATE POLICY organizations_select_founder ON public.organizations FOR SELECT TO authenticated
  USING (created_by = (SELECT auth.uid()) AND created_at = now());
-- Members see their workspaces.
CREATE POLICY organizations_select_member ON public.organizations FOR SELECT TO authenticated
  USING (id = ANY (ARRAY(SELECT private.my_organization_ids())));
-- Everybody who is signed in may found a workspace in their own name.
CREATE POLICY organizations_insert_founder ON public.organizations FOR INSERT TO authenticated
  WITH CHECK (created_by = (SELECT auth.uid()));
-- Owners and admins change the name and the looks.
CREATE POLICY organizations_update_administrator ON public.organizations FOR UPDATE TO authenticated
  USING (id = ANY (ARRAY(SELECT private.my_organization_ids('{owner,admin}'::text[]))))
  WITH CHECK (id = ANY (ARRAY(SELECT private.my_organization_ids('{owner,admin}'::text[]))));
-- Only owners delete a workspace. A trigger keeps an owner's only workspace.
CREATE POLICY organizations_delete_owner ON public.organizations FOR DELETE TO authenticated
  USING (id = ANY (ARRAY(SELECT private.my_organization_ids('{owner}'::text[]))));
CREATE POLICY organizations_all_second_step ON public.organizations AS RESTRICTIVE FOR ALL TO authenticated
  USING ((SELECT private.has_passed_second_step()))
  WITH CHECK ((SELECT private.has_passed_second_step()));
-- On insert, in this order: organizations_name_slug, organizations_appoint_founder.
-- On delete, in this order: organizations_keep_last.

-- Trigger: a workspace that was given no slug gets one.
CREATE FUNCTION private.name_slug()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.slug := private.slug_of(new.name);
  return new;
end
$function$;
CREATE TRIGGER organizations_name_slug BEFORE INSERT ON public.organizations FOR EACH ROW WHEN ((COALESCE(new.slug, ''::text) = ''::text)) EXECUTE FUNCTION private.name_slug();

-- A slug that reads like the name and, by its random end, belongs to nobody else.
CREATE FUNCTION private.slug_of(name text)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select concat_ws(
    '-',
    nullif(btrim(left(btrim(regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g'), '-'), 40), '-'), ''),
    left(replace(gen_random_uuid()::text, '-', ''), 10)
  )
$function$;

-- Trigger: who founds a workspace owns it.
CREATE FUNCTION private.appoint_founder()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.organization_members (organization_id, user_id, role)
  values (new.id, new.created_by, 'owner');
  return null;
end
$function$;
CREATE TRIGGER organizations_appoint_founder AFTER INSERT ON public.organizations FOR EACH ROW WHEN ((new.created_by IS NOT NULL)) EXECUTE FUNCTION private.appoint_founder();

-- Trigger: nobody deletes the only workspace they have.
CREATE FUNCTION private.keep_last_organization()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
CREATE TRIGGER organizations_keep_last BEFORE DELETE ON public.organizations FOR EACH ROW EXECUTE FUNCTION private.keep_last_organization();

-- The caller's active workspaces but for one, as of this moment.
CREATE FUNCTION private.my_other_organizations(organization_id uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
CREATE TABLE public.organization_members (
  -- Never changes.
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  -- The workspace.
  organization_id uuid NOT NULL,
  -- The person.
  user_id uuid NOT NULL,
  -- owner: everything; admin: name and people except owners; member: pages.
  role text DEFAULT 'member'::text NOT NULL,
  -- Only active memberships count; only the operator changes this.
  status text DEFAULT 'active'::text NOT NULL,
  -- When the person came in.
  joined_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT organization_members_pkey PRIMARY KEY (id),
  CONSTRAINT organization_members_organization_id_user_id_key UNIQUE (organization_id, user_id),
  CONSTRAINT organization_members_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id) ON DELETE CASCADE,
  CONSTRAINT organization_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.user_profiles(id) ON DELETE CASCADE,
  CONSTRAINT organization_members_role_known CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text]))),
  CONSTRAINT organization_members_status_known CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text])))
);
CREATE INDEX organization_members_user_id_organization_id_idx ON public.organization_members USING btree (user_id, organization_id);
GRANT SELECT, DELETE ON public.organization_members TO authenticated;
GRANT UPDATE (role) ON public.organization_members TO authenticated;
GRANT ALL ON public.organization_members TO service_role;
ALTER TABLE public.organization_members ENABLE ROW LEVEL SECURITY;
-- Members see who else is in their workspaces.
CREATE POLICY organization_members_select_member ON public.organization_members FOR SELECT TO authenticated
  USING (organization_id = ANY (ARRAY(SELECT private.my_organization_ids())));
-- Owners set every role, admins those of people who are not owners; nobody grants more than they have.
CREATE POLICY organization_members_update_administrator ON public.organization_members FOR UPDATE TO authenticated
  USING ((organization_id = ANY (ARRAY(SELECT private.my_organization_ids('{owner}'::text[])))) OR role <> 'owner'::text AND (organization_id = ANY (ARRAY(SELECT private.my_organization_ids('{admin}'::text[])))))
  WITH CHECK ((organization_id = ANY (ARRAY(SELECT private.my_organization_ids('{owner}'::text[])))) OR role <> 'owner'::text AND (organization_id = ANY (ARRAY(SELECT private.my_organization_ids('{admin}'::text[])))));
-- Owners and admins remove people who are not owners.
CREATE POLICY organization_members_delete_administrator ON public.organization_members FOR DELETE TO authenticated
  USING (role <> 'owner'::text AND (organization_id = ANY (ARRAY(SELECT private.my_organization_ids('{owner,admin}'::text[])))));
-- Everybody may leave. A trigger keeps the last owner.
CREATE POLICY organization_members_delete_self ON public.organization_members FOR DELETE TO authenticated
  USING (user_id = (SELECT auth.uid()) AND (organization_id = ANY (ARRAY(SELECT private.my_organization_ids()))));
CREATE POLICY organization_members_all_second_step ON public.organization_members AS RESTRICTIVE FOR ALL TO authenticated
  USING ((SELECT private.has_passed_second_step()))
  WITH CHECK ((SELECT private.has_passed_second_step()));
-- On update, in this order: organization_members_keep_an_owner, organization_members_revoke_on_step_down.
-- On delete, in this order: organization_members_keep_an_owner, organization_members_remember_former,
-- organization_members_revoke_on_leave, organization_members_revoke_own_invitations.

-- Who is, or was for a time, no longer in a workspace: which ways in do not count for them.
CREATE TABLE public.former_members (
  -- The workspace.
  organization_id uuid NOT NULL,
  -- The person.
  user_id uuid NOT NULL,
  -- What they were when they left it last.
  role text NOT NULL,
  -- When that was, on their own or not.
  left_at timestamp with time zone NOT NULL,
  -- When somebody else ended their membership last; null: nobody has.
  removed_at timestamp with time zone,
  CONSTRAINT former_members_pkey PRIMARY KEY (organization_id, user_id),
  CONSTRAINT former_members_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id) ON DELETE CASCADE,
  CONSTRAINT former_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.user_profiles(id) ON DELETE CASCADE,
  CONSTRAINT former_members_role_known CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])))
);
CREATE INDEX former_members_user_id_idx ON public.former_members USING btree (user_id);
GRANT ALL ON public.former_members TO service_role;
ALTER TABLE public.former_members ENABLE ROW LEVEL SECURITY;
CREATE POLICY former_members_all_second_step ON public.former_members AS RESTRICTIVE FOR ALL TO authenticated
  USING ((SELECT private.has_passed_second_step()))
  WITH CHECK ((SELECT private.has_passed_second_step()));

-- Trigger: a workspace is never left without an active owner.
CREATE FUNCTION private.keep_an_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
CREATE TRIGGER organization_members_keep_an_owner AFTER DELETE OR UPDATE ON public.organization_members FOR EACH ROW WHEN (((old.role = 'owner'::text) AND (old.status = 'active'::text))) EXECUTE FUNCTION private.keep_an_owner();

-- Makes another member an owner of the workspace, and the caller, who was one, an admin.
CREATE FUNCTION public.hand_over_ownership(organization_id uuid, member_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
GRANT EXECUTE ON FUNCTION public.hand_over_ownership(uuid,uuid) TO authenticated, service_role;

-- Trigger: a workspace remembers who left it, when, and as what.
CREATE FUNCTION private.remember_former_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
CREATE TRIGGER organization_members_remember_former AFTER DELETE ON public.organization_members FOR EACH ROW EXECUTE FUNCTION private.remember_former_member();


-- =====================================================================================================================
-- Invitations: How does somebody come into a workspace, and who may let them in?
-- =====================================================================================================================

-- Invitations by address, and join links. The limits count them, so none is deleted before its workspace, or the
-- account that accepted it.
CREATE TABLE public.organization_invitations (
  -- Never changes. It is no secret and opens nothing.
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  -- The workspace that it leads into.
  organization_id uuid NOT NULL,
  -- As private.mailbox_of() spells it: only this address may accept. Null: whoever has the link.
  email text,
  -- What one becomes; nobody is invited as an owner.
  role text DEFAULT 'member'::text NOT NULL,
  -- SHA-256 of the secret in the link. No client reads it.
  token_hash text NOT NULL,
  -- Who made it; null once that account is gone.
  invited_by uuid,
  -- When it was made.
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  -- It lets nobody in after this.
  expires_at timestamp with time zone NOT NULL,
  -- How many people it lets in; null: any number.
  max_uses integer,
  -- How many people it has let in.
  uses integer DEFAULT 0 NOT NULL,
  -- When it was taken back, or replaced by a newer one for the same address.
  revoked_at timestamp with time zone,
  CONSTRAINT organization_invitations_pkey PRIMARY KEY (id),
  CONSTRAINT organization_invitations_token_hash_key UNIQUE (token_hash),
  CONSTRAINT organization_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES public.user_profiles(id) ON DELETE SET NULL,
  CONSTRAINT organization_invitations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id) ON DELETE CASCADE,
  CONSTRAINT organization_invitations_email_form CHECK (((email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$'::text) AND (email = lower(email)) AND (char_length(email) <= 254))),
  CONSTRAINT organization_invitations_max_uses_range CHECK (((max_uses >= 1) AND (max_uses <= 1000))),
  CONSTRAINT organization_invitations_one_person CHECK (((email IS NULL) OR ((max_uses IS NOT NULL) AND (max_uses = 1)))),
  CONSTRAINT organization_invitations_role_known CHECK ((role = ANY (ARRAY['admin'::text, 'member'::text]))),
  CONSTRAINT organization_invitations_uses_limited CHECK (((uses >= 0) AND (uses <= COALESCE(max_uses, uses))))
);
CREATE INDEX organization_invitations_email_idx ON public.organization_invitations USING btree (email, created_at);
CREATE INDEX organization_invitations_invited_by_idx ON public.organization_invitations USING btree (invited_by, created_at);
CREATE INDEX organization_invitations_organization_id_idx ON public.organization_invitations USING btree (organization_id, created_at);
CREATE UNIQUE INDEX organization_invitations_waiting_idx ON public.organization_invitations USING btree (organization_id, email) WHERE ((revoked_at IS NULL) AND (uses = 0) AND (email IS NOT NULL));
GRANT SELECT (id, organization_id, email, role, invited_by, created_at, expires_at, max_uses, uses, revoked_at) ON
  public.organization_invitations TO authenticated;
GRANT ALL ON public.organization_invitations TO service_role;
ALTER TABLE public.organization_invitations ENABLE ROW LEVEL SECURITY;
-- Owners and admins see who is invited, and by which links people come in.
CREATE POLICY organization_invitations_select_administrator ON public.organization_invitations FOR SELECT TO authenticated
  USING (organization_id = ANY (ARRAY(SELECT private.my_organization_ids('{owner,admin}'::text[]))));
CREATE POLICY organization_invitations_all_second_step ON public.organization_invitations AS RESTRICTIVE FOR ALL TO authenticated
  USING ((SELECT private.has_passed_second_step()))
  WITH CHECK ((SELECT private.has_passed_second_step()));
-- On update, in this order: organization_invitations_revoke_without_inviter.
-- On delete, in this order: organization_invitations_remember_deleted.

-- Invitations of the last hour that were deleted, for the limits alone.
CREATE TABLE public.deleted_invitations (
  -- The invitation's.
  id uuid NOT NULL,
  -- Who made it; the account may be gone.
  invited_by uuid,
  -- SHA-256 of the address; null for a join link.
  address_hash text,
  -- When it was made.
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT deleted_invitations_pkey PRIMARY KEY (id)
);
CREATE INDEX deleted_invitations_address_hash_idx ON public.deleted_invitations USING btree (address_hash);
CREATE INDEX deleted_invitations_created_at_idx ON public.deleted_invitations USING btree (created_at);
CREATE INDEX deleted_invitations_invited_by_idx ON public.deleted_invitations USING btree (invited_by);
GRANT ALL ON public.deleted_invitations TO service_role;
ALTER TABLE public.deleted_invitations ENABLE ROW LEVEL SECURITY;
CREATE POLICY deleted_invitations_all_second_step ON public.deleted_invitations AS RESTRICTIVE FOR ALL TO authenticated
  USING ((SELECT private.has_passed_second_step()))
  WITH CHECK ((SELECT private.has_passed_second_step()));

-- Invites addresses into a workspace, for a week. An address that waits already gets a new link in place of the old
-- one. Each answer holds the secret of the link, which is told this once.
CREATE FUNCTION public.create_invitations(organization_id uuid, emails text[], role text DEFAULT 'member'::text)
 RETURNS TABLE(id uuid, email text, token text, expires_at timestamp with time zone, is_member boolean, may_be_mailed boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    select array_agg(distinct private.mailbox_of(given.address)) into addresses
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
GRANT EXECUTE ON FUNCTION public.create_invitations(uuid,text[],text) TO authenticated, service_role;

-- A new link for an address that is still invited, good for another week. The old one stops to work.
CREATE FUNCTION public.renew_invitation(invitation_id uuid)
 RETURNS TABLE(id uuid, email text, token text, expires_at timestamp with time zone, is_member boolean, may_be_mailed boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
GRANT EXECUTE ON FUNCTION public.renew_invitation(uuid) TO authenticated, service_role;

-- A link that lets whoever has it into a workspace, for so many days and people. Its secret is told this once.
CREATE FUNCTION public.create_join_link(organization_id uuid, role text DEFAULT 'member'::text, days integer DEFAULT 7, max_uses integer DEFAULT NULL::integer)
 RETURNS TABLE(id uuid, token text, expires_at timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
GRANT EXECUTE ON FUNCTION public.create_join_link(uuid,text,integer,integer) TO authenticated, service_role;

-- Takes an invitation or a join link back. False when it was over already: used, or taken back.
CREATE FUNCTION public.revoke_invitation(invitation_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
GRANT EXECUTE ON FUNCTION public.revoke_invitation(uuid) TO authenticated, service_role;

-- Takes back every join link of a workspace that still lets people in, and answers how many.
CREATE FUNCTION public.revoke_join_links(organization_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
GRANT EXECUTE ON FUNCTION public.revoke_join_links(uuid) TO authenticated, service_role;

-- What an open invitation is about, for whoever has its secret; why one is closed. No row when there is none.
CREATE FUNCTION public.look_up_invitation(token text)
 RETURNS TABLE(state text, organization_id uuid, organization_name text, inviter_name text, role text, email text, expires_at timestamp with time zone, is_member boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
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
GRANT EXECUTE ON FUNCTION public.look_up_invitation(text) TO anon, authenticated, service_role;

-- Makes the caller a member by the secret of an invitation or a join link. Once they are, it changes nothing.
CREATE FUNCTION public.accept_invitation(token text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  end if;
  update public.organization_invitations as known set uses = known.uses + 1 where known.id = invitation.id;
  return invitation.organization_id;
end
$function$;
GRANT EXECUTE ON FUNCTION public.accept_invitation(text) TO authenticated, service_role;

-- Whether it lets a person in: open, or why not: revoked, used, expired, or refused because it is from before they
-- left.
CREATE FUNCTION private.invitation_state(invitation public.organization_invitations, person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
CREATE FUNCTION private.require_administrator(organization_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
CREATE FUNCTION private.count_invitations(organization_id uuid, more integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

-- Trigger: a deleted invitation counts for the limits as long as any other.
CREATE FUNCTION private.remember_deleted_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.deleted_invitations as deleted where deleted.created_at < clock_timestamp() - interval '1 hour';
  if old.created_at > clock_timestamp() - interval '1 hour' then
    insert into public.deleted_invitations (id, invited_by, address_hash, created_at)
    values (old.id, old.invited_by, private.hash_invitation_token(old.email), old.created_at);
  end if;
  return null;
end
$function$;
CREATE TRIGGER organization_invitations_remember_deleted AFTER DELETE ON public.organization_invitations FOR EACH ROW EXECUTE FUNCTION private.remember_deleted_invitation();

-- What is kept of a secret. It is random, so it needs no salt.
CREATE FUNCTION private.hash_invitation_token(token text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select encode(sha256(convert_to(token, 'UTF8')), 'hex') $function$;

-- A secret of 244 random bits.
CREATE FUNCTION private.new_invitation_token()
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') $function$;

-- The one spelling of an address: visible characters in lower case, the domain in ASCII. Null when no mail server takes
-- it.
CREATE FUNCTION private.mailbox_of(address text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
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
CREATE FUNCTION private.punycode(label text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
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
CREATE FUNCTION private.refuse_invitation(rule text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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

-- Trigger: takes back the open invitations and join links of whoever stops being an owner or admin.
CREATE FUNCTION private.revoke_invitations_of_former_administrator()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
CREATE TRIGGER organization_members_revoke_on_leave AFTER DELETE ON public.organization_members FOR EACH ROW WHEN ((old.role = ANY (ARRAY['owner'::text, 'admin'::text]))) EXECUTE FUNCTION private.revoke_invitations_of_former_administrator();
CREATE TRIGGER organization_members_revoke_on_step_down AFTER UPDATE ON public.organization_members FOR EACH ROW WHEN (((old.role = ANY (ARRAY['owner'::text, 'admin'::text])) AND (old.status = 'active'::text) AND (NOT ((new.role = ANY (ARRAY['owner'::text, 'admin'::text])) AND (new.status = 'active'::text))))) EXECUTE FUNCTION private.revoke_invitations_of_former_administrator();

-- Trigger: takes back what still invites a person who leaves, or is removed.
CREATE FUNCTION private.revoke_invitations_of_former_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
CREATE TRIGGER organization_members_revoke_own_invitations AFTER DELETE ON public.organization_members FOR EACH ROW EXECUTE FUNCTION private.revoke_invitations_of_former_member();

-- Trigger: takes back the invitations and join links of an account that is removed.
CREATE FUNCTION private.revoke_invitation_of_nobody()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.revoked_at := coalesce(new.revoked_at, clock_timestamp());
  return new;
end
$function$;
CREATE TRIGGER organization_invitations_revoke_without_inviter BEFORE UPDATE ON public.organization_invitations FOR EACH ROW WHEN (((old.invited_by IS NOT NULL) AND (new.invited_by IS NULL))) EXECUTE FUNCTION private.revoke_invitation_of_nobody();


-- =====================================================================================================================
-- People: What do people know of each other, and what does an account bring and take along?
-- =====================================================================================================================

-- One row for each account: how its person is shown to others.
CREATE TABLE public.user_profiles (
  -- The account's id.
  id uuid NOT NULL,
  -- A copy of the account's confirmed address; changed through the account only.
  email text,
  -- As given at sign-up, then the person's own to change; may be empty.
  full_name text DEFAULT ''::text NOT NULL,
  -- What the person wants to be called; follows the account's metadata.
  display_name text,
  -- When the account was made.
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  -- When the row last changed.
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT user_profiles_pkey PRIMARY KEY (id),
  CONSTRAINT user_profiles_id_fkey FOREIGN KEY (id) REFERENCES auth.users(id) ON DELETE CASCADE,
  CONSTRAINT user_profiles_display_name_length CHECK ((char_length(display_name) <= 200)),
  CONSTRAINT user_profiles_full_name_length CHECK ((char_length(full_name) <= 200))
);
GRANT SELECT ON public.user_profiles TO authenticated;
GRANT UPDATE (full_name, display_name, updated_at) ON public.user_profiles TO authenticated;
GRANT ALL ON public.user_profiles TO service_role;
ALTER TABLE public.user_profiles ENABLE ROW LEVEL SECURITY;
-- People read the profiles of those they share a workspace with.
CREATE POLICY user_profiles_select_co_member ON public.user_profiles FOR SELECT TO authenticated
  USING (id = ANY (ARRAY(SELECT private.my_co_member_ids())));
-- People read their own profile.
CREATE POLICY user_profiles_select_self ON public.user_profiles FOR SELECT TO authenticated
  USING (id = (SELECT auth.uid()));
-- People change their own profile and nobody else's.
CREATE POLICY user_profiles_update_self ON public.user_profiles FOR UPDATE TO authenticated
  USING (id = (SELECT auth.uid()))
  WITH CHECK (id = (SELECT auth.uid()));
CREATE POLICY user_profiles_all_second_step ON public.user_profiles AS RESTRICTIVE FOR ALL TO authenticated
  USING ((SELECT private.has_passed_second_step()))
  WITH CHECK ((SELECT private.has_passed_second_step()));
-- On update, in this order: user_profiles_stamp.
-- On delete, in this order: user_profiles_rescue_private_pages.

-- Trigger: the time of a profile's change is the server's, not the client's.
CREATE FUNCTION private.stamp_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.full_name := coalesce(new.full_name, '');
  new.created_at := old.created_at;
  new.updated_at := clock_timestamp();
  return new;
end
$function$;
CREATE TRIGGER user_profiles_stamp BEFORE UPDATE ON public.user_profiles FOR EACH ROW EXECUTE FUNCTION private.stamp_profile();

-- Trigger: welcomes whoever signs up or is added by an operator.
CREATE FUNCTION private.welcome_new_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.welcome_account(new.id, new.email, new.raw_user_meta_data);
  return null;
end
$function$;
CREATE TRIGGER users_welcome AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION private.welcome_new_account();

-- Gives an account its profile and its first workspace.
CREATE FUNCTION private.welcome_account(account_id uuid, email text, metadata jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Metadata is whatever the client sent: its length must not be able to break the sign-up.
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
CREATE FUNCTION private.follow_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
CREATE TRIGGER users_follow AFTER UPDATE ON auth.users FOR EACH ROW WHEN (((old.email IS DISTINCT FROM new.email) OR ((old.raw_user_meta_data ->> 'display_name'::text) IS DISTINCT FROM (new.raw_user_meta_data ->> 'display_name'::text)))) EXECUTE FUNCTION private.follow_account();

-- Where the caller is signed in: this session first, then the most recently active.
CREATE FUNCTION public.list_my_sessions()
 RETURNS TABLE(id uuid, user_agent text, signed_in_at timestamp with time zone, last_active_at timestamp with time zone, is_current boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
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
GRANT EXECUTE ON FUNCTION public.list_my_sessions() TO authenticated, service_role;

-- Signs the caller out there. False when they have no such session.
CREATE FUNCTION public.end_my_session(session_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.sessions as session
  where session.id = session_id
    and session.user_id = (select auth.uid())
    and (select private.has_passed_second_step());
  return found;
end
$function$;
GRANT EXECUTE ON FUNCTION public.end_my_session(uuid) TO authenticated, service_role;

-- Whether the caller can sign in with a password.
CREATE FUNCTION public.has_password()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from auth.users as account where account.id = auth.uid() and account.encrypted_password <> ''
  )
$function$;
GRANT EXECUTE ON FUNCTION public.has_password() TO authenticated, service_role;

-- The caller's workspaces, what becomes of each when their account is deleted, and how many pages go with it there.
CREATE FUNCTION public.preview_account_deletion()
 RETURNS TABLE(organization_id uuid, name text, fate text, pages bigint, trashed_pages bigint)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
GRANT EXECUTE ON FUNCTION public.preview_account_deletion() TO authenticated, service_role;

-- Deletes the caller's account, and the workspaces in which nobody else is, if these are all among the given ones.
CREATE FUNCTION public.delete_my_account(organizations_to_delete uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
GRANT EXECUTE ON FUNCTION public.delete_my_account(uuid[]) TO authenticated, service_role;

-- Whether the caller's session was begun within five minutes, by password, or by a mailed code where there is none.
CREATE FUNCTION private.has_just_signed_in()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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

-- A person's workspaces, and what becomes of each without them: stays, deleted, or blocks their going.
CREATE FUNCTION private.organizations_without(person uuid)
 RETURNS TABLE(organization_id uuid, name text, fate text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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

-- Keeps a person's memberships, and who else is in what they own, as they are until the end of the transaction.
CREATE FUNCTION private.hold_memberships(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
-- Pages: What is a page, and who sees one?
-- =====================================================================================================================

-- Markdown pages, a tree in each workspace.
CREATE TABLE public.pages (
  -- Never changes; a client may choose it.
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  -- The workspace; never changes.
  organization_id uuid NOT NULL,
  -- The page above, in the same workspace; null at the root.
  parent_id uuid,
  -- One line; may be empty.
  name text DEFAULT 'Untitled'::text NOT NULL,
  -- A sentence below the name.
  description text,
  -- The text. At most 5 MiB.
  content text DEFAULT ''::text NOT NULL,
  -- What the text is written in.
  content_type text DEFAULT 'markdown'::text NOT NULL,
  -- Place among the siblings, ascending. The server may renumber siblings.
  order_index double precision NOT NULL,
  -- private: its creator; workspace: members; public: anyone who has the id, too.
  visibility text DEFAULT 'workspace'::text NOT NULL,
  -- In the trash, with everything beneath it.
  is_archived boolean DEFAULT false NOT NULL,
  -- Who made it; null once that account is gone.
  created_by uuid,
  -- Who last changed it; null once that account is gone.
  updated_by uuid,
  -- When it was made.
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  -- Grows with every change of name, description or content: the version a write is based on.
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  -- The Notion page it syncs with.
  notion_page_id text,
  -- When it last did.
  notion_last_sync timestamp with time zone,
  -- Where that page is read in Notion.
  notion_url text,
  -- The only one who sees it, by its own or the nearest ancestor's privacy. Kept by triggers.
  private_to uuid,
  -- Since when it is in the trash. Kept by triggers.
  archived_at timestamp with time zone,
  -- The page whose archiving took it along; itself when archived on its own. Kept by triggers.
  archived_with uuid,
  -- Who put it in the trash, by itself or with what is above it; null once that account is gone. Kept by triggers.
  archived_by uuid,
  -- bring: texts come from Notion; send: they go there; both.
  notion_direction text DEFAULT 'bring'::text NOT NULL,
  CONSTRAINT pages_pkey PRIMARY KEY (id),
  CONSTRAINT pages_organization_id_id_key UNIQUE (organization_id, id),
  CONSTRAINT pages_archived_by_fkey FOREIGN KEY (archived_by) REFERENCES public.user_profiles(id) ON DELETE SET NULL,
  CONSTRAINT pages_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.user_profiles(id) ON DELETE SET NULL,
  CONSTRAINT pages_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id) ON DELETE CASCADE,
  CONSTRAINT pages_parent_id_fkey FOREIGN KEY (organization_id, parent_id) REFERENCES public.pages(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT pages_private_to_fkey FOREIGN KEY (private_to) REFERENCES public.user_profiles(id) ON DELETE CASCADE,
  CONSTRAINT pages_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES public.user_profiles(id) ON DELETE SET NULL,
  CONSTRAINT pages_archived_by_archived CHECK (((archived_by IS NULL) OR is_archived)),
  CONSTRAINT pages_archived_whole CHECK (((is_archived = (archived_at IS NOT NULL)) AND (is_archived = (archived_with IS NOT NULL)))),
  CONSTRAINT pages_content_size CHECK ((octet_length(content) <= ((5 * 1024) * 1024))),
  CONSTRAINT pages_content_type_known CHECK ((content_type = 'markdown'::text)),
  CONSTRAINT pages_description_length CHECK ((char_length(description) <= 5000)),
  CONSTRAINT pages_id_own CHECK ((id <> organization_id)),
  CONSTRAINT pages_name_length CHECK ((char_length(name) <= 500)),
  CONSTRAINT pages_notion_direction_known CHECK ((notion_direction = ANY (ARRAY['bring'::text, 'send'::text, 'both'::text]))),
  CONSTRAINT pages_notion_page_id_length CHECK ((char_length(notion_page_id) <= 200)),
  CONSTRAINT pages_notion_url_form CHECK (((notion_url ~ '\Ahttps://[^[:space:][:cntrl:]]+\Z'::text) AND (char_length(notion_url) <= 2048))),
  CONSTRAINT pages_order_index_range CHECK (((order_index >= ('-1000000000'::numeric)::double precision) AND (order_index <= ('1000000000'::numeric)::double precision))),
  CONSTRAINT pages_visibility_known CHECK ((visibility = ANY (ARRAY['private'::text, 'workspace'::text, 'public'::text]))),
  CONSTRAINT pages_visibility_owned CHECK (((visibility <> 'private'::text) OR (private_to IS NOT NULL)))
);
CREATE INDEX pages_archived_by_idx ON public.pages USING btree (archived_by) WHERE (archived_by IS NOT NULL);
CREATE INDEX pages_created_by_idx ON public.pages USING btree (created_by);
CREATE INDEX pages_notion_idx ON public.pages USING btree (organization_id) WHERE ((notion_page_id IS NOT NULL) AND (NOT is_archived));
CREATE INDEX pages_place_idx ON public.pages USING btree (COALESCE(parent_id, organization_id), order_index) WHERE (NOT is_archived);
CREATE INDEX pages_private_to_idx ON public.pages USING btree (private_to) WHERE (private_to IS NOT NULL);
CREATE INDEX pages_trash_idx ON public.pages USING btree (organization_id, archived_at DESC) WHERE is_archived;
CREATE INDEX pages_tree_idx ON public.pages USING btree (organization_id, parent_id NULLS FIRST, order_index);
CREATE INDEX pages_updated_by_idx ON public.pages USING btree (updated_by);
GRANT SELECT ON public.pages TO authenticated;
GRANT INSERT (id, organization_id, parent_id, name, description, content, content_type, order_index, visibility,
  is_archived, created_by, updated_by, created_at, updated_at, notion_page_id, notion_last_sync, notion_url,
  notion_direction) ON public.pages TO authenticated;
GRANT UPDATE (parent_id, name, description, content, content_type, order_index, visibility, is_archived, updated_by,
  updated_at, notion_page_id, notion_last_sync, notion_url, notion_direction) ON public.pages TO authenticated;
GRANT ALL ON public.pages TO service_role;
ALTER TABLE public.pages ENABLE ROW LEVEL SECURITY;
-- Members read their workspaces' pages, but for those private to someone else.
CREATE POLICY pages_select_member ON public.pages FOR SELECT TO authenticated
  USING (private.sees_page((SELECT auth.uid()), ARRAY(SELECT private.my_organization_ids()), organization_id, private_to));
-- Members add pages where they could read them.
CREATE POLICY pages_insert_member ON public.pages FOR INSERT TO authenticated
  WITH CHECK (private.sees_page((SELECT auth.uid()), ARRAY(SELECT private.my_organization_ids()), organization_id, private_to));
-- Members write what they can read, and cannot write it out of their own sight.
CREATE POLICY pages_update_member ON public.pages FOR UPDATE TO authenticated
  USING (private.sees_page((SELECT auth.uid()), ARRAY(SELECT private.my_organization_ids()), organization_id, private_to))
  WITH CHECK (private.sees_page((SELECT auth.uid()), ARRAY(SELECT private.my_organization_ids()), organization_id, private_to));
CREATE POLICY pages_all_second_step ON public.pages AS RESTRICTIVE FOR ALL TO authenticated
  USING ((SELECT private.has_passed_second_step()))
  WITH CHECK ((SELECT private.has_passed_second_step()));
-- On insert, in this order: pages_00_lock, pages_01_count_bytes, pages_05_limit_bytes, pages_10_stamp_new,
-- pages_15_check_notion_page_id, pages_20_check_parent, pages_30_stamp_archiving, pages_50_hide, pages_60_place,
-- pages_80_note_links, pages_80_renumber, pages_90_record_new, pages_95_record_new_version, pages_96_index_new.
-- On update, in this order: pages_00_lock, pages_01_count_bytes, pages_05_limit_bytes, pages_10_stamp_changed,
-- pages_15_check_notion_page_id, pages_20_check_parent, pages_30_stamp_archiving, pages_50_hide, pages_60_place,
-- pages_60_archive_subtree, pages_70_hide_subtree, pages_80_forget_notion_sync, pages_80_note_changed_links,
-- pages_80_renumber, pages_90_record_changed, pages_95_record_version, pages_96_index_changed.

-- Whether a person with these workspaces sees a page of that workspace; `private_to` is null of a page that is shared.
CREATE FUNCTION private.sees_page(person uuid, workspaces uuid[], organization_id uuid, private_to uuid)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select sees_page.organization_id operator(pg_catalog.=) any (workspaces)
    and (sees_page.private_to is null or sees_page.private_to operator(pg_catalog.=) person)
$function$;
GRANT EXECUTE ON FUNCTION private.sees_page(uuid,uuid[],uuid,uuid) TO authenticated, service_role;

-- A public page, by the id in its link; nothing when it is not public.
CREATE FUNCTION public.get_public_page(page_id uuid)
 RETURNS TABLE(id uuid, name text, description text, content text, updated_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  select page.id, page.name, page.description, page.content, page.updated_at
  from public.pages as page
  join public.organizations as organization on organization.id = page.organization_id
  where page.id = page_id
    and page.visibility = 'public'
    and page.private_to is null
    and not page.is_archived
    and organization.status = 'active'
$function$;
GRANT EXECUTE ON FUNCTION public.get_public_page(uuid) TO anon, authenticated, service_role;

-- Which of these pages are public. At most 1,000 are looked at.
CREATE FUNCTION public.public_pages_among(page_ids uuid[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select page.id
  from public.pages as page
  join public.organizations as organization on organization.id = page.organization_id
  -- As many links as a page can reasonably have.
  where page.id = any (page_ids[1:1000])
    and page.visibility = 'public'
    and page.private_to is null
    and not page.is_archived
    and organization.status = 'active'
$function$;
GRANT EXECUTE ON FUNCTION public.public_pages_among(uuid[]) TO anon, authenticated, service_role;


-- =====================================================================================================================
-- Saving a page: What happens when a page is saved?
-- =====================================================================================================================

-- An update of name, description, content sets off, in this order:
--   1. pages_01_count_bytes: what is written is counted by the statement. private.begin_counting_bytes, before each
--      statement of name, description, content.
--   2. pages_05_limit_bytes: limits what one statement writes, and what a workspace holds. private.limit_bytes, before
--      each row of name, description, content, when auth.uid() IS NOT NULL.
--   3. pages_10_stamp_changed: keeps a page's origin, and gives it a new version when its text changes.
--      private.stamp_changed_page, before each row.
--   4. pages_80_note_changed_links: the links of a page are those of its text. private.note_links, after each row of
--      content, when (new.content IS DISTINCT FROM old.content) AND ((new.content ~~ '%/dashboard/pages/%'::text) OR
--      (old.content ~~ '%/dashboard/pages/%'::text)).
--   5. pages_90_record_changed: tells what a write did to a page, in a line for each kind of change.
--      private.record_changed_page, after each row, when ((((old.updated_at IS DISTINCT FROM new.updated_at) OR
--      (old.parent_id IS DISTINCT FROM new.parent_id)) OR (old.is_archived IS DISTINCT FROM new.is_archived)) OR
--      (old.visibility IS DISTINCT FROM new.visibility)) AND (auth.uid() IS NOT NULL).
--   6. pages_95_record_version: keeps what a page's texts are, and what they were before. private.record_page_version,
--      after each row, when ((old.name IS DISTINCT FROM new.name) OR (old.description IS DISTINCT FROM
--      new.description)) OR (old.content IS DISTINCT FROM new.content).
--   7. pages_96_index_changed: what is searched follows what is written. private.index_page, after each row, when
--      ((old.name IS DISTINCT FROM new.name) OR (old.description IS DISTINCT FROM new.description)) OR (old.content IS
--      DISTINCT FROM new.content).

-- The last save that a page took from each browser. Read and written by save_page alone.
CREATE TABLE public.page_saves (
  -- The page.
  page_id uuid NOT NULL,
  -- The browser's document of the page; chosen at random by the browser.
  writer uuid NOT NULL,
  -- The person there.
  saved_by uuid NOT NULL,
  -- The id that the save carried.
  last_save uuid NOT NULL,
  -- The page's version that it made.
  saved_at timestamp with time zone NOT NULL,
  CONSTRAINT page_saves_pkey PRIMARY KEY (page_id, writer),
  CONSTRAINT page_saves_page_id_fkey FOREIGN KEY (page_id) REFERENCES public.pages(id) ON DELETE CASCADE,
  CONSTRAINT page_saves_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES public.user_profiles(id) ON DELETE CASCADE
) WITH (fillfactor=80);
CREATE INDEX page_saves_saved_by_idx ON public.page_saves USING btree (saved_by);
GRANT ALL ON public.page_saves TO service_role;
ALTER TABLE public.page_saves ENABLE ROW LEVEL SECURITY;
CREATE POLICY page_saves_all_second_step ON public.page_saves AS RESTRICTIVE FOR ALL TO authenticated
  USING ((SELECT private.has_passed_second_step()))
  WITH CHECK ((SELECT private.has_passed_second_step()));

-- Writes those of name, description and content that `texts` holds, if the page still has the version `based_on`.
-- Answers the writer's last save that the page took, the page's version, and the texts that are not as sent; nothing
-- when the caller finds no such page.
CREATE FUNCTION public.save_page(page_id uuid, writer uuid, save_id uuid, based_on timestamp with time zone, texts jsonb, begins_version boolean DEFAULT false)
 RETURNS TABLE(last_save uuid, version timestamp with time zone, name text, description text, content text)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  saved record;
begin
  if writer is null or save_id is null then
    raise exception 'A save names its writer and itself.' using errcode = '22004';
  end if;
  perform set_config('trellis.begins_version', case when begins_version then 'on' else '' end, true);
  update public.pages as page
  set name = coalesce(texts ->> 'name', page.name),
    description = coalesce(texts ->> 'description', page.description),
    content = coalesce(texts ->> 'content', page.content)
  where page.id = save_page.page_id and page.updated_at = based_on and not page.is_archived
  returning page.updated_at, page.name, page.description, page.content into saved;
  if found then
    perform private.note_page_save(save_page.page_id, writer, save_id, saved.updated_at);
    -- Texts that were sent need not travel back.
    return query select save_id, saved.updated_at,
      case when saved.name <> texts ->> 'name' then saved.name end,
      case when saved.description <> texts ->> 'description' then saved.description end,
      case when saved.content <> texts ->> 'content' then saved.content end;
  else
    return query select private.last_page_save(page.id, writer), page.updated_at,
      page.name, coalesce(page.description, ''), page.content
    from public.pages as page
    where page.id = save_page.page_id and not page.is_archived;
  end if;
end
$function$;
GRANT EXECUTE ON FUNCTION public.save_page(uuid,uuid,uuid,timestamp with time zone,jsonb,boolean) TO authenticated, service_role;

-- Remembers the caller's save as the last one that the page took from this writer.
CREATE FUNCTION private.note_page_save(page uuid, writer uuid, save uuid, version timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_writers constant integer := 50;
begin
  update public.page_saves as known
  set last_save = note_page_save.save, saved_at = note_page_save.version
  where known.page_id = note_page_save.page and known.saved_by = auth.uid() and known.writer = note_page_save.writer;
  if found then
    return;
  end if;
  insert into public.page_saves (page_id, writer, saved_by, last_save, saved_at)
  values (note_page_save.page, note_page_save.writer, auth.uid(), note_page_save.save, note_page_save.version);
  -- A browser that keeps nothing is a new writer with each visit.
  delete from public.page_saves as known
  where known.page_id = note_page_save.page and known.saved_by = auth.uid() and known.writer in (
    select oldest.writer from public.page_saves as oldest
    where oldest.page_id = note_page_save.page and oldest.saved_by = auth.uid()
    order by oldest.saved_at desc offset most_writers
  );
end
$function$;
GRANT EXECUTE ON FUNCTION private.note_page_save(uuid,uuid,uuid,timestamp with time zone) TO authenticated;

-- The last of the caller's saves that the page took from this writer.
CREATE FUNCTION private.last_page_save(page uuid, writer uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select known.last_save from public.page_saves as known
  where known.page_id = last_page_save.page and known.saved_by = auth.uid() and known.writer = last_page_save.writer
$function$;
GRANT EXECUTE ON FUNCTION private.last_page_save(uuid,uuid) TO authenticated;

-- Trigger: what is written is counted by the statement.
CREATE FUNCTION private.begin_counting_bytes()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform set_config('trellis.bytes_written', '', true);
  return null;
end
$function$;
CREATE TRIGGER pages_01_count_bytes BEFORE INSERT OR UPDATE OF name, description, content ON public.pages FOR EACH STATEMENT EXECUTE FUNCTION private.begin_counting_bytes();

-- Trigger: limits what one statement writes, and what a workspace holds.
CREATE FUNCTION private.limit_bytes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  portion constant integer := 262144;
  noted text[] := string_to_array(nullif(current_setting('trellis.bytes_written', true), ''), ' ');
  bytes bigint := coalesce(pg_column_size(new.description), 0)
    -- A text that stays as it was is not stored again.
    + case when tg_op = 'UPDATE' and old.content = new.content then 0 else pg_column_size(new.content) end;
  before bigint := 0;
  room bigint;
begin
  if noted is not null then
    before := noted[1]::bigint;
    room := case when noted[2] = new.organization_id::text then noted[3]::bigint end;
  end if;
  if before + bytes > private.limit_of('request_megabytes') then
    raise exception using errcode = 'TR040',
      message = 'This is too much to save at once. Save fewer pages at a time.';
  end if;
  if room is null and (
    before / portion < (before + bytes) / portion or random() * portion < bytes
  ) then
    room := before + private.limit_of('workspace_megabytes') - private.bytes_in(new.organization_id);
  end if;
  -- Pages can be made short when there is no room, and go to the trash, and be deleted for good.
  if before + bytes > room and bytes > 1024 then
    raise exception using errcode = 'TR041',
      message = 'The workspace is full. Delete pages for good, or ask the operator for more room.';
  end if;
  perform set_config('trellis.bytes_written',
    concat_ws(' ', before + bytes, new.organization_id, room), true);
  return new;
end
$function$;
CREATE TRIGGER pages_05_limit_bytes BEFORE INSERT OR UPDATE OF name, description, content ON public.pages FOR EACH ROW WHEN ((auth.uid() IS NOT NULL)) EXECUTE FUNCTION private.limit_bytes();

-- How many bytes are allowed: request_megabytes, of the texts that one statement writes, or workspace_megabytes, of
-- those in a workspace.
CREATE FUNCTION private.limit_of(name text)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return 1024 * 1024 * case name
    when 'request_megabytes'
      then coalesce(nullif(current_setting('trellis.request_megabytes', true), '')::bigint, 32)
    when 'workspace_megabytes'
      then coalesce(nullif(current_setting('trellis.workspace_megabytes', true), '')::bigint, 4096)
  end;
end
$function$;

-- What the texts of a workspace's pages take, present and former ones.
CREATE FUNCTION private.bytes_in(organization uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce((
    select sum(pg_column_size(page.content) + 500) from public.pages as page
    where page.organization_id = organization
  ), 0)::bigint + coalesce((
    select sum(pg_column_size(text.content)) from public.page_texts as text
    where text.organization_id = organization
  ), 0)::bigint + (
    select 500 * count(*) from public.page_versions as version
    where version.organization_id = organization
  )
$function$;

-- Trigger: keeps a page's origin, and gives it a new version when its text changes.
CREATE FUNCTION private.stamp_changed_page()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rewritten boolean := (new.name, new.description, new.content, new.content_type)
    is distinct from (old.name, old.description, old.content, old.content_type);
  touched boolean := rewritten
    or (new.parent_id, new.order_index, new.visibility, new.is_archived)
      is distinct from (old.parent_id, old.order_index, old.visibility, old.is_archived)
    or (new.notion_page_id, new.notion_last_sync, new.notion_url)
      is distinct from (old.notion_page_id, old.notion_last_sync, old.notion_url);
begin
  if (new.id, new.organization_id) is distinct from (old.id, old.organization_id) then
    perform private.refuse('page_emigrates');
  end if;
  new.created_at := old.created_at;
  -- Only a removed account leaves null behind: while the account exists, null is ignored.
  if new.created_by is distinct from old.created_by then
    new.created_by := (select profile.id from public.user_profiles as profile where profile.id = old.created_by);
  end if;
  -- Two writes within a microsecond still differ: clients send this back as the version their change is based on.
  new.updated_at := case
    when rewritten then greatest(clock_timestamp(), old.updated_at + interval '1 microsecond')
    else old.updated_at
  end;
  if touched and not private.is_arranging() then
    new.updated_by := coalesce(auth.uid(), new.updated_by);
  elsif new.updated_by is distinct from old.updated_by then
    new.updated_by := (select profile.id from public.user_profiles as profile where profile.id = old.updated_by);
  end if;
  return new;
end
$function$;
CREATE TRIGGER pages_10_stamp_changed BEFORE UPDATE ON public.pages FOR EACH ROW EXECUTE FUNCTION private.stamp_changed_page();

-- Trigger: a new page is made by the caller, now. The operator may say otherwise.
CREATE FUNCTION private.stamp_new_page()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  caller uuid := auth.uid();
begin
  new.name := coalesce(new.name, 'Untitled');
  new.content := coalesce(new.content, '');
  if caller is not null then
    new.created_by := caller;
    new.updated_by := caller;
    new.created_at := now();
    new.updated_at := now();
  end if;
  return new;
end
$function$;
CREATE TRIGGER pages_10_stamp_new BEFORE INSERT ON public.pages FOR EACH ROW EXECUTE FUNCTION private.stamp_new_page();


-- =====================================================================================================================
-- The tree: Where may a page be, in which order, and who hides what?
-- =====================================================================================================================

-- Trigger: locks the trees that the caller can change.
CREATE FUNCTION private.lock_my_trees()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  organization_id uuid;
begin
  if not private.is_arranging() then
    for organization_id in select mine from private.my_organization_ids() as mine order by mine loop
      perform private.lock_tree(organization_id);
    end loop;
  end if;
  return null;
end
$function$;
CREATE TRIGGER pages_00_lock BEFORE INSERT OR UPDATE OF parent_id, order_index, visibility, is_archived ON public.pages FOR EACH STATEMENT EXECUTE FUNCTION private.lock_my_trees();

-- Waits for the right to change a workspace's tree, until the end of the transaction.
CREATE FUNCTION private.lock_tree(organization_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('pages of ' || organization_id, 0));
end
$function$;

-- Whether the current statement is a page rule's own.
CREATE FUNCTION private.is_arranging()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(pg_catalog.current_setting('trellis.arranging', true), '') operator(pg_catalog.=) 'on'
$function$;

-- Marks the statements up to the next call as a page rule's own.
CREATE FUNCTION private.set_arranging(arranging boolean)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select set_config('trellis.arranging', case when arranging then 'on' else '' end, true)
$function$;

-- Trigger: a page can only be where there is a place for it.
CREATE FUNCTION private.check_page_parent()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller uuid := auth.uid();
  parent record;
begin
  if private.is_arranging() then
    return new;
  end if;
  perform private.lock_tree(new.organization_id);
  if new.parent_id is null or (
    tg_op = 'UPDATE' and new.parent_id is not distinct from old.parent_id and new.is_archived >= old.is_archived
  ) then
    return new;
  end if;

  select is_archived, private_to into parent
  from public.pages
  where id = new.parent_id and organization_id = new.organization_id;
  -- To a caller, a page that they cannot read does not exist.
  if not found or (caller is not null and not private.sees_page(
    caller, array(select private.my_organization_ids()), new.organization_id, parent.private_to
  )) then
    perform private.refuse('parent_missing');
  end if;
  if parent.is_archived and not new.is_archived then
    perform private.refuse('parent_archived');
  end if;
  if tg_op = 'UPDATE' and private.is_page_within(new.parent_id, new.id) then
    perform private.refuse('page_cycle');
  end if;
  return new;
end
$function$;
CREATE TRIGGER pages_20_check_parent BEFORE INSERT OR UPDATE OF parent_id, is_archived ON public.pages FOR EACH ROW EXECUTE FUNCTION private.check_page_parent();

-- Whether a page is another one or beneath it.
CREATE FUNCTION private.is_page_within(page_id uuid, ancestor_id uuid)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with recursive line as (
    select id, parent_id from public.pages where id = page_id
    union
    select page.id, page.parent_id from line join public.pages as page on page.id = line.parent_id
  )
  select exists (select from line where id = ancestor_id)
$function$;

-- Trigger: works out who is the only one to see a page, if anyone.
CREATE FUNCTION private.hide_page()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller uuid := auth.uid();
  made_private boolean := new.visibility = 'private' and (tg_op = 'INSERT' or old.visibility <> 'private');
  came_beneath_private boolean;
begin
  if private.is_arranging() then
    return new;
  end if;
  perform private.lock_tree(new.organization_id);
  if new.visibility = 'private' then
    new.private_to := new.created_by;
  else
    new.private_to := (select parent.private_to from public.pages as parent where parent.id = new.parent_id);
  end if;
  came_beneath_private := new.private_to is not null
    and (tg_op = 'INSERT' or new.private_to is distinct from old.private_to);
  if caller is not null and caller is distinct from new.created_by and (made_private or came_beneath_private) then
    perform private.refuse('not_creator');
  end if;
  return new;
end
$function$;
CREATE TRIGGER pages_50_hide BEFORE INSERT OR UPDATE OF parent_id, visibility ON public.pages FOR EACH ROW EXECUTE FUNCTION private.hide_page();

-- Trigger: what is beneath a page is hidden, and shown, with it.
CREATE FUNCTION private.hide_subtree()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  subtree uuid[];
begin
  if private.is_arranging() then
    return null;
  end if;
  perform private.set_arranging(true);
  if new.private_to is not null then
    update public.pages as page
    set parent_id = null
    where page.id = any (private.pages_hidden_with(new.id, new.organization_id))
      and page.created_by is distinct from new.private_to and page.is_archived and not new.is_archived;
  end if;
  subtree := private.pages_hidden_with(new.id, new.organization_id);
  if new.private_to is not null and exists (
    select from public.pages as page
    where page.id = any (subtree) and page.created_by is distinct from new.private_to
  ) then
    perform private.refuse('hides_others');
  end if;
  update public.pages as page
  set private_to = new.private_to
  where page.id = any (subtree);
  perform private.set_arranging(false);
  return null;
end
$function$;
CREATE TRIGGER pages_70_hide_subtree AFTER UPDATE OF parent_id, visibility ON public.pages FOR EACH ROW WHEN ((old.private_to IS DISTINCT FROM new.private_to)) EXECUTE FUNCTION private.hide_subtree();

-- The pages beneath a page that are hidden, and shown, with it.
CREATE FUNCTION private.pages_hidden_with(top uuid, organization uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with recursive subtree as (
    select pages_hidden_with.top as id
    union all
    select child.id
    from subtree
    join public.pages as child
      on child.parent_id = subtree.id and child.organization_id = pages_hidden_with.organization
    where child.visibility <> 'private'
  )
  select coalesce(array_agg(subtree.id) filter (where subtree.id <> pages_hidden_with.top), '{}') from subtree
$function$;

-- Trigger: a removed account takes along nobody else's private pages.
CREATE FUNCTION private.rescue_private_pages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
CREATE TRIGGER user_profiles_rescue_private_pages BEFORE DELETE ON public.user_profiles FOR EACH ROW EXECUTE FUNCTION private.rescue_private_pages();

-- Trigger: a page has a number that none of its siblings has, among those that are seen together.
CREATE FUNCTION private.place_page()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  place uuid := coalesce(new.parent_id, new.organization_id);
  next double precision;
begin
  if private.is_arranging() or (tg_op = 'UPDATE' and (new.parent_id, new.order_index, new.is_archived)
    is not distinct from (old.parent_id, old.order_index, old.is_archived)) then
    return new;
  end if;
  perform private.lock_tree(new.organization_id);
  if new.order_index is null then
    select coalesce(max(order_index), 0) + 1 into new.order_index
    from public.pages
    where coalesce(parent_id, organization_id) = place and not is_archived and id <> new.id
      and (private_to is null or private_to = new.private_to);
  elsif not new.is_archived and exists (
    select from public.pages
    where coalesce(parent_id, organization_id) = place and not is_archived and id <> new.id
      and (private_to is null or private_to = new.private_to)
      and order_index = new.order_index
  ) then
    select min(order_index) into next
    from public.pages
    where coalesce(parent_id, organization_id) = place and not is_archived and id <> new.id
      and (private_to is null or private_to = new.private_to)
      and order_index > new.order_index;
    new.order_index := coalesce((new.order_index + next) / 2, new.order_index + 1);
  end if;
  return new;
end
$function$;
CREATE TRIGGER pages_60_place BEFORE INSERT OR UPDATE OF parent_id, order_index, is_archived ON public.pages FOR EACH ROW EXECUTE FUNCTION private.place_page();

-- Trigger: keeps room between siblings that are seen together.
CREATE FUNCTION private.renumber_siblings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  place uuid := coalesce(new.parent_id, new.organization_id);
  common uuid;
  near record;
begin
  if private.is_arranging() or new.is_archived then
    return null;
  end if;
  select
    bool_or(sibling.private_to is null or sibling.private_to = new.private_to) as are_seen_together,
    bool_or(sibling.order_index = new.order_index and sibling.private_to is distinct from new.private_to) as share_a_number
  into near
  from public.pages as sibling
  where coalesce(sibling.parent_id, sibling.organization_id) = place and not sibling.is_archived and sibling.id <> new.id
    and sibling.order_index between new.order_index - 1e-6 and new.order_index + 1e-6;
  -- The limits leave room for as many more halvings and steps as a statement can bring: see pages_order_index_range.
  if not (abs(new.order_index) > 1e8 or coalesce(near.are_seen_together or near.share_a_number, false)) then
    return null;
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
  return null;
end
$function$;
CREATE TRIGGER pages_80_renumber AFTER INSERT OR UPDATE OF parent_id, order_index, visibility, is_archived ON public.pages FOR EACH ROW EXECUTE FUNCTION private.renumber_siblings();

-- Moves private pages from a number that a shared one has taken.
CREATE FUNCTION private.step_aside(place uuid, common uuid, number double precision)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
CREATE FUNCTION private.renumber_common(place uuid, common uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
CREATE FUNCTION private.renumber_private(place uuid, person uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
CREATE FUNCTION public.duplicate_page(page_id uuid, copy_id uuid DEFAULT gen_random_uuid(), with_children boolean DEFAULT false)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  original record;
  next_place double precision;
begin
  -- Changes nothing, but waits for the tree's lock, so that the copied pages hold still.
  update public.pages set is_archived = is_archived where false;

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
  )
  insert into public.pages (id, organization_id, parent_id, name, description, content, content_type, order_index, visibility)
  select
    subtree.copy_id, page.organization_id, subtree.copy_parent_id,
    case when subtree.depth > 0 then page.name else left(page.name, 500 - char_length(' copy')) || ' copy' end,
    page.description, page.content, page.content_type,
    case when subtree.depth > 0 then page.order_index
      else coalesce((original.order_index + next_place) / 2, original.order_index + 1) end,
    -- A copy of a private page is private, too. A public one is shared on purpose only.
    case page.visibility when 'private' then 'private' else 'workspace' end
  from subtree
  join public.pages as page on page.id = subtree.id
  -- Each page is checked when it comes, and its parent must be there by then.
  order by subtree.depth;
  perform set_config('trellis.copying_to', '', true);
  return copy_id;
end
$function$;
GRANT EXECUTE ON FUNCTION public.duplicate_page(uuid,uuid,boolean) TO authenticated, service_role;


-- =====================================================================================================================
-- The trash: How does a page go, come back, and go for good?
-- =====================================================================================================================

-- Trigger: notes since when, by whom and by whose archiving a page is in the trash.
CREATE FUNCTION private.stamp_archiving()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_arranging() then
    return new;
  end if;
  if not new.is_archived then
    new.archived_at := null;
    new.archived_with := null;
    new.archived_by := null;
  elsif tg_op = 'INSERT' or not old.is_archived then
    new.archived_at := clock_timestamp();
    new.archived_with := new.id;
    new.archived_by := auth.uid();
  end if;
  return new;
end
$function$;
CREATE TRIGGER pages_30_stamp_archiving BEFORE INSERT OR UPDATE OF is_archived ON public.pages FOR EACH ROW EXECUTE FUNCTION private.stamp_archiving();

-- Trigger: what is beneath a page goes to the trash, and comes back, with it.
CREATE FUNCTION private.archive_subtree()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_arranging() then
    return null;
  end if;
  perform private.set_arranging(true);
  with recursive subtree as (
    select id from public.pages where id = new.id
    union all
    select child.id
    from subtree
    join public.pages as child on child.parent_id = subtree.id and child.organization_id = new.organization_id
    where child.archived_with is not distinct from old.archived_with
  )
  update public.pages as page
  set is_archived = new.is_archived, archived_at = new.archived_at, archived_with = new.archived_with,
    archived_by = new.archived_by
  from subtree
  where page.id = subtree.id and page.id <> new.id;
  perform private.set_arranging(false);
  return null;
end
$function$;
CREATE TRIGGER pages_60_archive_subtree AFTER UPDATE OF is_archived ON public.pages FOR EACH ROW WHEN ((old.is_archived <> new.is_archived)) EXECUTE FUNCTION private.archive_subtree();

-- What the caller sees in a workspace's trash, newest first, without what went there beneath something else.
CREATE FUNCTION public.list_trash(organization_id uuid)
 RETURNS TABLE(id uuid, name text, visibility text, archived_at timestamp with time zone, archived_by uuid, archived_by_name text, pages_beneath integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with recursive trash as materialized (
    select page.id, page.parent_id, page.name, page.visibility, page.archived_at, page.archived_by, page.archived_with
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
    sizes.beneath
  from tops
  join sizes on sizes.top = tops.id
  left join public.user_profiles as profile on profile.id = tops.archived_by
  order by tops.archived_at desc, tops.id
$function$;
GRANT EXECUTE ON FUNCTION public.list_trash(uuid) TO authenticated, service_role;

-- Takes a page out of the trash as the caller, and answers its id; null when the caller finds no such page there.
CREATE FUNCTION public.restore_page(page_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  gone record;
  place record;
  restored uuid;
begin
  -- Changes nothing, but waits for the tree's lock: the page above must not go while it is looked for.
  update public.pages set is_archived = is_archived where false;

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
GRANT EXECUTE ON FUNCTION public.restore_page(uuid) TO authenticated, service_role;

-- Deletes a page that is in the trash, with what went there with it, and answers how many; 0 when the caller finds no
-- such page there.
CREATE FUNCTION public.delete_page_for_good(page_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- As every change of a tree's shape: one at a time. See serialise_tree_changes.
  perform private.lock_tree(mine) from (select mine from private.my_organization_ids() as mine order by mine) as trees;
  return private.delete_pages(private.my_trash(page_ids => array[page_id]));
end
$function$;
GRANT EXECUTE ON FUNCTION public.delete_page_for_good(uuid) TO authenticated, service_role;

-- Deletes everything for good that the caller sees in a workspace's trash, and answers how many pages that were.
CREATE FUNCTION public.empty_trash(organization_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_tree(mine) from (select mine from private.my_organization_ids() as mine order by mine) as trees;
  return private.delete_pages(private.my_trash(organization => organization_id));
end
$function$;
GRANT EXECUTE ON FUNCTION public.empty_trash(uuid) TO authenticated, service_role;

-- These pages, or those of a workspace, with what went to the trash with them, as far as the caller sees them there.
CREATE FUNCTION private.my_trash(page_ids uuid[] DEFAULT NULL::uuid[], organization uuid DEFAULT NULL::uuid)
 RETURNS uuid[]
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
CREATE FUNCTION private.delete_pages(doomed uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- One line for each entry of the trash, none for pages that went there with it.
  insert into public.page_activity (organization_id, actor_id, kind, old_name, private_to)
  select page.organization_id, auth.uid(), 'deleted', page.name, page.private_to
  from public.pages as page
  where page.id = any (doomed)
    and (page.archived_with = page.id or page.parent_id is null or page.parent_id <> all (doomed));
  perform private.spare_pages_beneath(doomed);
  delete from public.pages as page where page.id = any (doomed);
  return cardinality(doomed);
end
$function$;

-- Moves what must not go with the pages that are about to out from beneath them.
CREATE FUNCTION private.spare_pages_beneath(doomed uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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

-- The texts of pages as they were saved: one row for each sitting of a person; the newest is the page's own.
CREATE TABLE public.page_versions (
  -- Never changes.
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  -- The page.
  page_id uuid NOT NULL,
  -- The page's workspace.
  organization_id uuid NOT NULL,
  -- The page's name then.
  name text NOT NULL,
  -- The page's description then.
  description text,
  -- Who wrote it; null once that account is gone, and for the operator's programs.
  created_by uuid,
  -- When the sitting's first save came.
  created_at timestamp with time zone NOT NULL,
  -- When its last save came: the page's own updated_at then.
  updated_at timestamp with time zone NOT NULL,
  -- The only one who saw the page then: the version stays theirs when the page is shown later.
  private_to uuid,
  -- Tells one person's devices and programs apart; means nothing else.
  sitting bigint,
  -- SHA-256 of the page's text then.
  digest bytea NOT NULL,
  -- Syncing with Notion wrote it; nobody of the workspace did.
  from_notion boolean DEFAULT false NOT NULL,
  CONSTRAINT page_versions_pkey PRIMARY KEY (id),
  CONSTRAINT page_versions_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.user_profiles(id) ON DELETE SET NULL,
  CONSTRAINT page_versions_page_id_fkey FOREIGN KEY (organization_id, page_id) REFERENCES public.pages(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT page_versions_private_to_fkey FOREIGN KEY (private_to) REFERENCES public.user_profiles(id) ON DELETE CASCADE,
  CONSTRAINT page_versions_times_ordered CHECK ((created_at <= updated_at))
);
CREATE INDEX page_versions_created_by_idx ON public.page_versions USING btree (created_by);
CREATE INDEX page_versions_digest_idx ON public.page_versions USING btree (page_id, digest);
CREATE INDEX page_versions_newest_idx ON public.page_versions USING btree (page_id, updated_at DESC);
CREATE INDEX page_versions_organization_id_idx ON public.page_versions USING btree (organization_id, page_id);
CREATE INDEX page_versions_private_to_idx ON public.page_versions USING btree (private_to) WHERE (private_to IS NOT NULL);
GRANT SELECT ON public.page_versions TO authenticated;
GRANT ALL ON public.page_versions TO service_role;
ALTER TABLE public.page_versions ENABLE ROW LEVEL SECURITY;
-- Members read what the pages that they read said before; what was written while a page was private stays its
-- creator's.
CREATE POLICY page_versions_select_member ON public.page_versions FOR SELECT TO authenticated
  USING (private.sees_page((SELECT auth.uid()), ARRAY(SELECT private.my_organization_ids()), organization_id, private_to) AND page_id = (( SELECT page.id FROM public.pages page WHERE page.id = page_versions.page_id)));
CREATE POLICY page_versions_all_second_step ON public.page_versions AS RESTRICTIVE FOR ALL TO authenticated
  USING ((SELECT private.has_passed_second_step()))
  WITH CHECK ((SELECT private.has_passed_second_step()));
-- On update, in this order: page_versions_90_forget_text.
-- On delete, in this order: page_versions_90_forget_text.

-- The texts that pages had before their present ones, each once. Read through content(page_versions).
CREATE TABLE public.page_texts (
  -- The page's workspace.
  organization_id uuid NOT NULL,
  -- The page.
  page_id uuid NOT NULL,
  -- SHA-256 of the text.
  digest bytea NOT NULL,
  -- The text.
  content text NOT NULL,
  CONSTRAINT page_texts_pkey PRIMARY KEY (organization_id, page_id, digest),
  CONSTRAINT page_texts_page_id_fkey FOREIGN KEY (organization_id, page_id) REFERENCES public.pages(organization_id, id) ON DELETE CASCADE
);
GRANT SELECT ON public.page_texts TO authenticated;
GRANT ALL ON public.page_texts TO service_role;
ALTER TABLE public.page_texts ENABLE ROW LEVEL SECURITY;
CREATE POLICY page_texts_select_member ON public.page_texts FOR SELECT TO authenticated
  USING ((organization_id = ANY (ARRAY(SELECT private.my_organization_ids()))) AND (EXISTS ( SELECT FROM public.page_versions version WHERE version.page_id = page_texts.page_id AND version.digest = page_texts.digest)));
CREATE POLICY page_texts_all_second_step ON public.page_texts AS RESTRICTIVE FOR ALL TO authenticated
  USING ((SELECT private.has_passed_second_step()))
  WITH CHECK ((SELECT private.has_passed_second_step()));

-- The page's text then.
CREATE FUNCTION public.content(version public.page_versions)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
GRANT EXECUTE ON FUNCTION public.content(public.page_versions) TO authenticated, service_role;

-- Trigger: keeps what a page's texts are, and what they were before.
CREATE FUNCTION private.record_page_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  digest_now bytea := private.digest_text(new.content);
  -- A token without a session is a program's: its saves are never one sitting.
  sitting_now bigint := hashtextextended(auth.jwt() ->> 'session_id', 0);
  digest_before bytea;
  latest record;
begin
  if tg_op = 'UPDATE' then
    digest_before := case when new.content = old.content then digest_now else private.digest_text(old.content) end;
    -- The write that fires this locks the page's row: two saves of one page come here one by one.
    select version.id, version.created_by, version.created_at, version.sitting,
      version.name, version.description, version.digest
    into latest
    from public.page_versions as version
    where version.page_id = old.id and version.private_to is not distinct from old.private_to
    order by version.updated_at desc
    limit 1;

    if (latest.name, latest.description, latest.digest) is distinct from (old.name, old.description, digest_before) then
      -- Keeps an overwritten text that has no version yet: of a page older than this table, or a text that was written
      -- while others saw less of the page than they do now.
      -- A text that everyone saw stays everyone's when the page is hidden: else its writer would lose it, and the
      -- account of the person who hid it would take it along.
      update public.page_versions as version
      set private_to = case when version.private_to is not null then old.private_to end
      where version.page_id = old.id and version.updated_at = old.updated_at and version.digest = digest_before
        and (version.name, version.description) is not distinct from (old.name, old.description);
      if not found and (latest.id is not null or (old.description, old.content) is distinct from (null::text, '')) then
        insert into public.page_versions
          (page_id, organization_id, name, description, created_by, created_at, updated_at, private_to, digest)
        values (
          old.id, old.organization_id, old.name, old.description,
          old.updated_by, old.updated_at, old.updated_at, old.private_to, digest_before
        );
      end if;
    elsif latest.created_by = new.updated_by and latest.sitting = sitting_now
      and latest.created_at > clock_timestamp() - interval '10 minutes'
      and coalesce(current_setting('trellis.begins_version', true), '') = ''
      -- The writer of a text may want back a large part that a save takes away.
      and length(old.content) - length(new.content) < greatest(100, length(old.content) / 10)
      and new.private_to is not distinct from old.private_to
      and not exists (
        select from public.page_versions as version
        where version.page_id = new.id and version.digest = digest_now and version.id <> latest.id
          and (version.name, version.description) is not distinct from (new.name, new.description)
      )
    then
      update public.page_versions as version
      set name = new.name, description = new.description, digest = digest_now, updated_at = new.updated_at
      where version.id = latest.id;
      if digest_before <> digest_now then
        perform private.keep_text(old.organization_id, old.id, digest_before, old.content);
      end if;
      return null;
    end if;
    if digest_before <> digest_now then
      perform private.keep_text(old.organization_id, old.id, digest_before, old.content);
    end if;
  end if;

  insert into public.page_versions (
    page_id, organization_id, name, description, created_by, created_at, updated_at, private_to, sitting, digest
  ) values (
    new.id, new.organization_id, new.name, new.description,
    new.updated_by, new.updated_at, new.updated_at, new.private_to, sitting_now, digest_now
  );
  return null;
end
$function$;
CREATE TRIGGER pages_95_record_new_version AFTER INSERT ON public.pages FOR EACH ROW WHEN (((new.content <> ''::text) OR (new.description IS NOT NULL))) EXECUTE FUNCTION private.record_page_version();
CREATE TRIGGER pages_95_record_version AFTER UPDATE ON public.pages FOR EACH ROW WHEN ((((old.name IS DISTINCT FROM new.name) OR (old.description IS DISTINCT FROM new.description)) OR (old.content IS DISTINCT FROM new.content))) EXECUTE FUNCTION private.record_page_version();

-- SHA-256 of a text: tells it from others without comparing them.
CREATE FUNCTION private.digest_text(content text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select sha256(convert_to(content, 'UTF8'))
$function$;
GRANT EXECUTE ON FUNCTION private.digest_text(text) TO authenticated, service_role;

-- Keeps a text of a page if one of the page's versions has it.
CREATE FUNCTION private.keep_text(organization uuid, page uuid, digest bytea, content text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
CREATE FUNCTION private.forget_text()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
CREATE TRIGGER page_versions_90_forget_text AFTER DELETE OR UPDATE OF digest ON public.page_versions FOR EACH ROW EXECUTE FUNCTION private.forget_text();


-- =====================================================================================================================
-- Activity: Who did what to which page, and who is told?
-- =====================================================================================================================

-- Who did what to which page, and when: one line for each sitting or single act.
CREATE TABLE public.page_activity (
  -- Never changes.
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  -- The page's workspace.
  organization_id uuid NOT NULL,
  -- The page; null of deleted.
  page_id uuid,
  -- Who did it; null once that account is gone.
  actor_id uuid,
  -- created, edited (description or content), renamed, moved, archived, restored, published (shown to everyone),
  -- unpublished or deleted (for good).
  kind text NOT NULL,
  -- When the sitting began; the same as happened_at for a single act.
  first_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  -- When it happened; of a sitting the latest, to the minute.
  happened_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  -- renamed: the name before; deleted: the last one.
  old_name text,
  -- renamed: the name since.
  new_name text,
  -- moved: the page above since; null when at the root.
  new_parent_id uuid,
  -- The only one who saw the page when it happened: the line stays theirs when the page is shown later.
  private_to uuid,
  CONSTRAINT page_activity_pkey PRIMARY KEY (id),
  CONSTRAINT page_activity_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES public.user_profiles(id) ON DELETE SET NULL,
  CONSTRAINT page_activity_new_parent_id_fkey FOREIGN KEY (new_parent_id) REFERENCES public.pages(id) ON DELETE CASCADE,
  CONSTRAINT page_activity_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id) ON DELETE CASCADE,
  CONSTRAINT page_activity_page_id_fkey FOREIGN KEY (page_id) REFERENCES public.pages(id) ON DELETE CASCADE,
  CONSTRAINT page_activity_private_to_fkey FOREIGN KEY (private_to) REFERENCES public.user_profiles(id) ON DELETE CASCADE,
  CONSTRAINT page_activity_kind_known CHECK ((kind = ANY (ARRAY['created'::text, 'edited'::text, 'renamed'::text, 'moved'::text, 'archived'::text, 'restored'::text, 'published'::text, 'unpublished'::text, 'deleted'::text]))),
  CONSTRAINT page_activity_name_of_deleted CHECK (((kind <> 'deleted'::text) OR (old_name IS NOT NULL))),
  CONSTRAINT page_activity_names_of_renamed CHECK (((kind = 'renamed'::text) = ((old_name IS NOT NULL) AND (new_name IS NOT NULL)))),
  CONSTRAINT page_activity_page_of_others CHECK (((kind = 'deleted'::text) = (page_id IS NULL))),
  CONSTRAINT page_activity_parent_of_moved CHECK (((kind = 'moved'::text) OR (new_parent_id IS NULL))),
  CONSTRAINT page_activity_times_ordered CHECK ((first_at <= happened_at))
);
CREATE INDEX page_activity_actor_id_idx ON public.page_activity USING btree (actor_id);
CREATE INDEX page_activity_new_parent_id_idx ON public.page_activity USING btree (new_parent_id) WHERE (new_parent_id IS NOT NULL);
CREATE INDEX page_activity_newest_idx ON public.page_activity USING btree (organization_id, happened_at DESC, id DESC);
CREATE INDEX page_activity_private_to_idx ON public.page_activity USING btree (private_to) WHERE (private_to IS NOT NULL);
CREATE INDEX page_activity_sitting_idx ON public.page_activity USING btree (page_id, actor_id, kind, happened_at DESC);
GRANT SELECT ON public.page_activity TO authenticated;
GRANT ALL ON public.page_activity TO service_role;
ALTER TABLE public.page_activity ENABLE ROW LEVEL SECURITY;
-- Members read what happened to the pages that they read, and which pages are gone for good.
CREATE POLICY page_activity_select_member ON public.page_activity FOR SELECT TO authenticated
  USING (private.sees_page((SELECT auth.uid()), ARRAY(SELECT private.my_organization_ids()), organization_id, private_to) AND (kind = 'deleted'::text OR page_id = (( SELECT page.id FROM public.pages page WHERE page.id = page_activity.page_id))));
CREATE POLICY page_activity_all_second_step ON public.page_activity AS RESTRICTIVE FOR ALL TO authenticated
  USING ((SELECT private.has_passed_second_step()))
  WITH CHECK ((SELECT private.has_passed_second_step()));

-- Trigger: a page's story begins with its creation.
CREATE FUNCTION private.record_new_page()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if coalesce(current_setting('trellis.copying_to', true), '') in ('', new.id::text) then
    insert into public.page_activity (organization_id, page_id, actor_id, kind, private_to)
    select new.organization_id, new.id, auth.uid(), told.kind, new.private_to
    from unnest(array['created', 'published']) as told (kind)
    where told.kind = 'created' or new.visibility = 'public';
  end if;
  return null;
end
$function$;
CREATE TRIGGER pages_90_record_new AFTER INSERT ON public.pages FOR EACH ROW WHEN ((auth.uid() IS NOT NULL)) EXECUTE FUNCTION private.record_new_page();

-- Trigger: tells what a write did to a page, in a line for each kind of change.
CREATE FUNCTION private.record_changed_page()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller uuid := auth.uid();
  -- A change of a page that is private before or after it is not for everyone.
  hidden_to uuid := coalesce(new.private_to, old.private_to);
begin
  if private.is_arranging() then
    return null;
  end if;
  if new.name <> old.name then
    perform private.continue_sitting(new.organization_id, new.id, hidden_to, 'renamed', old.name, new.name);
  end if;
  -- The version grows with every change of a text: with the same name, no long text need be compared again.
  if new.updated_at <> old.updated_at
    and (new.name = old.name or (new.description, new.content) is distinct from (old.description, old.content)) then
    perform private.continue_sitting(new.organization_id, new.id, hidden_to, 'edited');
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
  return null;
end
$function$;
CREATE TRIGGER pages_90_record_changed AFTER UPDATE ON public.pages FOR EACH ROW WHEN ((((((old.updated_at IS DISTINCT FROM new.updated_at) OR (old.parent_id IS DISTINCT FROM new.parent_id)) OR (old.is_archived IS DISTINCT FROM new.is_archived)) OR (old.visibility IS DISTINCT FROM new.visibility)) AND (auth.uid() IS NOT NULL))) EXECUTE FUNCTION private.record_changed_page();

-- Goes on in the line of the last half hour, or begins one; a name taken back leaves none.
CREATE FUNCTION private.continue_sitting(organization_id uuid, page_id uuid, hidden_to uuid, kind text, old_name text DEFAULT NULL::text, new_name text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  actor uuid := auth.uid();
  line record;
begin
  select activity.id, activity.happened_at, activity.old_name into line
  from public.page_activity as activity
  where activity.page_id = continue_sitting.page_id
    and activity.actor_id = actor
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
CREATE TABLE public.page_links (
  -- The page that has the link in its text.
  source_id uuid NOT NULL,
  -- The page that it leads to. There may be no such page, or not yet.
  target_id uuid NOT NULL,
  CONSTRAINT page_links_pkey PRIMARY KEY (source_id, target_id),
  CONSTRAINT page_links_source_id_fkey FOREIGN KEY (source_id) REFERENCES public.pages(id) ON DELETE CASCADE
);
CREATE INDEX page_links_target_id_idx ON public.page_links USING btree (target_id);
GRANT SELECT ON public.page_links TO authenticated;
GRANT ALL ON public.page_links TO service_role;
ALTER TABLE public.page_links ENABLE ROW LEVEL SECURITY;
-- Members see the links of the pages that they read.
CREATE POLICY page_links_select_member ON public.page_links FOR SELECT TO authenticated
  USING (source_id = (( SELECT page.id FROM public.pages page WHERE page.id = page_links.source_id)));
CREATE POLICY page_links_all_second_step ON public.page_links AS RESTRICTIVE FOR ALL TO authenticated
  USING ((SELECT private.has_passed_second_step()))
  WITH CHECK ((SELECT private.has_passed_second_step()));

-- Which pages a person keeps at hand.
CREATE TABLE public.page_favorites (
  -- Whose favourite it is.
  user_id uuid DEFAULT auth.uid() NOT NULL,
  -- The page; in the trash it stays a favourite.
  page_id uuid NOT NULL,
  -- Since when; they are shown in this order.
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT page_favorites_pkey PRIMARY KEY (user_id, page_id),
  CONSTRAINT page_favorites_page_id_fkey FOREIGN KEY (page_id) REFERENCES public.pages(id) ON DELETE CASCADE,
  CONSTRAINT page_favorites_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.user_profiles(id) ON DELETE CASCADE
);
CREATE INDEX page_favorites_page_id_idx ON public.page_favorites USING btree (page_id);
GRANT SELECT, DELETE ON public.page_favorites TO authenticated;
GRANT INSERT (user_id, page_id) ON public.page_favorites TO authenticated;
GRANT ALL ON public.page_favorites TO service_role;
ALTER TABLE public.page_favorites ENABLE ROW LEVEL SECURITY;
-- People read their own favourites.
CREATE POLICY page_favorites_select_own ON public.page_favorites FOR SELECT TO authenticated
  USING (user_id = (SELECT auth.uid()));
-- People choose among the pages that they can read.
CREATE POLICY page_favorites_insert_own ON public.page_favorites FOR INSERT TO authenticated
  WITH CHECK (user_id = (SELECT auth.uid()) AND page_id = (( SELECT page.id FROM public.pages page WHERE page.id = page_favorites.page_id)));
-- People let go of their own favourites.
CREATE POLICY page_favorites_delete_own ON public.page_favorites FOR DELETE TO authenticated
  USING (user_id = (SELECT auth.uid()));
CREATE POLICY page_favorites_all_second_step ON public.page_favorites AS RESTRICTIVE FOR ALL TO authenticated
  USING ((SELECT private.has_passed_second_step()))
  WITH CHECK ((SELECT private.has_passed_second_step()));

-- Trigger: the links of a page are those of its text.
CREATE FUNCTION private.note_links()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.page_links as link
  where link.source_id = new.id
    and link.target_id not in (select private.linked_pages(new.content));
  insert into public.page_links (source_id, target_id)
  select new.id, target from private.linked_pages(new.content) as target where target <> new.id
  on conflict do nothing;
  return null;
end
$function$;
CREATE TRIGGER pages_80_note_changed_links AFTER UPDATE OF content ON public.pages FOR EACH ROW WHEN (((new.content IS DISTINCT FROM old.content) AND ((new.content ~~ '%/dashboard/pages/%'::text) OR (old.content ~~ '%/dashboard/pages/%'::text)))) EXECUTE FUNCTION private.note_links();
CREATE TRIGGER pages_80_note_links AFTER INSERT ON public.pages FOR EACH ROW WHEN ((new.content ~~ '%/dashboard/pages/%'::text)) EXECUTE FUNCTION private.note_links();

-- The pages that a text links to.
CREATE FUNCTION private.linked_pages(content text)
 RETURNS SETOF uuid
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select distinct found[1]::uuid
  from (
    select pg_catalog.regexp_matches(
      content,
      '/dashboard/pages/([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})',
      'g'
    ) as found
    limit 1000
  ) as links
$function$;


-- =====================================================================================================================
-- Search: How is a page found, and who may find it?
-- =====================================================================================================================

-- Pages' texts as search compares them. Read by private.find_pages alone.
CREATE TABLE public.page_search (
  -- The page.
  page_id uuid NOT NULL,
  -- The page's workspace.
  organization_id uuid NOT NULL,
  -- When its texts last changed: the newer is found first.
  updated_at timestamp with time zone NOT NULL,
  -- Its name, folded.
  title text NOT NULL,
  -- Its name, description and text, folded, line by line as they are, and a last line of pairs of characters.
  words text STORAGE external NOT NULL,
  CONSTRAINT page_search_pkey PRIMARY KEY (page_id),
  CONSTRAINT page_search_page_id_fkey FOREIGN KEY (organization_id, page_id) REFERENCES public.pages(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX page_search_newest_idx ON public.page_search USING btree (organization_id, updated_at DESC);
CREATE INDEX page_search_page_id_idx ON public.page_search USING btree (organization_id, page_id);
CREATE INDEX page_search_words_idx ON public.page_search USING gin (organization_id, words extensions.gin_trgm_ops) WITH (gin_pending_list_limit='256');
GRANT ALL ON public.page_search TO service_role;
ALTER TABLE public.page_search ENABLE ROW LEVEL SECURITY;
CREATE POLICY page_search_all_second_step ON public.page_search AS RESTRICTIVE FOR ALL TO authenticated
  USING ((SELECT private.has_passed_second_step()))
  WITH CHECK ((SELECT private.has_passed_second_step()));

-- Pages whose last texts search does not know yet.
CREATE TABLE public.page_search_queue (
  -- The page.
  page_id uuid NOT NULL,
  -- The page's workspace.
  organization_id uuid NOT NULL,
  CONSTRAINT page_search_queue_pkey PRIMARY KEY (page_id),
  CONSTRAINT page_search_queue_page_id_fkey FOREIGN KEY (organization_id, page_id) REFERENCES public.pages(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX page_search_queue_organization_id_idx ON public.page_search_queue USING btree (organization_id, page_id);
GRANT ALL ON public.page_search_queue TO service_role;
ALTER TABLE public.page_search_queue ENABLE ROW LEVEL SECURITY;
CREATE POLICY page_search_queue_all_second_step ON public.page_search_queue AS RESTRICTIVE FOR ALL TO authenticated
  USING ((SELECT private.has_passed_second_step()))
  WITH CHECK ((SELECT private.has_passed_second_step()));

-- The pages of a workspace that answer a question, best first: by title, by text, or by similar words.
CREATE FUNCTION public.search_pages(workspace_id uuid, question text, most integer DEFAULT 20)
 RETURNS TABLE(id uuid, name text, kind text, snippet text, updated_at timestamp with time zone)
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.index_queued_pages(workspace_id);
  select page.id, page.name, found.kind,
    case when found.kind = 'text' then substr(
      split_part(concat_ws(E'\n', page.name, coalesce(page.description, ''), page.content), E'\n', found.line + 1),
      greatest(1, found."column" - 40), 200
    ) end,
    page.updated_at
  from private.find_pages(workspace_id, question, least(most, 50)) as found
  join public.pages as page on page.id = found.page_id
  order by found.place
$function$;
GRANT EXECUTE ON FUNCTION public.search_pages(uuid,text,integer) TO authenticated, service_role;

-- The pages of one of the caller's workspaces that answer a question, best first, and where in them.
CREATE FUNCTION private.find_pages(organization uuid, question text, most integer)
 RETURNS TABLE(page_id uuid, kind text, place integer, line integer, "column" integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  -- A text is looked at in a fraction of a millisecond. These keep every question within some ten of them.
  newest constant integer := 200;
  candidates constant integer := 1000;
  caller constant uuid := auth.uid();
  asked text := btrim(regexp_replace(private.fold_text(left(question, 200)), '\s+', ' ', 'g'));
  terms text[] := array(select distinct word from string_to_table(asked, ' ') as word where word <> '' limit 8);
  patterns text[] := array(select private.like_pattern(word) from unnest(terms) as word);
  titles text[] := array(select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' from unnest(terms) as word);
  -- The index knows three characters in a row, and pairs of those that are words by themselves.
  longest text := (
    select word from unnest(terms) as word
    order by word ~ '[[:alnum:]]{3}' or private.like_pattern(word) like '\% %' desc, length(word) desc, word
    limit 1
  );
  is_indexed boolean := longest ~ '[[:alnum:]]{3}' or private.like_pattern(longest) like '\% %';
  in_titles uuid[];
  in_texts uuid[];
  alike uuid[] := '{}';
begin
  if terms = '{}' or most < 1 or caller is null
    or not exists (select from private.my_organization_ids() as mine where mine = organization)
    or not private.has_passed_second_step() then
    return;
  end if;

  in_titles := array(
    select known.page_id
    from (
      select named.page_id, named.title, named.updated_at from public.page_search as named
      join public.pages as page on page.id = named.page_id and not page.is_archived
        and private.sees_page(caller, array[organization], page.organization_id, page.private_to)
      where named.organization_id = organization and named.title like all (titles)
    ) as known
    order by known.title = asked desc, starts_with(known.title, asked) desc, known.updated_at desc
    limit most
  );
  if cardinality(in_titles) < most then
    in_texts := array(
      select known.page_id
      from (
        select recent.page_id, recent.words, recent.updated_at from public.page_search as recent
        where recent.organization_id = organization
        order by recent.updated_at desc
        limit case when is_indexed then newest else candidates end
      ) as known
      join public.pages as page on page.id = known.page_id and not page.is_archived
        and private.sees_page(caller, array[organization], page.organization_id, page.private_to)
      where known.words like all (patterns) and known.page_id <> all (in_titles)
      order by known.updated_at desc
      limit most
    );
    -- A word that few of the newest texts have is rare: the index finds all texts with it.
    if cardinality(in_titles) + cardinality(in_texts) < most and is_indexed then
      in_texts := array(
        select page.id
        from private.pages_with(organization, private.like_pattern(longest), patterns, candidates) as found (id)
        join public.pages as page on page.id = found.id and not page.is_archived
          and private.sees_page(caller, array[organization], page.organization_id, page.private_to)
        where page.id <> all (in_titles)
        order by page.updated_at desc
        limit most
      );
    end if;
    if in_titles = '{}' and in_texts = '{}' then
      alike := private.find_misspelt(organization, terms, most);
    end if;
  end if;

  return query
  select found.id, found.kind, found.place::integer,
    -- The line and the column at which the longest word of the question begins.
    length(known.before) - length(replace(known.before, E'\n', '')), length(split_part(known.before, E'\n', -1))
  from (
    select id, 'title', number from unnest(in_titles) with ordinality as listed (id, number)
    union all
    select id, 'text', number + most from unnest(in_texts) with ordinality as listed (id, number)
    union all
    select id, 'similar', number from unnest(alike) with ordinality as listed (id, number)
  ) as found (id, kind, place)
  join lateral (
    select left(search.words, greatest(0, strpos(search.words, longest) - 1)) as before
    from public.page_search as search where search.page_id = found.id
  ) as known on true
  order by found.place
  limit most;
end
$function$;
GRANT EXECUTE ON FUNCTION private.find_pages(uuid,text,integer) TO authenticated, service_role;

-- Pages of a workspace whose texts are like a pattern, and like all the others, in no order.
CREATE FUNCTION private.pages_with(organization uuid, pattern text, patterns text[], most integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
AS $function$
begin
  return query
  select known.page_id from public.page_search as known
  where known.organization_id = organization and known.words like pattern and known.words like all (patterns)
    -- One by one, and only for what matches.
    and (
      select not page.is_archived and private.sees_page((select auth.uid()), array[organization], page.organization_id, page.private_to)
      from public.pages as page where page.id = known.page_id
    )
  limit most;
end
$function$;

-- The pages that have all words of a question, at least one of them written a little differently.
CREATE FUNCTION private.find_misspelt(organization uuid, terms text[], most integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- One expression for all slips of all words: comparing a text with each of them would take twenty times as long.
  slips text := (
    select replace(string_agg(btrim(pattern, '%'), '|'), '_', '.')
    from unnest(terms) as word, unnest(private.misspelt_patterns(word)) as pattern
  );
  begun timestamptz;
  found uuid[];
  term text;
  pattern text;
begin
  -- A word that is in many texts is in one of the newest: those are looked at first, because looking for it through the
  -- index would mean to look at all of them.
  found := array(
    select recent.page_id from (
      select known.page_id, known.words from public.page_search as known
      where known.organization_id = organization
      order by known.updated_at desc
      limit 200
    ) as recent
    join public.pages as page on page.id = recent.page_id and not page.is_archived
      and private.sees_page(auth.uid(), array[organization], page.organization_id, page.private_to)
    where recent.words ~ slips
    limit most
  );
  if cardinality(found) < 5 then
    begun := clock_timestamp();
    foreach term in array terms loop
      foreach pattern in array private.misspelt_patterns(term) loop
        exit when clock_timestamp() > begun + interval '60 milliseconds';
        found := found || array(select private.pages_with(organization, pattern, '{}', most));
      end loop;
    end loop;
  end if;
  foreach term in array terms loop
    slips := (
      select replace(string_agg(btrim(slip, '%'), '|'), '_', '.') from unnest(private.misspelt_patterns(term)) as slip
    );
    found := array(
      select id from (select distinct id from unnest(found) as id) as candidates
      -- One by one: reading the whole table for them would compare every text.
      cross join lateral (select words from public.page_search where page_id = id offset 0) as known
      where known.words like private.like_pattern(term) or known.words ~ slips
    );
  end loop;
  return array(
    select page.id from public.pages as page
    where page.id = any (found) and not page.is_archived and private.sees_page(auth.uid(), array[organization], page.organization_id, page.private_to)
    order by page.updated_at desc
    limit most
  );
end
$function$;

-- What a text that holds the word is like.
CREATE FUNCTION private.like_pattern(term text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  select case
    -- Found by their edges in the line of pairs: see private.character_pairs.
    when term ~ '^[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]{2}$' then '% ' || term || ' %'
    when term ~ '^[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]$' then '% ' || term || '%'
    else '%' || regexp_replace(term, '([\\%_])', '\\\1', 'g') || '%'
  end
$function$;

-- What a text is like that holds the word as it was meant; nothing for words too short to tell.
CREATE FUNCTION private.misspelt_patterns(term text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
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

-- Trigger: what is searched has what was added.
CREATE FUNCTION private.index_new_pages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.index_pages(array(select page.id from added as page));
  return null;
end
$function$;
CREATE TRIGGER pages_96_index_new AFTER INSERT ON public.pages REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.index_new_pages();

-- Trigger: what is searched follows what is written.
CREATE FUNCTION private.index_page()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from public.page_search as known
    where known.page_id = new.id and known.updated_at > new.updated_at - interval '30 seconds'
  ) then
    -- Writes the row even if it is there: the function that empties the queue must pass over a page that is being saved.
    insert into public.page_search_queue (page_id, organization_id) values (new.id, new.organization_id)
    on conflict (page_id) do update set organization_id = excluded.organization_id;
  else
    delete from public.page_search_queue where page_id = new.id;
    perform private.index_pages(array[new.id]);
  end if;
  return null;
end
$function$;
CREATE TRIGGER pages_96_index_changed AFTER UPDATE ON public.pages FOR EACH ROW WHEN ((((old.name IS DISTINCT FROM new.name) OR (old.description IS DISTINCT FROM new.description)) OR (old.content IS DISTINCT FROM new.content))) EXECUTE FUNCTION private.index_page();

-- Folds the texts of pages for search.
CREATE FUNCTION private.index_pages(page_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.page_search as known (page_id, organization_id, updated_at, title, words)
  select
    page.id, page.organization_id, page.updated_at, private.fold_text(page.name),
    private.searchable_words(page.name, page.description, page.content)
  from public.pages as page
  where page.id = any (page_ids)
  on conflict (page_id) do update
  set updated_at = excluded.updated_at, title = excluded.title, words = excluded.words
  -- A save that came meanwhile knows better.
  where known.updated_at < excluded.updated_at
$function$;

-- Folds the last texts of pages of one of the caller's workspaces.
CREATE FUNCTION private.index_queued_pages(organization uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ends_at constant timestamptz := clock_timestamp() + interval '30 milliseconds';
  next_id uuid;
begin
  if not exists (select from private.my_organization_ids() as mine where mine = organization) then
    return;
  end if;
  loop
    delete from public.page_search_queue where page_id = (
      select waiting.page_id from public.page_search_queue as waiting
      where waiting.organization_id = organization
      limit 1
      for update skip locked
    )
    returning page_id into next_id;
    exit when next_id is null;
    perform private.index_pages(array[next_id]);
    exit when clock_timestamp() > ends_at;
  end loop;
end
$function$;
GRANT EXECUTE ON FUNCTION private.index_queued_pages(uuid) TO authenticated, service_role;

-- A page's texts as they are searched.
CREATE FUNCTION private.searchable_words(name text, description text, content text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select folded || E'\n ' || private.character_pairs(folded) || ' '
  from left(
    private.fold_text(left(concat_ws(E'\n', name, coalesce(description, ''), content), 500000)), 500000
  ) as folded
$function$;

-- A text as search compares it: small letters without accents, in one form each. Lines stay lines.
CREATE FUNCTION private.fold_text(original text)
 RETURNS text
 LANGUAGE sql
 STABLE STRICT
 SET search_path TO ''
AS $function$
  select lower(case
    -- Most texts have no other characters, or only usual ones: bringing them into one form would take most of the time.
    when octet_length(original) = length(original) then original
    when original is nfkc normalized then extensions.unaccent('extensions.unaccent'::regdictionary, original)
    else extensions.unaccent('extensions.unaccent'::regdictionary, normalize(original, NFKC))
  end)
$function$;

-- The pairs of neighbouring Chinese, Japanese and Korean characters of a text, each once, and the last of each run.
CREATE FUNCTION private.character_pairs(folded text)
 RETURNS text
 LANGUAGE sql
 STABLE STRICT
 SET search_path TO ''
AS $function$
  select coalesce(string_agg(distinct pair, ' '), '')
  from (
    select single || coalesce(lead(single) over (partition by run_number order by place), '') as pair
    from regexp_matches(folded, '[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+', 'g')
      with ordinality as runs (run, run_number),
      string_to_table(run[1], null) with ordinality as singles (single, place)
  ) as pairs
$function$;


-- =====================================================================================================================
-- Notion: What do the server functions keep about Notion, and who reads it?
-- =====================================================================================================================

-- Connections of workspaces to Notion, at most one each. Read and written by server functions alone.
CREATE TABLE public.notion_connections (
  -- The workspace.
  organization_id uuid NOT NULL,
  -- Another one for each new token: whoever writes says which one they have read.
  token_id uuid DEFAULT gen_random_uuid() NOT NULL,
  -- oauth: granted on Notion's page; token: a token that somebody pasted.
  kind text NOT NULL,
  -- Notion's id of its workspace, when it told.
  notion_workspace_id text,
  -- What the workspace is called at Notion.
  notion_workspace_name text,
  -- An emoji or an address, as Notion has it. Never loaded.
  notion_workspace_icon text,
  -- Whom Notion names as the author of what is written through this connection.
  bot_id text,
  -- Who connected it; null once that account is gone.
  connected_by uuid,
  -- When.
  connected_at timestamp with time zone DEFAULT now() NOT NULL,
  -- Encrypted.
  access_token text NOT NULL,
  -- Encrypted; gets the next pair of tokens. Null for pasted tokens.
  refresh_token text,
  -- When the access token ends, where Notion says so.
  expires_at timestamp with time zone,
  -- Somebody is getting the next tokens; until then nobody else does.
  refreshing_until timestamp with time zone,
  -- connected, or refused: Notion no longer takes the tokens.
  status text DEFAULT 'connected'::text NOT NULL,
  -- Why it was refused, for the operator.
  last_error text,
  CONSTRAINT notion_connections_pkey PRIMARY KEY (organization_id),
  CONSTRAINT notion_connections_connected_by_fkey FOREIGN KEY (connected_by) REFERENCES public.user_profiles(id) ON DELETE SET NULL,
  CONSTRAINT notion_connections_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id) ON DELETE CASCADE,
  CONSTRAINT notion_connections_kind_known CHECK ((kind = ANY (ARRAY['oauth'::text, 'token'::text]))),
  CONSTRAINT notion_connections_status_known CHECK ((status = ANY (ARRAY['connected'::text, 'refused'::text]))),
  CONSTRAINT notion_connections_tokens_encrypted CHECK (((access_token ~~ 'v1.%'::text) AND ((refresh_token IS NULL) OR (refresh_token ~~ 'v1.%'::text))))
);
CREATE INDEX notion_connections_connected_by_idx ON public.notion_connections USING btree (connected_by);
GRANT ALL ON public.notion_connections TO service_role;
ALTER TABLE public.notion_connections ENABLE ROW LEVEL SECURITY;
CREATE POLICY notion_connections_all_second_step ON public.notion_connections AS RESTRICTIVE FOR ALL TO authenticated
  USING ((SELECT private.has_passed_second_step()))
  WITH CHECK ((SELECT private.has_passed_second_step()));

-- Authorisations by Notion that were begun and not ended. Read and written by server functions alone.
CREATE TABLE public.notion_authorizations (
  -- Part of the signed state that goes to Notion and comes back.
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  -- The workspace to be connected.
  organization_id uuid NOT NULL,
  -- Who has begun it, and has to end it.
  user_id uuid NOT NULL,
  -- When it is too late.
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT notion_authorizations_pkey PRIMARY KEY (id),
  CONSTRAINT notion_authorizations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id) ON DELETE CASCADE,
  CONSTRAINT notion_authorizations_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.user_profiles(id) ON DELETE CASCADE
);
CREATE INDEX notion_authorizations_expires_at_idx ON public.notion_authorizations USING btree (expires_at);
CREATE INDEX notion_authorizations_organization_id_idx ON public.notion_authorizations USING btree (organization_id);
CREATE INDEX notion_authorizations_user_id_idx ON public.notion_authorizations USING btree (user_id);
GRANT ALL ON public.notion_authorizations TO service_role;
ALTER TABLE public.notion_authorizations ENABLE ROW LEVEL SECURITY;
CREATE POLICY notion_authorizations_all_second_step ON public.notion_authorizations AS RESTRICTIVE FOR ALL TO authenticated
  USING ((SELECT private.has_passed_second_step()))
  WITH CHECK ((SELECT private.has_passed_second_step()));

-- How pages stand with their counterparts at Notion.
CREATE TABLE public.page_notion_syncs (
  -- The page.
  page_id uuid NOT NULL,
  -- The page's workspace.
  organization_id uuid NOT NULL,
  -- The counterpart that this is about.
  notion_page_id text NOT NULL,
  -- waiting, synced, conflict, blocked, emptied, gone or failed.
  state text DEFAULT 'waiting'::text NOT NULL,
  -- A code that says more: which side, or why.
  reason text,
  -- The blocks at Notion that stand in the way: {type, count} each.
  blocks jsonb DEFAULT '[]'::jsonb NOT NULL,
  -- When both sides were last looked at.
  checked_at timestamp with time zone,
  -- The page's name when both were last in step.
  local_name text,
  -- The page's text then, without front matter; null before the first time.
  local_text text,
  -- The counterpart's title then.
  remote_name text,
  -- What Notion answered then, as a page keeps it.
  remote_text text,
  -- The counterpart's text that was found to hold no block in the way.
  clean_hash text,
  -- Who is at it.
  lease uuid,
  -- Until when nobody else begins.
  lease_until timestamp with time zone,
  CONSTRAINT page_notion_syncs_pkey PRIMARY KEY (page_id),
  CONSTRAINT page_notion_syncs_page_id_fkey FOREIGN KEY (organization_id, page_id) REFERENCES public.pages(organization_id, id) ON DELETE CASCADE,
  CONSTRAINT page_notion_syncs_base_whole CHECK ((((local_name IS NULL) = (local_text IS NULL)) AND ((local_text IS NULL) = (remote_text IS NULL)) AND ((remote_text IS NULL) = (remote_name IS NULL)))),
  CONSTRAINT page_notion_syncs_state_known CHECK ((state = ANY (ARRAY['waiting'::text, 'synced'::text, 'conflict'::text, 'blocked'::text, 'emptied'::text, 'gone'::text, 'failed'::text])))
);
CREATE INDEX page_notion_syncs_organization_id_idx ON public.page_notion_syncs USING btree (organization_id, page_id);
GRANT SELECT (page_id, organization_id, notion_page_id, state, reason, blocks, checked_at) ON public.page_notion_syncs
  TO authenticated;
GRANT ALL ON public.page_notion_syncs TO service_role;
ALTER TABLE public.page_notion_syncs ENABLE ROW LEVEL SECURITY;
-- Members read how the pages that they read stand with Notion.
CREATE POLICY page_notion_syncs_select_member ON public.page_notion_syncs FOR SELECT TO authenticated
  USING ((organization_id = ANY (ARRAY(SELECT private.my_organization_ids()))) AND page_id = (( SELECT page.id FROM public.pages page WHERE page.id = page_notion_syncs.page_id)));
CREATE POLICY page_notion_syncs_all_second_step ON public.page_notion_syncs AS RESTRICTIVE FOR ALL TO authenticated
  USING ((SELECT private.has_passed_second_step()))
  WITH CHECK ((SELECT private.has_passed_second_step()));

-- Each workspace's newest sync with Notion.
CREATE TABLE public.notion_sync_runs (
  -- The workspace.
  organization_id uuid NOT NULL,
  -- Another one for each run; goes on through its pieces.
  id uuid NOT NULL,
  -- When it began: pages that were looked at since are done.
  started_at timestamp with time zone NOT NULL,
  -- When all pages were looked at; null until then.
  ended_at timestamp with time zone,
  -- How many pages there were to look at.
  total integer NOT NULL,
  -- How many of them were looked at.
  done integer DEFAULT 0 NOT NULL,
  -- How many of those are in step.
  synced integer DEFAULT 0 NOT NULL,
  -- Somebody is at it; until then nobody else begins.
  busy_until timestamp with time zone,
  CONSTRAINT notion_sync_runs_pkey PRIMARY KEY (organization_id),
  CONSTRAINT notion_sync_runs_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id) ON DELETE CASCADE
);
GRANT SELECT ON public.notion_sync_runs TO authenticated;
GRANT ALL ON public.notion_sync_runs TO service_role;
ALTER TABLE public.notion_sync_runs ENABLE ROW LEVEL SECURITY;
-- Members read how far their workspaces' syncs are.
CREATE POLICY notion_sync_runs_select_member ON public.notion_sync_runs FOR SELECT TO authenticated
  USING (organization_id = ANY (ARRAY(SELECT private.my_organization_ids())));
CREATE POLICY notion_sync_runs_all_second_step ON public.notion_sync_runs AS RESTRICTIVE FOR ALL TO authenticated
  USING ((SELECT private.has_passed_second_step()))
  WITH CHECK ((SELECT private.has_passed_second_step()));

-- When a workspace's next request to Notion may be sent.
CREATE TABLE public.notion_request_budgets (
  -- The workspace: it has one connection.
  organization_id uuid NOT NULL,
  -- Each request moves this on; it may be so far ahead as the first ones together.
  spent_until timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  -- Notion wants no request before.
  paused_until timestamp with time zone,
  CONSTRAINT notion_request_budgets_pkey PRIMARY KEY (organization_id),
  CONSTRAINT notion_request_budgets_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id) ON DELETE CASCADE
);
GRANT ALL ON public.notion_request_budgets TO service_role;
ALTER TABLE public.notion_request_budgets ENABLE ROW LEVEL SECURITY;
CREATE POLICY notion_request_budgets_all_second_step ON public.notion_request_budgets AS RESTRICTIVE FOR ALL TO authenticated
  USING ((SELECT private.has_passed_second_step()))
  WITH CHECK ((SELECT private.has_passed_second_step()));

-- Whether the caller is the one to refresh this token now. For server functions.
CREATE FUNCTION public.claim_notion_refresh(organization_id uuid, token_id uuid)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
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
GRANT EXECUTE ON FUNCTION public.claim_notion_refresh(uuid,uuid) TO service_role;

-- Trigger: a page's counterpart at Notion is kept in Notion's own form.
CREATE FUNCTION private.check_notion_page_id()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given text := nullif(btrim(new.notion_page_id), '');
begin
  -- An unchanged value stays, however it came there.
  if tg_op = 'UPDATE' and new.notion_page_id is not distinct from old.notion_page_id then
    return new;
  end if;
  new.notion_page_id := private.read_notion_page_id(given);
  if given is not null and new.notion_page_id is null then
    raise exception using
      errcode = 'check_violation',
      message = 'This is neither the id nor the address of a Notion page',
      constraint = 'pages_notion_page_id_form';
  end if;
  return new;
end
$function$;
CREATE TRIGGER pages_15_check_notion_page_id BEFORE INSERT OR UPDATE OF notion_page_id ON public.pages FOR EACH ROW EXECUTE FUNCTION private.check_notion_page_id();

-- The id that an id with or without dashes, or an address at Notion, names; null when it names none.
CREATE FUNCTION private.read_notion_page_id(typed text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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

-- Trigger: what is known of a page's former counterpart goes with it.
CREATE FUNCTION private.forget_notion_sync()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.page_notion_syncs as sync where sync.page_id = new.id;
  return null;
end
$function$;
CREATE TRIGGER pages_80_forget_notion_sync AFTER UPDATE OF notion_page_id ON public.pages FOR EACH ROW WHEN ((old.notion_page_id IS DISTINCT FROM new.notion_page_id)) EXECUTE FUNCTION private.forget_notion_sync();

-- How a page stands with Notion, for the one who may change that now; nothing when somebody else is at it. For server
-- functions.
CREATE FUNCTION public.claim_notion_page(page_id uuid, lease uuid)
 RETURNS SETOF public.page_notion_syncs
 LANGUAGE sql
 ROWS 1
 SET search_path TO ''
AS $function$
  insert into public.page_notion_syncs as sync (page_id, organization_id, notion_page_id, lease, lease_until)
  select page.id, page.organization_id, page.notion_page_id, claim_notion_page.lease, clock_timestamp() + interval '2 minutes'
  from public.pages as page
  where page.id = claim_notion_page.page_id and page.notion_page_id is not null and not page.is_archived
  on conflict on constraint page_notion_syncs_pkey do update
  set lease = excluded.lease, lease_until = excluded.lease_until
  where sync.lease_until is null or sync.lease_until < clock_timestamp()
  returning *
$function$;
GRANT EXECUTE ON FUNCTION public.claim_notion_page(uuid,uuid) TO service_role;

-- Puts what came from Notion into a page that still says what was read; false when it says something else. For server
-- functions.
CREATE FUNCTION public.write_notion_page(page_id uuid, notion_page_id text, updated_at timestamp with time zone, name text, content text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
GRANT EXECUTE ON FUNCTION public.write_notion_page(uuid,text,timestamp with time zone,text,text) TO service_role;

-- Keeps what a page's counterpart at Notion says as a version of the page, once. For server functions.
CREATE FUNCTION public.keep_notion_version(page_id uuid, name text, content text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
GRANT EXECUTE ON FUNCTION public.keep_notion_version(uuid,text,text) TO service_role;

-- Begins a workspace's sync, or goes on with it, for the one who may do that now; nothing when somebody else is at it.
-- For server functions.
CREATE FUNCTION public.claim_notion_sync_run(organization_id uuid, run_id uuid, by_clock boolean DEFAULT false)
 RETURNS SETOF public.notion_sync_runs
 LANGUAGE sql
 ROWS 1
 SET search_path TO ''
AS $function$
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
GRANT EXECUTE ON FUNCTION public.claim_notion_sync_run(uuid,uuid,boolean) TO service_role;

-- The connected workspaces, in the order of their turns. For server functions.
CREATE FUNCTION public.notion_workspaces_to_sync()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select connection.organization_id
  from public.notion_connections as connection
  left join public.notion_sync_runs as run on run.organization_id = connection.organization_id
  where connection.status = 'connected'
  order by run.id is not null and run.ended_at is null, run.started_at nulls first, connection.organization_id
$function$;
GRANT EXECUTE ON FUNCTION public.notion_workspaces_to_sync() TO service_role;

-- The linked pages that nobody has looked at since then, those longest ago first. For server functions.
CREATE FUNCTION public.notion_pages_to_sync(organization_id uuid, since timestamp with time zone)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select page.id
  from public.pages as page
  left join public.page_notion_syncs as sync on sync.page_id = page.id
  where page.organization_id = notion_pages_to_sync.organization_id
    and page.notion_page_id is not null and not page.is_archived
    and (sync.checked_at is null or sync.checked_at < notion_pages_to_sync.since)
  order by sync.checked_at nulls first, page.id
$function$;
GRANT EXECUTE ON FUNCTION public.notion_pages_to_sync(uuid,timestamp with time zone) TO service_role;

-- Takes a workspace's next turn to ask Notion something, and says in how many milliseconds that is. For server
-- functions.
CREATE FUNCTION public.take_notion_request(organization_id uuid)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$
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
GRANT EXECUTE ON FUNCTION public.take_notion_request(uuid) TO service_role;

-- Notion wants a workspace to wait so long: nobody asks it anything until then. For server functions.
CREATE FUNCTION public.pause_notion_requests(organization_id uuid, seconds double precision)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.notion_request_budgets as budget (organization_id, paused_until)
  values (
    pause_notion_requests.organization_id,
    clock_timestamp() + make_interval(secs => least(greatest(pause_notion_requests.seconds, 0), 86400))
  )
  on conflict on constraint notion_request_budgets_pkey do update
  set paused_until = greatest(budget.paused_until, excluded.paused_until)
$function$;
GRANT EXECUTE ON FUNCTION public.pause_notion_requests(uuid,double precision) TO service_role;
