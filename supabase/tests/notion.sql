-- Connections to Notion: no client reads or writes them, whatever its role.

select tests.create_user('Ann');
select tests.create_user('Bob');
select tests.create_user('Eve');
select tests.join_organization('Bob', tests.first_organization('Ann'), 'admin');

create function tests.refused(who text) returns setof text
language sql
as $$
  select tests.throws(statement, '42501', who || ': ' || statement)
  from unnest(array[
    'select * from public.notion_connections',
    'select access_token from public.notion_connections',
    'insert into public.notion_connections (organization_id, kind, access_token) values (gen_random_uuid(), ''token'', ''v1.x'')',
    'update public.notion_connections set connected_by = null',
    'delete from public.notion_connections',
    'select * from public.notion_authorizations',
    'insert into public.notion_authorizations (organization_id, user_id, expires_at) values (gen_random_uuid(), gen_random_uuid(), now())',
    'update public.notion_authorizations set expires_at = ''infinity''',
    'delete from public.notion_authorizations',
    'select public.claim_notion_refresh(gen_random_uuid(), gen_random_uuid())'
  ]) as statement
$$;
grant execute on function tests.refused(text) to anon, authenticated;

select tests.act_as_service();
insert into public.notion_connections (organization_id, token_id, kind, connected_by, access_token)
  values (tests.first_organization('Ann'), '00000000-0000-4000-8000-000000000001', 'oauth', tests.user_id('Ann'), 'v1.x');
insert into public.notion_authorizations (organization_id, user_id, expires_at)
  values (tests.first_organization('Ann'), tests.user_id('Ann'), now() + interval '1 minute');

select tests.act_as('Ann');
select tests.refused('the owner');
select tests.act_as('Bob');
select tests.refused('an admin');
select tests.act_as('Eve');
select tests.refused('an outsider');
select tests.act_as_anon();
select tests.refused('anonymous');

select tests.act_as_owner();
-- Grants are one lock, row-level security the second.
grant select on public.notion_connections, public.notion_authorizations to authenticated;
select tests.act_as('Ann');
select tests.is(
  (select count(*) from public.notion_connections) + (select count(*) from public.notion_authorizations),
  0::bigint, 'with both grants, row-level security still shows nothing');

select tests.act_as_service();
select tests.is(
  (select (kind, status, access_token) from public.notion_connections), ('oauth'::text, 'connected'::text, 'v1.x'::text),
  'nothing was changed');
select tests.throws(
  $$update public.notion_connections set access_token = 'ntn_plain'$$, '23514', 'a token that is not encrypted is not kept');

-- Refreshing
select tests.is(
  public.claim_notion_refresh(tests.first_organization('Ann'), gen_random_uuid()),
  false, 'an old token is not refreshed');
select tests.is(
  public.claim_notion_refresh(tests.first_organization('Ann'), '00000000-0000-4000-8000-000000000001'),
  true, 'one caller replaces it');
select tests.is(
  public.claim_notion_refresh(tests.first_organization('Ann'), '00000000-0000-4000-8000-000000000001'),
  false, 'and nobody else at the same time');
update public.notion_connections set refreshing_until = clock_timestamp() - interval '1 second';
select tests.is(
  public.claim_notion_refresh(tests.first_organization('Ann'), '00000000-0000-4000-8000-000000000001'),
  true, 'until that takes too long');

select tests.act_as_owner();
delete from public.user_profiles where id = tests.user_id('Bob');
select tests.affects($$delete from public.organizations where id = tests.first_organization('Ann')$$, 1, 'the workspace is deleted');
select tests.is(
  (select count(*) from public.notion_connections) + (select count(*) from public.notion_authorizations),
  0::bigint, 'and its connection with it');
