-- The functions that the operator's page calls: no role of the API may, not even with the secret key, which would go past the log.

select tests.create_user('Ann');
select tests.create_user('Bob');

create function tests.forbidden(role text) returns setof text
language plpgsql
as $$
declare
  call text;
begin
  foreach call in array array[
    'public.operator_totals()',
    'public.operator_workspaces('''', 1)',
    'public.operator_set_workspace_status(gen_random_uuid(), ''suspended'')',
    'public.operator_delete_workspace(gen_random_uuid())',
    'public.operator_memberships(''{}'')',
    'public.operator_account_deletion(gen_random_uuid())',
    'public.operator_delete_account(gen_random_uuid(), ''{}'')',
    'public.operator_failures()',
    'public.operator_retry_queue(''search'')',
    'public.has_open_invitation(''ann@example.test'')'
  ] loop
    return next tests.throws('select * from ' || call, '42501', role || ' may not call ' || split_part(call, '(', 1));
  end loop;
end
$$;
grant execute on function tests.forbidden(text) to anon, authenticated, service_role;

select tests.act_as('Ann');
select tests.forbidden('Ann');
select tests.act_as_anon();
select tests.forbidden('nobody');
select tests.act_as_service();
select tests.forbidden('the secret key');

-- Invitations let an address sign up while they are open
select tests.act_as_owner();
create function tests.invited(address text) returns boolean
language sql as $$ select public.has_open_invitation(address) $$;
insert into public.organization_invitations (organization_id, email, token_hash, expires_at, max_uses, invited_by) values
  (tests.first_organization('Ann'), 'new@example.com', repeat('a', 64), now() + interval '1 day', 1, tests.user_id('Ann')),
  (tests.first_organization('Ann'), 'late@example.com', repeat('b', 64), now() + interval '1 day', 1, tests.user_id('Ann')),
  (tests.first_organization('Ann'), null, repeat('c', 64), now() + interval '1 day', 9, tests.user_id('Ann'));
select tests.ok(tests.invited('new@example.com'), 'an invited address may');
select tests.ok(tests.invited(' New@Example.COM. '), 'in whichever spelling');
select tests.ok(not tests.invited('other@example.com'), 'another one may not');
select tests.ok(not tests.invited('new@example.com.evil.test'), 'nor one that begins like it');
select tests.ok(not tests.invited(''), 'nor an empty one, whatever join links there are');
update public.organization_invitations set expires_at = now() - interval '1 second' where email = 'late@example.com';
select tests.ok(not tests.invited('late@example.com'), 'nor after the invitation''s end');
update public.organizations set status = 'suspended' where id = tests.first_organization('Ann');
select tests.ok(not tests.invited('new@example.com'), 'nor into a closed workspace');
update public.organizations set status = 'active' where id = tests.first_organization('Ann');
update public.organization_invitations set revoked_at = now() where email = 'new@example.com';
select tests.ok(not tests.invited('new@example.com'), 'nor once it was taken back');

-- Workspaces are found by their name, and by the addresses of their members
select tests.is((select count(*) from public.operator_workspaces('ann@example', 10)), 1::bigint, 'by a member''s address');
select tests.is((select total from public.operator_workspaces('', 1)), 2::bigint, 'with the number of all');
select tests.is((select count(*) from public.operator_workspaces('%', 10)), 0::bigint, 'and a wildcard is a letter like any other');
