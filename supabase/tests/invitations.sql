-- Making, reading, taking back and accepting invitations. Olga owns a workspace; Adam is its admin, Mia
-- a member, Otto an outsider; Nina and Nils are new.

select tests.create_user(name) from unnest(array['Olga', 'Adam', 'Mia', 'Otto', 'Nina', 'Nils', 'Nora']) as name;
update auth.users set email_confirmed_at = now();
select set_config('story.org', tests.first_organization('Olga')::text, true);
select tests.join_organization('Adam', current_setting('story.org')::uuid, 'admin');
select tests.join_organization('Mia', current_setting('story.org')::uuid);

create function tests.invite(address text, role text default 'member') returns text language sql as $$
  select format('select set_config(%L, token, true) from public.create_invitations(%L, array[%L], %L)',
    'story.token', current_setting('story.org'), address, role)
$$;
create function tests.link(role text default 'member', days integer default 7, max_uses integer default null)
returns text language sql as $$
  select format('select set_config(%L, token, true) from public.create_join_link(%L, %L, %s, %s)',
    'story.token', current_setting('story.org'), role, coalesce(days::text, 'null'), coalesce(max_uses::text, 'null'))
$$;
create function tests.accept() returns text language sql as $$
  select format('select public.accept_invitation(%L)', current_setting('story.token'))
$$;
create function tests.latest() returns uuid language sql volatile security definer as $$
  select id from public.organization_invitations
  where token_hash = encode(sha256(convert_to(current_setting('story.token'), 'UTF8')), 'hex')
$$;
create function tests.revoke_it() returns text language sql as $$
  select format('select public.revoke_invitation(%L)', tests.latest())
$$;
create function tests.role_of(name text) returns text language sql volatile security definer as $$
  select role from public.organization_members
  where user_id = tests.user_id(name) and organization_id = current_setting('story.org')::uuid
$$;
create function tests.looked_up() returns text language sql volatile as $$
  select concat_ws(' ', state, role, coalesce(email, 'anyone'), organization_name, 'by', inviter_name, is_member)
  from public.look_up_invitation(current_setting('story.token'))
$$;
create function tests.leave_behind(name text) returns void language sql security definer as $$
  delete from public.organization_members
  where user_id = tests.user_id(name) and organization_id = current_setting('story.org')::uuid
$$;

-- Inviting
select tests.act_as('Otto');
select tests.throws(tests.invite('nina@example.test'), 'TR042', 'an outsider invites nobody');
select tests.throws(tests.link(), 'TR042', 'an outsider makes no join link');
select tests.act_as('Mia');
select tests.throws(tests.invite('nina@example.test'), 'TR042', 'a member invites nobody');
select tests.throws(tests.link(), 'TR042', 'a member makes no join link');
select tests.act_as_anon();
select tests.throws(tests.invite('nina@example.test'), '42501', 'without an account nobody invites');
select tests.throws(tests.link(), '42501', 'without an account nobody makes a join link');
select tests.throws('select id from public.organization_invitations', '42501', 'without an account nobody reads invitations');
select tests.act_as('Adam');
select tests.throws(tests.invite('nina@example.test', 'owner'), 'TR027', 'an admin invites no owner');
select tests.throws(tests.link('owner'), 'TR027', 'no link makes owners');
select tests.act_as('Olga');
select tests.throws(tests.invite('nina@example.test', 'owner'), 'TR027', 'not even an owner invites an owner');
select tests.throws(tests.invite('nina@example.test', null), 'TR027', 'an invitation has a role');
select tests.throws(tests.invite(address), 'TR026', 'nobody is invited at ' || to_json(address))
  from unnest(array['', '  ', 'nina', 'nina@example', 'ni na@example.test', 'a@b@example.test', repeat('a', 250) || '@example.test',
    'a,nina@example.test', 'nina@example.test;', '<nina@example.test', 'a:nina@example.test', '"a"nina@example.test', '(a)nina@example.test',
    'nina\@example.test', 'nina@[example.test', E'nina\u0001@example.test']) as address;
select tests.throws(format('select public.create_invitations(%L, array(select n || ''@example.test'' from generate_series(1, 51) as n))',
  current_setting('story.org')), 'TR026', 'fifty addresses at once are the most');
select tests.throws(format('select public.create_invitations(%L, array[''nils@example.test'', ''nina''])', current_setting('story.org')),
  'TR026', 'one wrong address, and nobody is invited');
select tests.throws(format('select public.create_invitations(%L, null)', current_setting('story.org')), 'TR026', 'an empty list invites nobody');
select tests.throws(tests.link('member', days, uses), 'TR028', 'no join link for ' || concat_ws(' days, ', days, uses))
  from (values (0, 1), (91, 1), (null, 1), (7, 0), (7, 1001)) as wrong (days, uses);
select tests.act_as_owner();
select tests.is((select count(*) from public.organization_invitations), 0::bigint, 'all of that invited nobody');

select tests.act_as('Adam');
select tests.is((select string_agg(concat_ws(' ', email, is_member, token is not null, may_be_mailed, expires_at > now() + interval '6 days'), ', ' order by email)
    from public.create_invitations(current_setting('story.org')::uuid, array[' Nina@Example.test ', 'nils@example.test', 'mia@example.test', 'NINA@example.test'])),
  'mia@example.test t f f, nils@example.test f t t t, nina@example.test f t t t',
  'several addresses at once are invited, each once, and no member again');
select tests.is((select string_agg(concat_ws(' ', email, role, uses), ', ' order by email) from public.organization_invitations),
  'nils@example.test member 0, nina@example.test member 0', 'an admin reads who is invited');
select tests.throws('select token_hash from public.organization_invitations', '42501', 'nobody reads even the hash of a secret');
select tests.throws('select * from public.organization_invitations', '42501', 'nor with everything else');
select tests.throws(format('insert into public.organization_invitations (organization_id, token_hash, expires_at) values (%L, ''x'', now())',
  current_setting('story.org')), '42501', 'an invitation is made by its function only');
select tests.throws($$update public.organization_invitations set role = 'admin'$$, '42501', 'nobody changes an invitation');
select tests.throws('delete from public.organization_invitations', '42501', 'nobody deletes an invitation');
select tests.act_as('Mia');
select tests.is((select count(*) from (select id from public.organization_invitations) as seen), 0::bigint, 'a member does not read who is invited');
select tests.act_as('Otto');
select tests.is((select count(*) from (select id from public.organization_invitations) as seen), 0::bigint, 'an outsider does not, either');
select tests.act_as('Nina');
select tests.is((select count(*) from (select id from public.organization_invitations) as seen), 0::bigint, 'an invited person reads it by its secret only');

-- Reading and accepting
select tests.act_as('Olga');
select tests.affects(tests.invite('nina@example.test', 'admin'), 1, 'an owner invites an admin');
select tests.act_as_owner();
select tests.is((select count(*) from public.organization_invitations where email = 'nina@example.test' and revoked_at is null), 1::bigint,
  'it takes the place of the one before');
select tests.is((select count(*) from public.organization_invitations
  where current_setting('story.token') in (token_hash, id::text)), 0::bigint, 'the secret is not kept');
select tests.act_as_anon();
select tests.is(tests.looked_up(), 'open admin nina@example.test Olga''s Workspace by Olga f', 'its secret tells its content, also without an account');
select tests.is((select count(*) from public.look_up_invitation('guess')), 0::bigint, 'a guess tells nothing');
select tests.is((select count(*) from public.look_up_invitation(null)), 0::bigint, 'nothing tells nothing');
select tests.throws(tests.accept(), '42501', 'without an account nobody accepts');
select tests.act_as('Otto');
select tests.throws(tests.accept(), 'TR024', 'only the invited address accepts');
select tests.throws('select public.accept_invitation(''guess'')', 'TR020', 'a guess lets nobody in');
select tests.throws('select public.accept_invitation(null)', 'TR020', 'nothing lets nobody in');
select tests.throws(format('select public.accept_invitation(%L)', tests.latest()), 'TR020', 'its id lets nobody in');
select tests.act_as_owner();
update auth.users set email_confirmed_at = null where id = tests.user_id('Nina');
select tests.act_as('Nina');
select tests.throws(tests.accept(), 'TR024', 'an address that was not confirmed accepts nothing');
select tests.act_as_owner();
update auth.users set email_confirmed_at = now(), email = 'NINA@example.test' where id = tests.user_id('Nina');
select set_config('story.nina', id::text, true) from auth.users where email = 'NINA@example.test';
select tests.act('authenticated', jsonb_build_object('sub', current_setting('story.nina'), 'role', 'authenticated')::text);
select tests.is(public.accept_invitation(current_setting('story.token')), current_setting('story.org')::uuid, 'the invited address accepts, in whatever case');
select tests.is(tests.looked_up(), 'used anyone Olga''s Workspace by t', 'and then it is used');
select tests.act_as('Otto');
select tests.is(tests.looked_up(), 'used anyone by f', 'other people learn only that');
select tests.throws(tests.accept(), 'TR023', 'also when they try it');
select tests.act('authenticated', jsonb_build_object('sub', current_setting('story.nina'), 'role', 'authenticated')::text);
select tests.affects(tests.accept(), 1, 'accepting again is no error for a member');
select tests.act_as_owner();
update auth.users set email = 'nina@example.test' where id = current_setting('story.nina')::uuid;
select tests.is(tests.role_of('Nina'), 'admin', 'the new member has the role of the invitation');
select tests.is((select uses from public.organization_invitations where id = tests.latest()), 1, 'it counts once');
select tests.leave_behind('Nina');
select tests.act_as('Nina');
select tests.throws(tests.accept(), 'TR023', 'a removed member does not come back by it');

-- Taking back, running out
select tests.act_as('Adam');
select tests.affects(tests.invite('nils@example.test'), 1, 'an admin invites a member');
select tests.act_as('Otto');
select tests.throws(tests.revoke_it(), 'TR042', 'an outsider takes nothing back');
select tests.throws(format('select public.renew_invitation(%L)', tests.latest()), 'TR042', 'an outsider renews nothing');
select tests.act_as('Mia');
select tests.throws(tests.revoke_it(), 'TR042', 'a member takes nothing back');
select tests.throws(format('select public.renew_invitation(%L)', tests.latest()), 'TR042', 'a member renews nothing');
select tests.act_as_anon();
select tests.throws('select public.revoke_invitation(gen_random_uuid())', '42501', 'without an account nobody takes back');
select tests.throws('select public.renew_invitation(gen_random_uuid())', '42501', 'without an account nobody renews');
select tests.act_as('Olga');
select tests.throws('select public.revoke_invitation(gen_random_uuid())', 'TR042', 'a missing invitation looks like one of another workspace');
select set_config('story.old', current_setting('story.token'), true);
select tests.is((select set_config('story.token', token, true) is not null from public.renew_invitation(tests.latest())), true, 'an owner renews an invitation of an admin');
select tests.act_as('Nils');
select tests.throws(format('select public.accept_invitation(%L)', current_setting('story.old')), 'TR021', 'the old link stops to work');
select tests.is(tests.looked_up(), 'open member nils@example.test Olga''s Workspace by Olga f', 'the new one works');
select tests.act_as('Adam');
select tests.is(public.revoke_invitation(tests.latest()), true, 'an admin takes back an invitation of an owner');
select tests.is(public.revoke_invitation(tests.latest()), false, 'once');
select tests.throws(format('select public.renew_invitation(%L)', tests.latest()), 'TR021', 'an invitation taken back is not renewed');
select tests.act_as('Nils');
select tests.throws(tests.accept(), 'TR021', 'an invitation taken back lets nobody in');
select tests.is(tests.looked_up(), 'revoked anyone by f', 'and tells only that');
select tests.act_as_anon();
select tests.is(tests.looked_up(), 'revoked anyone by f', 'also without an account');
select tests.act_as('Adam');
select tests.affects(tests.invite('nils@example.test'), 1, 'and the address can be invited again');
select tests.act_as_owner();
update public.organization_invitations set expires_at = now() - interval '1 second' where id = tests.latest();
select tests.act_as('Nils');
select tests.throws(tests.accept(), 'TR022', 'an expired invitation lets nobody in');
select tests.is(tests.looked_up(), 'expired anyone by f', 'and tells only that');
select tests.act_as('Adam');
select tests.is((select set_config('story.token', token, true) is not null from public.renew_invitation(tests.latest())), true, 'an expired invitation is renewed');
select tests.act_as('Nils');
select tests.affects(tests.accept(), 1, 'and then lets the invited in');
select tests.is(tests.role_of('Nils'), 'member', 'as a member');

-- An admin who loses the role leaves no way in.
select tests.act_as('Adam');
select tests.affects(tests.invite('nora@example.test', 'admin'), 1, 'an admin invites another');
select set_config('story.invited', current_setting('story.token'), true);
select tests.affects(tests.link('admin'), 1, 'and makes a link');
select tests.act_as('Olga');
update public.organization_members set role = 'member' where user_id = tests.user_id('Adam') and organization_id = current_setting('story.org')::uuid;
select tests.act_as('Nora');
select tests.throws(tests.accept(), 'TR021', 'the link of a former admin lets nobody in');
select tests.throws(format('select public.accept_invitation(%L)', current_setting('story.invited')), 'TR021', 'nor does their invitation');
select tests.act_as('Adam');
select tests.throws(tests.invite('nora@example.test'), 'TR042', 'and they invite nobody any more');
select tests.act_as('Olga');
update public.organization_members set role = 'admin' where user_id = tests.user_id('Adam') and organization_id = current_setting('story.org')::uuid;
select tests.act_as('Adam');
select tests.affects(tests.link('admin'), 1, 'an admin again makes a link again');
select tests.act_as('Olga');
delete from public.organization_members where user_id = tests.user_id('Adam') and organization_id = current_setting('story.org')::uuid;
select tests.act_as('Nora');
select tests.throws(tests.accept(), 'TR021', 'the link of a removed admin lets nobody in');

-- Join links
select tests.act_as('Olga');
select tests.affects(tests.link('member', 7, 2), 1, 'an owner makes a link for two');
select tests.act_as_anon();
select tests.is(tests.looked_up(), 'open member anyone Olga''s Workspace by Olga f', 'a link tells its content');
select tests.act_as('Nora');
select tests.affects(tests.accept(), 1, 'its holder comes in');
select tests.affects(tests.accept(), 1, 'coming in twice');
select tests.act_as_owner();
select tests.is((select uses from public.organization_invitations where id = tests.latest()), 1, 'counts once');
select tests.act_as('Nina');
select tests.affects(tests.accept(), 1, 'the second one comes in');
select tests.act_as('Otto');
select tests.throws(tests.accept(), 'TR023', 'the third one does not');
select tests.is(tests.role_of('Otto'), null, 'and is no member');
select tests.act_as('Olga');
select tests.affects(tests.link(), 1, 'a link for any number');
select tests.is(public.revoke_invitation(tests.latest()), true, 'the link is taken back');
select tests.act_as('Otto');
select tests.throws(tests.accept(), 'TR021', 'it lets nobody in');

-- Suspended members, suspended workspaces
select tests.act_as('Olga');
select tests.affects(tests.link(), 1, 'a last link');
select tests.act_as_owner();
update public.organization_members set status = 'suspended'
  where user_id = tests.user_id('Mia') and organization_id = current_setting('story.org')::uuid;
select tests.act_as('Mia');
select tests.throws(tests.accept(), 'TR020', 'a suspended member does not come back by a link');
select tests.act_as_owner();
update public.organizations set status = 'suspended' where id = current_setting('story.org')::uuid;
select tests.act_as('Otto');
select tests.throws(tests.accept(), 'TR020', 'a suspended workspace lets nobody in');
select tests.is(tests.looked_up(), null, 'and tells nothing');
select tests.act_as('Olga');
select tests.throws(tests.invite('otto@example.test'), 'TR042', 'nobody invites into it');

-- The second step
select tests.act_as_owner();
update public.organizations set status = 'active' where id = current_setting('story.org')::uuid;
insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
  select gen_random_uuid(), tests.user_id(name), 'totp', 'verified', 'x', now(), now() from unnest(array['Olga', 'Otto']) as name;
select tests.act_as('Olga');
select tests.throws(tests.invite('otto@example.test'), 'TR042', 'without the second step an owner invites nobody');
select tests.throws(tests.link(), 'TR042', 'and makes no link');
select tests.throws(tests.revoke_it(), 'TR042', 'and takes nothing back');
select tests.is((select count(*) from (select id from public.organization_invitations) as seen), 0::bigint, 'and reads no invitation');
select tests.act_as('Otto');
select tests.throws(tests.accept(), 'TR044', 'without the second step nobody accepts');
select tests.act('authenticated', jsonb_build_object('sub', tests.user_id('Otto'), 'role', 'authenticated', 'aal', 'aal2')::text);
select tests.affects(tests.accept(), 1, 'with it they do');

-- How many
select tests.act_as_owner();
delete from auth.mfa_factors;
select tests.act_as('Olga');
select tests.is((select string_agg(may_be_mailed::text, ' ')
    from generate_series(1, 5) as n,
      lateral public.create_invitations(current_setting('story.org')::uuid, array['new@example.test' || left(n::text, 0)])),
  'true true true false false', 'an address gets three mails an hour');
select tests.affects(format('select public.create_invitations(%L, array(select n || ''@example.test'' from generate_series(1, 50) as n))',
  current_setting('story.org')), 50, 'fifty are invited at once');
select tests.throws(format('select public.create_invitations(%L, array(select n || ''b@example.test'' from generate_series(1, 50) as n))',
  current_setting('story.org')), 'TR025', 'nobody invites more than a hundred an hour');
select tests.act_as_owner();
update public.organization_invitations set created_at = created_at - interval '2 hours';
select tests.act_as('Olga');
select tests.affects(format('select public.create_invitations(%L, array(select n || ''b@example.test'' from generate_series(1, 50) as n))',
  current_setting('story.org')), 50, 'an hour later it goes on');

select tests.act_as_owner();
delete from public.organization_invitations;
select tests.act_as('Olga');
select tests.throws(format('select public.create_invitations(%L, array(select n || ''c@example.test'' from generate_series(1, 51) as n))',
  current_setting('story.org')), 'TR026', 'fifty at once are the most, as before');
select tests.affects(format('select public.create_invitations(%L, array(select n || ''c@example.test'' from generate_series(1, 50) as n))',
  current_setting('story.org')), 50, 'fifty more');
select tests.throws(tests.invite('one.more@example.test'), 'TR025', 'invitations that are deleted with their workspace count for an hour');
select tests.act_as_owner();
update public.deleted_invitations set created_at = created_at - interval '2 hours';
update public.organization_invitations set created_at = created_at - interval '2 hours' where email like '%c@%';
select tests.act_as('Olga');
select tests.is((select string_agg(may_be_mailed::text, ' ') from generate_series(1, 2) as n,
    lateral public.create_invitations(current_setting('story.org')::uuid, array['again@example.test' || left(n::text, 0)])),
  'true true', 'an hour later they no longer count');
select tests.act_as_owner();
delete from public.organization_invitations;
select tests.is((select count(*) from public.deleted_invitations), 2::bigint, 'rows older than an hour are forgotten');
select tests.act_as('Olga');
select tests.is((select string_agg(may_be_mailed::text, ' ') from generate_series(1, 2) as n,
    lateral public.create_invitations(current_setting('story.org')::uuid, array['again@example.test' || left(n::text, 0)])),
  'true false', 'and the mails to an address are counted across them');

-- The workspace that signing up made
select tests.act_as_owner();
select tests.create_user(name) from unnest(array['Una', 'Uta', 'Udo', 'Ugo', 'Ulf']) as name;
update auth.users set email_confirmed_at = now();
create function tests.own_workspaces(person text) returns bigint language sql stable security definer as $$
  select count(*) from public.organizations where created_by = tests.user_id(person)
$$;
select tests.act_as('Uta');
select tests.affects(format('insert into public.pages (organization_id, name) values (%L, ''Plan'')', tests.first_organization('Uta')), 1, 'Uta writes a page of her own');
select tests.act_as('Udo');
select tests.affects(format('update public.organizations set name = ''Udo Ltd'' where id = %L', tests.first_organization('Udo')), 1, 'Udo names his workspace');
select tests.act_as_owner();
select tests.join_organization('Mia', tests.first_organization('Ugo'));
select tests.act_as('Olga');
select tests.affects(tests.link(), 1, 'there is a join link');
select tests.act_as_owner();
update public.organization_invitations set created_at = now() - interval '1 day' where id = tests.latest();
select tests.act_as('Una');
select tests.affects(tests.accept(), 1, 'Una, who signed up for it and did nothing else, comes in');
select tests.is(tests.own_workspaces('Una'), 0::bigint, 'and has no second, empty workspace');
select tests.is((select count(*) from public.organization_members where user_id = tests.user_id('Una')), 1::bigint, 'she is in the one that she was invited to');
select tests.act_as('Uta');
select tests.affects(tests.accept(), 1, 'Uta comes in');
select tests.is(tests.own_workspaces('Uta'), 1::bigint, 'and keeps hers, which has a page');
select tests.act_as('Udo');
select tests.affects(tests.accept(), 1, 'Udo comes in');
select tests.is(tests.own_workspaces('Udo'), 1::bigint, 'and keeps his, which he has named');
select tests.act_as('Ugo');
select tests.affects(tests.accept(), 1, 'Ugo comes in');
select tests.is(tests.own_workspaces('Ugo'), 1::bigint, 'and keeps his, which has another member');
select tests.act_as_owner();
update public.organization_invitations set created_at = now() + interval '1 day' where id = tests.latest();
select tests.act_as('Ulf');
select tests.affects(tests.accept(), 1, 'Ulf, whose account is older than the invitation, comes in');
select tests.is(tests.own_workspaces('Ulf'), 1::bigint, 'and keeps his, although it is empty');
select tests.throws($$select private.drop_unused_welcome(auth.uid(), gen_random_uuid(), now())$$, '42501', 'nobody drops a workspace so by themselves');

-- Removed members
select tests.act_as_owner();
select tests.create_user('Noel');
update auth.users set email_confirmed_at = now();
select tests.act_as('Olga');
select tests.affects(tests.invite('noel@example.test', 'admin'), 1, 'Noel is invited');
select set_config('story.invited', current_setting('story.token'), true);
select tests.affects(tests.link(), 1, 'and there is a link');
select tests.act_as('Noel');
select tests.affects(tests.accept(), 1, 'Noel comes in by the link');
select tests.act_as_owner();
select tests.leave_behind('Noel');
select tests.act_as('Noel');
select tests.throws(format('select public.accept_invitation(%L)', current_setting('story.invited')), 'TR021',
  'a removed member does not come back by an earlier invitation');

-- Old ones go
select tests.act_as_owner();
insert into public.organization_invitations (organization_id, token_hash, created_at, expires_at, revoked_at)
select current_setting('story.org')::uuid, 'old' || n, now() - make_interval(days => n), now() - make_interval(days => n - 90), now() from generate_series(179, 182) as n;
select tests.act_as('Olga');
select public.create_join_link(current_setting('story.org')::uuid);
select tests.act_as_owner();
select tests.is((select array_agg(token_hash order by token_hash) from public.organization_invitations where token_hash like 'old%'),
  array['old179'], 'a new invitation clears those of half a year ago away');

-- Deleted accounts and workspaces
select tests.act_as_owner();
select tests.create_user('Olaf');
select tests.join_organization('Olaf', current_setting('story.org')::uuid, 'owner');
delete from auth.users where id = tests.user_id('Olga');
select tests.is((select count(*) from public.organization_invitations where organization_id = current_setting('story.org')::uuid
  and revoked_at is null and uses < coalesce(max_uses, uses + 1)), 0::bigint, 'a removed account leaves no way in behind');
delete from public.organizations where id = current_setting('story.org')::uuid;
select tests.is((select count(*) from public.organization_invitations where organization_id = current_setting('story.org')::uuid), 0::bigint,
  'invitations go with their workspace');
