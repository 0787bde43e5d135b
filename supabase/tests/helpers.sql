-- The vocabulary of the stories in this folder: people to act as, and assertions that answer one line of TAP each.
-- A story runs in a transaction that is rolled back, after this file:
--   (echo 'begin;'; cat helpers.sql pages.sql; echo 'rollback;') | psql --quiet --tuples-only --no-align …

create schema tests;
grant usage on schema tests to anon, authenticated, service_role;

-- Makes an account as signing up does. Names are unique within a story.
create function tests.create_user(name text) returns uuid
language sql
as $$
  insert into auth.users (id, email, raw_user_meta_data)
  values (gen_random_uuid(), lower(name) || '@example.test', jsonb_build_object('full_name', name))
  returning id
$$;

create function tests.user_id(name text) returns uuid
language sql stable security definer
as $$ select id from auth.users where email = lower(name) || '@example.test' $$;

-- The workspace that an account got when it was made.
create function tests.first_organization(person text) returns uuid
language sql stable security definer
as $$
  select id from public.organizations where created_by = tests.user_id(person) order by created_at, id limit 1
$$;

-- Puts someone into a workspace, as accepting an invitation will.
create function tests.join_organization(name text, organization_id uuid, role text default 'member') returns void
language sql security definer
as $$
  insert into public.organization_members (organization_id, user_id, role)
  values (organization_id, tests.user_id(name), role)
$$;

-- From here on, statements come as the Data API would send them: in this role, with these claims.
create function tests.act(role text, claims text) returns void
language plpgsql
as $$
begin
  perform set_config('role', 'none', true);
  perform set_config('request.jwt.claims', claims, true);
  perform set_config('role', role, true);
end
$$;

create function tests.act_as(name text) returns void
language sql
as $$
  select tests.act('authenticated', jsonb_build_object('sub', tests.user_id(name), 'role', 'authenticated')::text)
$$;

create function tests.act_as_anon() returns void
language sql
as $$ select tests.act('anon', '{"role":"anon"}') $$;

create function tests.act_as_service() returns void
language sql
as $$ select tests.act('service_role', '{"role":"service_role"}') $$;

-- Runs the job that the clock runs every two seconds.
create function tests.work_off_pages() returns integer
language sql security definer
as $$ select private.work_off_pages(60000) $$;

-- The owner of the schema, who sees everything: to check what really is in the tables.
create function tests.act_as_owner() returns void
language sql
as $$ select tests.act('none', '') $$;

create function tests.ok(passed boolean, description text, detail text default '') returns text
language sql
as $$
  select case when passed then 'ok - ' || description
    else 'not ok - ' || description || E'\n# ' || coalesce(detail, 'null') end
$$;

create function tests.is(actual anyelement, expected anyelement, description text) returns text
language sql
as $$
  select tests.ok(actual is not distinct from expected, description,
    format('got %s instead of %s', coalesce(actual::text, 'null'), coalesce(expected::text, 'null')))
$$;

-- A statement that must be refused with this SQLSTATE.
create function tests.throws(statement text, code text, description text) returns text
language plpgsql
as $$
begin
  execute statement;
  return tests.ok(false, description, 'nothing was raised');
exception when others then
  return tests.ok(sqlstate = code, description, format('raised %s: %s', sqlstate, sqlerrm));
end
$$;

-- A statement that is allowed, and how many rows it touches: a policy's USING hides rows without an error.
create function tests.affects(statement text, expected integer, description text) returns text
language plpgsql
as $$
declare
  affected integer;
begin
  execute statement;
  get diagnostics affected = row_count;
  return tests.ok(affected = expected, description, format('%s rows instead of %s', affected, expected));
exception when others then
  return tests.ok(false, description, format('raised %s: %s', sqlstate, sqlerrm));
end
$$;
