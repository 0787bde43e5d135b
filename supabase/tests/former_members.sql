-- Former members come back only by invitations and links that were made afterwards. Olga owns a workspace, Adam is its
-- admin, Mia and Max are members, Nora is new.

select tests.create_user(name) from unnest(array['Olga', 'Adam', 'Mia', 'Max', 'Nora']) as name;
update auth.users set email_confirmed_at = now();
select set_config('story.org', tests.first_organization('Olga')::text, true);
select tests.join_organization(name, current_setting('story.org')::uuid, role)
  from (values ('Adam', 'admin'), ('Mia', 'member'), ('Max', 'member')) as member (name, role);

-- Each keeps what it makes under a name.
create function tests.link(name text, role text default 'member') returns text language sql as $$
  select set_config('story.' || name, token, true) from public.create_join_link(current_setting('story.org')::uuid, role)
$$;
create function tests.invite(name text, person text, role text default 'member') returns text language sql as $$
  select set_config('story.' || name, token, true)
  from public.create_invitations(current_setting('story.org')::uuid, array[lower(person) || '@example.test'], role)
$$;
create function tests.accept(name text) returns text language sql as $$
  select format('select public.accept_invitation(%L)', current_setting('story.' || name))
$$;
create function tests.looked_up(name text) returns text language sql volatile as $$
  select concat_ws(' ', state, organization_name, inviter_name, role, email, is_member)
  from public.look_up_invitation(current_setting('story.' || name))
$$;
create function tests.role_of(name text) returns text language sql volatile security definer as $$
  select role from public.organization_members
  where user_id = tests.user_id(name) and organization_id = current_setting('story.org')::uuid
$$;
create function tests.remove(name text) returns text language sql as $$
  select format('delete from public.organization_members where user_id = %L and organization_id = %L',
    tests.user_id(name), current_setting('story.org'))
$$;
create function tests.make(name text, new_role text) returns text language sql as $$
  select format('update public.organization_members set role = %L where user_id = %L and organization_id = %L',
    new_role, tests.user_id(name), current_setting('story.org'))
$$;
create function tests.close_links() returns text language sql as $$
  select format('select public.revoke_join_links(%L)', current_setting('story.org'))
$$;

-- Removed
select tests.act_as('Olga');
select tests.link('link');
select tests.link('admins', 'admin');
select tests.invite('other_mailbox', 'Mia.Second');
select tests.affects(tests.remove('Mia'), 1, 'Mia is removed');
select tests.act_as('Mia');
select tests.throws(tests.accept('link'), 'TR029', 'she does not come back by a link that she had');
select tests.throws(tests.accept('admins'), 'TR029', 'nor by any other link from before');
select tests.is(tests.looked_up('link'), 'refused f', 'the link tells her that it is not for her, and nothing else');
select tests.is(tests.role_of('Mia'), null, 'she is no member');
select tests.act_as('Nora');
select tests.affects(tests.accept('link'), 1, 'other people come in by it as before');
select tests.act_as_owner();
select set_config('story.mia', tests.user_id('Mia')::text, true);
update auth.users set email = 'mia.second@example.test' where id = current_setting('story.mia')::uuid;
select tests.act('authenticated', jsonb_build_object('sub', current_setting('story.mia'), 'role', 'authenticated')::text);
select tests.throws(tests.accept('other_mailbox'), 'TR029', 'another address of hers does not help her to an earlier invitation');
select tests.act_as_owner();
update auth.users set email = 'mia@example.test' where id = current_setting('story.mia')::uuid;
select tests.act_as('Olga');
select tests.invite('again', 'Mia');
select tests.act_as('Mia');
select tests.is(tests.looked_up('again'), 'open Olga''s Workspace Olga member mia@example.test f', 'an invitation made afterwards is for her');
select tests.affects(tests.accept('again'), 1, 'and lets her in again');
select tests.affects(tests.accept('link'), 1, 'an earlier link is no error for a member');
select tests.affects(tests.remove('Mia'), 1, 'she leaves on her own');
select tests.throws(tests.accept('link'), 'TR029', 'her removal stays final for earlier links');
select tests.act_as('Olga');
select tests.link('new_link');
select tests.act_as('Mia');
select tests.affects(tests.accept('new_link'), 1, 'a link made since is for everybody');

-- Left, with a smaller role than before
select tests.act_as('Olga');
select tests.invite('for_adam', 'Adam.Second', 'admin');
select tests.affects(tests.make('Adam', 'member'), 1, 'Adam is an admin no more');
select tests.link('admins_later', 'admin');
select tests.act_as('Adam');
select tests.affects(tests.accept('admins_later'), 1, 'a member is in already');
select tests.is(tests.role_of('Adam'), 'member', 'and does not rise by a link');
select tests.affects(tests.remove('Adam'), 1, 'Adam leaves');
select tests.throws(tests.accept('admins'), 'TR029', 'he does not come back as an admin by an earlier link');
select tests.throws(tests.accept('admins_later'), 'TR029', 'nor by one made while he was a member');
select tests.is(tests.looked_up('admins'), 'refused f', 'and the link says so');
select tests.affects(tests.accept('link'), 1, 'he comes back as a member, by a link for members');
select tests.is(tests.role_of('Adam'), 'member', 'a member');
select tests.affects(tests.remove('Adam'), 1, 'he leaves again');
select tests.act_as('Olga');
select tests.invite('adam_again', 'Adam', 'admin');
select tests.act_as('Adam');
select tests.affects(tests.accept('adam_again'), 1, 'a later offer by an owner counts');
select tests.is(tests.role_of('Adam'), 'admin', 'also when it is a higher role');

-- Left as an admin
select tests.act_as('Olga');
select tests.link('admins_third', 'admin');
select tests.act_as('Adam');
select tests.affects(tests.remove('Adam'), 1, 'an admin leaves');
select tests.affects(tests.accept('admins_third'), 1, 'and comes back in the same role');
select tests.is(tests.role_of('Adam'), 'admin', 'an admin');

-- Closing every link at once
select tests.act_as_anon();
select tests.throws(tests.close_links(), '42501', 'without an account nobody closes links');
select tests.act_as('Max');
select tests.throws(tests.close_links(), 'TR042', 'nor does a member');
select tests.act_as('Nora');
select tests.throws('select public.revoke_join_links(gen_random_uuid())', 'TR042', 'nor does anybody in a workspace that does not exist');
select tests.act_as_owner();
update public.organization_invitations set expires_at = now() - interval '1 second'
  where token_hash = encode(sha256(convert_to(current_setting('story.admins'), 'UTF8')), 'hex');
select tests.act_as('Olga');
select tests.invite('nobody', 'Nobody');
select tests.is(public.revoke_join_links(current_setting('story.org')::uuid), 4, 'an owner closes those that are open');
select tests.is(public.revoke_join_links(current_setting('story.org')::uuid), 0, 'once');
select tests.is(tests.looked_up('admins'), 'expired Olga''s Workspace t', 'expired links stay expired');
select tests.is(left(tests.looked_up('nobody'), 4), 'open', 'an invitation of an address stays open');
select tests.act_as_owner();
insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
  values (gen_random_uuid(), tests.user_id('Olga'), 'totp', 'verified', 'x', now(), now());
select tests.act_as('Olga');
select tests.throws(tests.close_links(), 'TR042', 'without the second step an owner closes none');
select tests.act_as_owner();
delete from auth.mfa_factors;

-- Nobody reads or writes it
select tests.act_as('Adam');
select tests.throws('select * from public.former_members', '42501', 'nobody reads who was removed');
select tests.throws($$update public.former_members set removed_at = null$$, '42501', 'nor changes it');
select tests.throws('delete from public.former_members', '42501', 'nor takes it away');
select tests.throws('select private.invitation_state(null, null)', '42501', 'nor asks about others');
select tests.act_as_anon();
select tests.throws('select * from public.former_members', '42501', 'nor without an account');

-- Deleted accounts and workspaces
select tests.act_as('Olga');
select tests.affects(tests.remove('Nora'), 1, 'Nora is removed');
select tests.act_as_owner();
select tests.is((select count(*) from public.former_members where user_id = tests.user_id('Nora')), 1::bigint, 'the removal is kept');
select set_config('story.nora', tests.user_id('Nora')::text, true);
delete from auth.users where id = tests.user_id('Nora');
select tests.is((select count(*) from public.former_members where user_id = current_setting('story.nora')::uuid), 0::bigint, 'as long as the account exists');
delete from auth.users where id = tests.user_id('Max');
select tests.is((select count(*) from public.former_members), 2::bigint, 'a deleted account leaves no such row');
delete from public.organizations where id = current_setting('story.org')::uuid;
select tests.is((select count(*) from public.former_members), 0::bigint, 'nor does a deleted workspace');
