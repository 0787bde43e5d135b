-- Rules for every object in the schemas, of every author: row-level security, privileges, comments, counted room.

select tests.is(
  (select array_agg(relname::text order by relname) from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity),
  null, 'every table in public has row-level security');

select tests.is(
  (select array_agg(distinct relname || coalesce('.' || attname, '')) from pg_class
    left join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and (obj_description(pg_class.oid, 'pg_class') is null or col_description(pg_class.oid, attnum) is null)),
  null, 'every table and column in public is explained');

select tests.is(
  (select array_agg(proname::text) from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and obj_description(oid, 'pg_proc') is null
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')),
  null, 'every function is explained');

select tests.is(
  (select array_agg(tablename || '.' || policyname) from pg_policies
    where schemaname = 'public' and 'public' = any (roles)),
  null, 'every policy names its roles');

select tests.is(
  (select array_agg(policyname) from pg_policies
    where schemaname = 'public' and policyname !~ ('^' || tablename || '_' || lower(cmd) || '_[a-z_]+$')),
  null, 'every policy is named <table>_<verb>_<who>');

select tests.is(
  (select array_agg(policyname) from pg_policies
    where schemaname = 'public' and cmd in ('UPDATE', 'ALL') and (qual is null or with_check is null)),
  null, 'every policy for updates says which rows may be changed, and into which');

-- Only private.sees_page is asked row by row, see below, and private.holds_tree, which locks the tree of each row.
select tests.is(
  (select array_agg(policyname) from pg_policies
    where schemaname = 'public'
      and concat_ws(' ', qual, with_check) ~ '(?<!SELECT )(auth\.uid|private\.(?!(?:sees_page|holds_tree)\()\w+)\('),
  null, 'policies call functions in a sub-select: once per statement, not per row');

select tests.is(
  (select lanname = 'sql' and provolatile = 'i' and not prosecdef and not proisstrict and proconfig is null
    from pg_proc join pg_language on pg_language.oid = prolang
    where pg_proc.oid = 'private.sees_page(uuid, uuid[], uuid, uuid)'::regprocedure),
  true, 'the rule for readers of a page can become part of each question, so that indexes answer it');

-- The other function numbers a person's own pages among those that the person sees.
select tests.is(
  (select array_agg(pg_proc.oid::regprocedure::text order by proname) from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and prosrc ~ 'private_to is null or (\w+\.)?private_to \S+ (caller|person|auth|\(select auth)'),
  array['private.renumber_private(uuid,uuid)', 'private.sees_page(uuid,uuid[],uuid,uuid)'],
  'one function holds the rule for readers of a page');

select tests.is(
  (select array_agg(policyname) from pg_policies where concat_ws(' ', qual, with_check) ~ 'private_to (IS|=)'),
  null, 'and no policy repeats it');

-- Some of these are called after another one has asked, some by triggers, and some tell nothing of a document's words.
select tests.is(
  (select array_agg(proname::text order by proname) from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and prosrc ~ 'public\.page_(documents|updates|former_documents)'
      and prosrc !~ 'private\.is_kept_from_caller\(|former\.private_to'),
  array['append_page_update', 'begin_page_document', 'bytes_in', 'files_brought', 'has_in_log', 'keep_former_document', 'list_page_updates',
    'may_join_channel', 'renew_page_channel', 'tell_document'],
  'every other function that reads a document asks whether it is kept from the caller');

select tests.is(
  (select array_agg(proname::text) from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosecdef
      and not coalesce(proconfig, '{}') @> array['search_path=""']),
  null, 'every security definer function has an empty search_path');

select tests.is(
  (select array_agg(conname::text) from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index
      where indrelid = conrelid and conkey::int[] <@ indkey::int[] and indkey[0] = any (conkey)
    )),
  null, 'every foreign key has an index');

select tests.is(
  (select array_agg(relname::text) from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not exists (
      select from pg_policies
      where schemaname = 'public' and tablename = relname and permissive = 'RESTRICTIVE' and cmd = 'ALL'
        and qual ~ 'has_passed_second_step' and with_check ~ 'has_passed_second_step'
    )),
  null, 'every table asks for the second step of those who have one');

select tests.is(
  (select array_agg(attname::text) from pg_attribute
    where attrelid = 'public.organization_invitations'::regclass and attnum > 0
      and not has_column_privilege('authenticated', attrelid, attnum, 'SELECT')),
  array['token_hash'], 'the hash of an invitation''s secret, and nothing else, is kept from clients');

-- Grants, in full. `has_…_privilege` also sees what comes through PUBLIC.
select tests.is(
  (select string_agg(format('%s %s %s', role, tables.relname, privilege), E'\n' order by role, tables.relname, privilege)
    from pg_class as tables, unnest(array['anon', 'authenticated']) as role,
      unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) as privilege
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
      and has_table_privilege(role, tables.oid, privilege)),
  concat_ws(E'\n',
    'authenticated notion_sync_runs SELECT',
    'authenticated organization_members DELETE',
    'authenticated organization_members SELECT',
    'authenticated organizations DELETE',
    'authenticated organizations SELECT',
    'authenticated page_activity SELECT',
    'authenticated page_aliases SELECT',
    'authenticated page_favorites DELETE',
    'authenticated page_favorites SELECT',
    'authenticated page_file_uses SELECT',
    'authenticated page_files SELECT',
    'authenticated page_links SELECT',
    'authenticated page_origins SELECT',
    'authenticated page_shares SELECT',
    'authenticated page_text_files SELECT',
    'authenticated page_texts SELECT',
    'authenticated page_version_authors SELECT',
    'authenticated page_versions SELECT',
    'authenticated page_wiki_links SELECT',
    'authenticated pages SELECT',
    'authenticated template_file_uses SELECT',
    'authenticated templates DELETE',
    'authenticated templates SELECT',
    'authenticated user_profiles SELECT'),
  'clients have these privileges on whole tables and no others');

select tests.is(
  (select string_agg(line, E'\n' order by line) from (
    select format('%s %s %s: %s', role, relname, privilege, string_agg(attname, ' ' order by attname)) as line
    from pg_class
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped,
      unnest(array['anon', 'authenticated']) as role, unnest(array['INSERT', 'UPDATE']) as privilege
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
      and has_column_privilege(role, pg_class.oid, attnum, privilege)
    group by role, relname, privilege
  ) as lines),
  concat_ws(E'\n',
    'authenticated organization_members UPDATE: role',
    'authenticated organizations INSERT: created_by description id logo_url name slug',
    'authenticated organizations UPDATE: avatar description logo_url name',
    'authenticated page_favorites INSERT: page_id user_id',
    'authenticated page_origins INSERT: changes files name page_id path',
    'authenticated page_shares INSERT: is_indexed organization_id page_id with_subpages',
    'authenticated page_shares UPDATE: is_indexed organization_id page_id with_subpages',
    'authenticated pages INSERT: content content_type cover created_at created_by description has_small_text icon id is_archived '
      || 'is_full_width is_locked name '
      || 'notion_direction notion_last_sync notion_page_id notion_url order_index organization_id parent_id updated_at updated_by visibility',
    'authenticated pages UPDATE: content content_type cover description has_small_text icon is_archived is_full_width is_locked name '
      || 'notion_direction notion_last_sync notion_page_id notion_url order_index parent_id updated_at updated_by visibility',
    'authenticated templates INSERT: content description icon name order_index organization_id',
    'authenticated templates UPDATE: content description icon name order_index',
    'authenticated user_profiles UPDATE: avatar display_name full_name updated_at'),
  'clients write these columns and no others');

select tests.is(
  (select string_agg(format('%s %s', role, pg_proc.oid::regprocedure), E'\n' order by role, pg_proc.oid::regprocedure::text)
    from pg_proc, unnest(array['anon', 'authenticated']) as role
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and has_function_privilege(role, pg_proc.oid, 'EXECUTE')
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')),
  concat_ws(E'\n',
    'anon get_public_page(uuid)',
    'anon get_public_place(uuid)',
    'anon list_public_files(uuid)',
    'anon list_public_titles(uuid,uuid[],text[])',
    'anon look_up_invitation(text)',
    'anon public_pages_among(uuid[])',
    'authenticated accept_invitation(text)',
    'authenticated add_page_file(uuid,uuid,text,text,bigint,integer,integer)',
    'authenticated compact_page_document(uuid,uuid,bigint,text,uuid)',
    'authenticated content(page_versions)',
    'authenticated create_invitations(uuid,text[],text)',
    'authenticated create_join_link(uuid,text,integer,integer)',
    'authenticated delete_my_account(uuid[])',
    'authenticated delete_page_for_good(uuid)',
    'authenticated duplicate_page(uuid,uuid,boolean)',
    'authenticated empty_trash(uuid)',
    'authenticated end_my_session(uuid)',
    'authenticated expect_unlocked(uuid)',
    'authenticated get_public_page(uuid)',
    'authenticated get_public_place(uuid)',
    'authenticated hand_over_ownership(uuid,uuid)',
    'authenticated has_password()',
    'authenticated list_my_sessions()',
    'authenticated list_page_changes(uuid,double precision)',
    'authenticated list_public_files(uuid)',
    'authenticated list_public_titles(uuid,uuid[],text[])',
    'authenticated list_trash(uuid)',
    'authenticated list_trash_bytes(uuid)',
    'authenticated look(pages)',
    'authenticated look_up_invitation(text)',
    'authenticated open_former_document(uuid,uuid)',
    'authenticated open_page_document(uuid,uuid,bigint,uuid)',
    'authenticated pages_also_named(text[])',
    'authenticated pages_linking_to(uuid)',
    'authenticated preview_account_deletion()',
    'authenticated private.append_page_update(uuid,uuid,text,private.saved_page_document)',
    'authenticated private.as_read(text)',
    'authenticated private.begin_page_document(uuid,uuid)',
    'authenticated private.digest_text(text)',
    'authenticated private.find_pages(uuid,text,integer)',
    'authenticated private.has_passed_second_step()',
    'authenticated private.has_room_for_avatar(text)',
    'authenticated private.holds_tree(uuid)',
    'authenticated private.judge_page_save(uuid,timestamp with time zone,uuid,bigint,uuid,timestamp with time zone,boolean)',
    'authenticated private.lock_tree_of(uuid)',
    'authenticated private.may_change_avatar(text)',
    'authenticated private.may_join_channel(text)',
    'authenticated private.my_co_member_ids()',
    'authenticated private.my_organization_ids(text[])',
    'authenticated private.name_key(text)',
    'authenticated private.note_brought_ids(text,text)',
    'authenticated private.read_former_document(uuid,uuid)',
    'authenticated private.read_page_document(uuid,uuid,bigint,uuid,timestamp with time zone)',
    'authenticated private.replace_page_state(uuid,uuid,uuid,bigint,uuid,text)',
    'authenticated private.sees_page(uuid,uuid[],uuid,uuid)',
    'authenticated private.signs_of_entities()',
    'authenticated private.use_copied_files(uuid[],uuid[])',
    'authenticated public_pages_among(uuid[])',
    'authenticated renew_invitation(uuid)',
    'authenticated restart_page_document(uuid,uuid)',
    'authenticated restore_page(uuid)',
    'authenticated revoke_invitation(uuid)',
    'authenticated revoke_join_links(uuid)',
    'authenticated save_page_document(uuid,uuid,bigint,timestamp with time zone,text,jsonb,boolean,boolean,uuid,boolean)',
    'authenticated search_files(uuid,text,integer)',
    'authenticated search_pages(uuid,text,integer)',
    'authenticated workspace_file_bytes(uuid)'),
  'clients call these functions and no others');

select tests.is(
  (select array_agg(relname::text) from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not (has_table_privilege('service_role', oid, 'SELECT') and has_table_privilege('service_role', oid, 'INSERT')
        and has_table_privilege('service_role', oid, 'UPDATE') and has_table_privilege('service_role', oid, 'DELETE'))),
  null, 'the operator has every table');

select tests.is(
  (select array_agg(relname::text) from pg_class where relnamespace = 'private'::regnamespace and relkind in ('r', 'v', 'm')),
  null, 'the schema that policies ask stores nothing');

-- The app words 42501 itself: a function that knows who may do it says so under a code of its own.
select tests.is(
  (select array_agg(proname::text) from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosrc ~ '''42501'''),
  null, 'no function of ours refuses with a code that the app has no words for');

select tests.is(
  (select string_agg(format('%s: %s', code, functions), E'\n') from (
    select code[1] as code, string_agg(distinct proname, ' ') as functions, count(distinct proname) as several
    from pg_proc, regexp_matches(prosrc, '''(TR\d{3})''', 'g') as code
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    group by code[1]
  ) as codes where several > 1),
  null, 'each code of a refusal belongs to one function');

-- Columns whose values a request can make large, and what bounds them. Beyond a few letters a value has to count for a workspace's room.
create function tests.free_columns() returns setof text language sql as $$
  select format('%s.%s', attrelid::regclass, attname)
  from pg_attribute
  join pg_class on pg_class.oid = attrelid and relkind in ('r', 'p')
  join pg_type on pg_type.oid = atttypid
  where relnamespace in ('public'::regnamespace, 'storage'::regnamespace) and attnum > 0 and not attisdropped
    and (typname in ('text', 'varchar', 'json', 'jsonb', 'bytea') or typcategory = 'A') and not exists (
      select from pg_constraint
      where conrelid = attrelid and contype = 'c' and attnum = any (conkey)
        and pg_get_constraintdef(pg_constraint.oid)
          ~ format('char_length\(%1$s\) <= \d{1,4}\)|char_length\(%1$s\) >= 1\) AND \(char_length\(%1$s\) <= \d{1,4}\)|\(%1$s = (ANY \(ARRAY\[)?''', attname)
    )
$$;
create temporary table bounds (name text, bound text);
insert into bounds values
  ('page_documents.state', 'counted'), ('page_former_documents.state', 'counted'), ('page_former_documents.updates', 'counted'),
  ('page_updates.update', 'counted as bytes of page_documents'), ('page_notion_syncs.blocks', 'counted'),
  ('page_notion_syncs.local_text', 'counted'), ('page_notion_syncs.remote_text', 'counted'), ('page_origins.changes', 'counted'),
  ('page_origins.files', 'counted'), ('page_texts.content', 'counted'), ('page_versions.description', 'counted'),
  ('pages.content', 'counted'), ('templates.content', 'counted'),
  ('page_activity.new_name', 'counted'), ('page_activity.old_name', 'counted'),
  -- Made from a text that is counted, and no longer than it.
  ('page_aliases.key', 'from the page''s text'), ('page_aliases.name', 'from the page''s text'), ('page_search.title', 'from the page''s name'),
  ('page_search.words', 'from the page''s text'), ('page_search_parts.words', 'from the page''s text'), ('page_wiki_links.key', 'from the page''s text'), ('page_wiki_links.target', 'from the page''s text'),
  ('page_versions.name', 'a page''s name'), ('page_notion_syncs.local_name', 'a page''s name'), ('page_notion_syncs.remote_name', 'a page''s name'),
  ('page_files.name', 'checked by private.check_file'), ('page_files.media_type', 'checked by private.check_file'),
  ('page_files.object_name', 'made by public.add_page_file'),
  ('storage.objects.name', '1,024 letters, by the Storage API'), ('storage.objects.path_tokens', 'made from its name'),
  ('storage.objects.metadata', 'made by the Storage API'), ('storage.objects.user_metadata', 'bounded by private.bound_file_notes'),
  ('storage.objects.bucket_id', 'the name of a bucket'), ('storage.objects.version', 'made by the Storage API'),
  ('storage.objects.owner_id', 'an id'), ('storage.buckets.allowed_mime_types', 'the operator''s'), ('storage.buckets.id', 'the operator''s'),
  ('storage.buckets.name', 'the operator''s'), ('storage.buckets.owner_id', 'an id'),
  ('page_text_files.digest', 'a hash'), ('page_texts.digest', 'a hash'), ('page_versions.digest', 'a hash'),
  ('page_notion_syncs.clean_hash', 'a hash'), ('organization_invitations.token_hash', 'a hash'), ('deleted_invitations.address_hash', 'a hash'),
  ('page_notion_syncs.icon', 'an icon'), ('pages.icon', 'an icon'), ('page_notion_syncs.notion_page_id', 'Notion''s id'), ('page_notion_syncs.reason', 'a code'),
  ('page_work.problem', 'a code'), ('user_profiles.email', 'an address');
insert into bounds select free, 'one row of a workspace' from tests.free_columns() as free where free like 'notion_connections.%';
select tests.is(
  (select string_agg(coalesce(free, bounds.name), ' ') from tests.free_columns() as free full join bounds on bounds.name = free
    where free is null or bounds.name is null),
  null, 'of each column of free size it is known what bounds it');
select tests.is(
  (select string_agg(name, ' ') from bounds
    where bound = 'counted' and (select prosrc from pg_proc where oid = 'private.bytes_in(uuid)'::regprocedure)
      !~ format('\m(pg_column_size|octet_length)\(\w+\.%s\)[^;]*from public\.%s\M', split_part(name, '.', 2), split_part(name, '.', 1))),
  null, 'and one function counts those that a workspace''s room bounds');

-- Tables to which requests can add rows without an end, and what ends them. Beyond an account's few, a row has to count for a workspace's room.
create temporary table row_bounds (name text, bound text);
insert into row_bounds values
  ('organizations', '100 of an account, by private.limit_founded_organizations'), ('organization_members', 'one of an account and a workspace'),
  ('former_members', 'one of an account and a workspace'), ('user_profiles', 'one of an account'),
  ('organization_invitations', 'by private.count_invitations and private.forget_old_invitations'), ('deleted_invitations', 'one hour''s'),
  ('pages', 'counted'), ('page_texts', 'counted'), ('page_versions', 'counted'), ('page_documents', 'counted'), ('page_former_documents', 'counted'),
  ('page_updates', 'counted with page_documents'), ('templates', 'counted'), ('page_origins', 'counted'), ('page_notion_syncs', 'counted'),
  ('page_activity', 'counted'), ('page_files', 'counted'),
  ('page_favorites', 'one of a page and a member'),
  ('page_shares', 'one of a page'), ('page_search', 'one of a page'), ('page_work', 'one of a page'),
  -- A page that is gone leaves a line of activity as well, which counts.
  ('page_changes', 'one of a page'),
  ('page_version_authors', 'one of a version and a member'), ('page_search_parts', 'from the page''s text'),
  ('page_links', '1,000 of a text'), ('page_wiki_links', '1,000 of a text'), ('page_aliases', 'from the page''s text'),
  ('page_text_files', 'one of a file and a text'), ('page_file_uses', 'one of a file and a page'),
  ('template_file_uses', 'one of a file and a template'), ('page_file_work', 'until the next work'),
  ('page_unused_names', 'one of a file and a page'),
  ('notion_connections', 'one of a workspace'), ('notion_authorizations', 'until they expire'), ('notion_sync_runs', 'one of a workspace'),
  ('notion_request_budgets', 'one of a workspace');
select tests.is(
  (select string_agg(coalesce(relname, row_bounds.name), ' ' order by coalesce(relname, row_bounds.name))
    from (select relname::text from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')) as tables
    full join row_bounds on row_bounds.name = relname where relname is null or row_bounds.name is null),
  null, 'of each table it is known what bounds its rows');
select tests.is(
  (select string_agg(name, ' ') from row_bounds
    where bound = 'counted' and (select prosrc from pg_proc where oid = 'private.bytes_in(uuid)'::regprocedure) !~ format('from public\.%s\M', name)),
  null, 'and the rows of a workspace count for its room');

-- Siblings ask the same. Policies do so for whoever calls with their own rights; a function with its owner's rights asks itself, or
-- one that it calls does.
create view tests.asked as
with recursive known as (
  select pg_proc.oid, pronamespace::regnamespace::text || '.' || proname as name, proname::text as short, prosrc, prosecdef from pg_proc
  where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
), reached (top, oid) as (
  select known.oid, known.oid from known
  union
  select reached.top, called.oid from reached
  join known as caller on caller.oid = reached.oid
  join known as called on strpos(caller.prosrc, called.name || '(') > 0
)
select known.*, string_agg(part.prosrc, E'\n') as whole
from reached join known on known.oid = reached.top join known as part on part.oid = reached.oid
group by known.oid, known.name, known.short, known.prosrc, known.prosecdef;
create function tests.lacking(rule text, role text default 'authenticated') returns text[] language sql stable as $$
  select coalesce(array_agg(short order by short), '{}') from tests.asked
  where prosecdef and name like 'public.%' and has_function_privilege(role, oid, 'execute') and whole !~ rule
$$;

select tests.is(tests.lacking('private\.has_passed_second_step\('),
  array['get_public_page', 'get_public_place', 'has_password', 'list_public_files', 'list_public_titles', 'public_pages_among'],
  'every function with rights of its own asks for the second step, but those for everybody');
select tests.is(
  (select array_agg(short order by short) from tests.asked
    where prosecdef and name like 'public.%' and has_function_privilege('authenticated', oid, 'execute') and whole ~ 'public\.(pages|page_\w+|templates|template_\w+)\M'
      and whole !~ 'private\.(sees_page|open_pages|my_organization_ids)\('),
  -- The first looks whether the workspace that came with the account was used, the second counts what goes with the account.
  array['accept_invitation', 'preview_account_deletion'],
  'one that reads pages, versions, files, the trash or templates asks who sees the page, or whether everybody does');
select tests.is(
  (select array_agg(short order by short) from tests.asked
    where name like 'public.%' and has_function_privilege('anon', oid, 'execute') and whole !~ 'private\.open_pages\('),
  array['look_up_invitation'], 'whoever has no account is told of public pages alone, and of an invitation whose secret they have');
select tests.is(
  (select array_agg(short order by short) from tests.asked where prosrc ~ 'insert into public\.(page_file_uses|page_text_files|template_file_uses)\M'),
  array['use_copied_files', 'use_files', 'use_kept_files', 'use_template_files'],
  'four functions give a file to a text');
select tests.is(
  (select array_agg(short order by short) from tests.asked
    where prosrc ~ 'private\.use_files\(' and prosrc !~ 'private\.(files_for|files_for_page)\('),
  -- A file that the caller has just put into the page.
  array['add_page_file'], 'and who calls one of them by a text''s words asks what its writers read');
select tests.is(
  (select array_agg(short order by short) from tests.asked where prosrc ~ 'private\.my_organization_ids\([^)]*\)[^;]*lock_tree|lock_tree\([^;]*my_organization_ids'),
  array['empty_trash', 'lock_tree_of'], 'no function locks the trees of all the caller''s workspaces: these lock one of them');
