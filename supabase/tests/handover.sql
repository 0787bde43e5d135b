-- Handing a workspace over. Olga owns it; Adam is its admin, Mia a member, Sam suspended, Otto an outsider.

select tests.create_user(name) from unnest(array['Olga', 'Adam', 'Mia', 'Sam', 'Otto']) as name;
select set_config('story.org', tests.first_organization('Olga')::text, true);
select tests.join_organization('Adam', current_setting('story.org')::uuid, 'admin');
select tests.join_organization(name, current_setting('story.org')::uuid) from unnest(array['Mia', 'Sam']) as name;
update public.organization_members set status = 'suspended' where user_id = tests.user_id('Sam')
  and organization_id = current_setting('story.org')::uuid;

create function tests.hand_over(name text) returns text language sql security definer as $$
  select format('select public.hand_over_ownership(%L, %L)', current_setting('story.org'),
    (select id from public.organization_members
      where user_id = tests.user_id(name)
      order by organization_id = current_setting('story.org')::uuid desc limit 1))
$$;
create function tests.roles() returns text language sql volatile security definer as $$
  select string_agg(full_name || ' ' || role, ', ' order by full_name)
  from public.organization_members join public.user_profiles on user_profiles.id = user_id
  where organization_id = current_setting('story.org')::uuid
$$;

select tests.act_as('Otto');
select tests.throws(tests.hand_over('Otto'), 'TR043', 'an outsider takes nothing over');
select tests.act_as('Mia');
select tests.throws(tests.hand_over('Mia'), 'TR043', 'a member takes nothing over');
select tests.throws(tests.hand_over('Adam'), 'TR043', 'and hands nothing over');
select tests.act_as('Adam');
select tests.throws(tests.hand_over('Adam'), 'TR043', 'an admin takes nothing over');
select tests.throws(tests.hand_over('Mia'), 'TR043', 'and hands nothing over');
select tests.act_as_anon();
select tests.throws(tests.hand_over('Mia'), '42501', 'without an account nobody hands over');
select tests.act_as('Olga');
select tests.throws(tests.hand_over('Olga'), 'TR043', 'an owner does not hand over to themselves');
select tests.throws(tests.hand_over('Otto'), 'TR043', 'nor to an outsider');
select tests.throws(tests.hand_over('Sam'), 'TR043', 'nor to somebody suspended');
select tests.throws(format('select public.hand_over_ownership(%L, gen_random_uuid())', current_setting('story.org')), 'TR043', 'nor to a missing person');
select tests.is(tests.roles(), 'Adam admin, Mia member, Olga owner, Sam member', 'all of that changed nothing');

select tests.act_as_owner();
insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
  values (gen_random_uuid(), tests.user_id('Olga'), 'totp', 'verified', 'x', now(), now());
select tests.act_as('Olga');
select tests.throws(tests.hand_over('Mia'), 'TR043', 'without the second step an owner hands nothing over');
select tests.act_as_owner();
delete from auth.mfa_factors;

select tests.act_as('Olga');
select tests.affects(tests.hand_over('Mia'), 1, 'an owner hands over to a member');
select tests.is(tests.roles(), 'Adam admin, Mia owner, Olga admin, Sam member', 'and is an admin then');
select tests.throws(tests.hand_over('Adam'), 'TR043', 'and can hand over nothing any more');
