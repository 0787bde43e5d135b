-- A mailbox under many spellings is counted, invited and let in as one. Olga owns a workspace; Nina and Uwe are new.

select tests.create_user(name) from unnest(array['Olga', 'Nina', 'Uwe']) as name;
update auth.users set email_confirmed_at = now();
select set_config('story.org', tests.first_organization('Olga')::text, true);

create function tests.invite(variadic addresses text[]) returns text language plpgsql as $$
begin
  return (
    select string_agg(email || case when may_be_mailed then ' mailed' else '' end, ', ' order by email)
    from public.create_invitations(current_setting('story.org')::uuid, addresses)
  );
exception when others then
  return sqlstate;
end
$$;
create function tests.refused(address text) returns text language sql as $$
  select tests.throws(format('select public.create_invitations(%L, array[%L])', current_setting('story.org'), address),
    'TR026', 'no mail server takes ' || to_json(address))
$$;

-- Each is one mailbox for whoever compares addresses, and none but the first three can have an account.
select tests.is(private.mailbox_of(address), 'nina@example.test', 'it is Nina''s mailbox: ' || to_json(address))
  from unnest(array['Nina@example.test', 'nina@EXAMPLE.test', ' nina@example.test', U&'\FF4E\FF49\FF4E\FF41@example.test',
    U&'n\00ADina@exa\200Bmple.test', 'nina@example.test.', U&'nina\FF20example.test', U&'nina@example\3002test',
    U&'nina@\FF45xample.test', U&'nina@example.test\+0E0061', U&'ni\180Ena@example.test', U&'nina@example\FF61test']) as address;
select tests.is(private.mailbox_of(U&'uwe@M\00DCNCHEN.example.test'), 'uwe@xn--mnchen-3ya.example.test', 'a domain is spelled in ASCII');
select tests.is(private.mailbox_of(U&'uwe@mu\0308nchen.example.test'), 'uwe@xn--mnchen-3ya.example.test', 'however it is typed');
select tests.is(private.mailbox_of(U&'a@\4F8B\3048.\30C6\30B9\30C8'), 'a@xn--r8jz45g.xn--zckzah', 'also one without any Latin letter');

select tests.act_as('Olga');
select tests.is(tests.invite('Nina@example.test', ' nina@EXAMPLE.test'), 'nina@example.test mailed', 'several spellings in one call are one invitation');
select tests.is(tests.invite(address), 'nina@example.test mailed', 'it is mailed again: ' || to_json(address))
  from unnest(array['nina@example.test', 'NINA@example.test ']) as address;
select tests.is(tests.invite('Nina@Example.test'), 'nina@example.test', 'it has had its three mails');
select tests.is((select count(*) from public.organization_invitations where email = 'nina@example.test' and revoked_at is null), 1::bigint,
  'one invitation waits for the mailbox');
select tests.is(tests.invite('uwe@XN--MNCHEN-3YA.example.test'), 'uwe@xn--mnchen-3ya.example.test mailed', 'a domain is kept in ASCII');

-- An account cannot have them, and each of some would become another person's when it is folded.
select tests.refused(address) from unnest(array[
  U&'\00DF@example.test', U&'\0131@example.test', U&'\0130x@example.test', U&'\212Aim@example.test', U&'x@EX\00C4MPLE.test',
  U&'uwe@m\00FCnchen.example.test', U&'\00FC@example.test', U&'\FF4Eina@example.test', U&'n\00ADina@example.test',
  U&'nina\FF20example.test', U&'nina@example\3002test', U&'nina@\FF45xample.test', 'nina@example.test.']) as address;
select tests.refused(address) from unnest(array[
  '.nina@example.test', 'nina.@example.test', 'ni..na@example.test', 'nina@example..test', 'nina@.example.test', 'nina@example.test..',
  'nina@-example.test', 'nina@example-.test', 'nina@exa_mple.test', 'nina@example.123', 'nina@' || repeat('a', 64) || '.test',
  repeat('n', 65) || '@example.test', U&'\00AD@example.test', U&'nina@\200B.test', U&'nina@\FF20example.test', U&'ni\00A0na@example.test',
  U&'nina@exa\2024mple..test', 'nina@' || repeat('abcdefg.', 32) || 'test', U&'nina@' || repeat(U&'\00FC', 60) || '.test',
  U&'nina\FF0C@example.test', U&'"nina"@example.test', repeat('x', 100000) || '@example.test']) as address;
select tests.is(private, null, 'clients ask nobody how a mailbox is spelled') from (
  select string_agg(proname, ' ') from pg_proc where pronamespace = 'private'::regnamespace
    and proname in ('mailbox_of', 'punycode') and has_function_privilege('authenticated', oid, 'execute')
) as called (private);

-- Accepting by another spelling
select set_config('story.token', token, true) from public.create_invitations(current_setting('story.org')::uuid,
  array['uwe@xn--mnchen-3ya.example.test']);
select tests.act_as_owner();
select set_config('story.uwe', tests.user_id('Uwe')::text, true);
update auth.users set email = U&'uwe@m\00FCnchen.example.test' where id = current_setting('story.uwe')::uuid;
select tests.act_as('Nina');
select tests.throws(format('select public.accept_invitation(%L)', current_setting('story.token')), 'TR024', 'another mailbox is another one');
select tests.act('authenticated', jsonb_build_object('sub', current_setting('story.uwe'), 'role', 'authenticated')::text);
select tests.is(public.accept_invitation(current_setting('story.token')), current_setting('story.org')::uuid,
  'an account comes in by another spelling of its address');
select tests.act_as('Olga');
select tests.is((select is_member from public.create_invitations(current_setting('story.org')::uuid,
  array['uwe@xn--mnchen-3ya.example.test'])), true, 'and is known as a member by each');
