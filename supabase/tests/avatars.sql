-- Pictures of people and workspaces. Olga owns a workspace, Adam is an admin of it, Mia a member, Otto an outsider.

select tests.create_user(name) from unnest(array['Olga', 'Adam', 'Mia', 'Otto']) as name;
select set_config('story.org', tests.first_organization('Olga')::text, true);
select tests.join_organization('Adam', current_setting('story.org')::uuid, 'admin');
select tests.join_organization('Mia', current_setting('story.org')::uuid);
create function tests.put(owner text, suffix text default '') returns text language sql as $$
  select format('insert into storage.objects (bucket_id, name) values (''avatars'', %L)',
    owner || '/' || gen_random_uuid() || suffix)
$$;
create function tests.org() returns text language sql stable as $$ select current_setting('story.org') $$;
create function tests.own(name text) returns text language sql stable as $$ select tests.user_id(name)::text $$;
create function tests.removes(name text, folder text) returns bigint language plpgsql as $$
declare
  removed bigint;
begin
  perform tests.act_as(name), set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects where bucket_id = 'avatars' and starts_with(objects.name, folder);
  get diagnostics removed = row_count;
  return removed;
end
$$;

select tests.is(
  (select (public, file_size_limit, allowed_mime_types)::text from storage.buckets where id = 'avatars'),
  '(t,262144,"{image/webp,image/jpeg,image/png}")', 'the bucket takes small pictures that nothing can run in');

-- Who puts one in.
select tests.act_as('Mia');
select tests.affects(tests.put(tests.own('Mia')), 1, 'people upload a picture of themselves');
select tests.throws(tests.put(tests.own('Adam')), '42501', 'and none of somebody else');
select tests.throws(tests.put(tests.org()), '42501', 'members upload no logo');
select tests.throws(tests.put(tests.own('Mia'), '/more'), '42501', 'a picture has no folders below it');
select tests.throws(tests.put(tests.own('Mia'), chr(10)), '42501', 'its name is an id, and nothing else');
select tests.throws(tests.put(''), '42501', 'a picture belongs to somebody');
select tests.throws(tests.put('x/' || tests.own('Mia')), '42501', 'not to a folder of another kind');
select tests.act_as('Adam');
select tests.affects(tests.put(tests.org()), 1, 'admins upload a logo');
select tests.act_as('Otto');
select tests.throws(tests.put(tests.org()), '42501', 'outsiders upload none');
select tests.throws(tests.put(tests.own('Mia')), '42501', 'and no member''s picture');
select tests.act_as_anon();
select tests.throws(tests.put(tests.org()), '42501', 'nobody does so without an account');

-- Who lists and removes it.
select tests.act_as('Olga');
select tests.is((select count(*) from storage.objects), 1::bigint, 'an owner lists the logo, and nobody''s own picture');
select tests.affects('update storage.objects set name = name', 0, 'nobody changes one in place');
select tests.is(tests.removes('Mia', tests.org()), 0::bigint, 'members remove no logo');
select tests.is(tests.removes('Otto', tests.own('Mia')), 0::bigint, 'outsiders remove no picture');
select tests.is(tests.removes('Mia', tests.own('Mia')), 1::bigint, 'people remove their own');
select tests.is(tests.removes('Olga', tests.org()), 1::bigint, 'owners remove the logo');

-- The bucket is no place to keep files.
select tests.act_as('Mia');
do $$ begin
  for number in 1 .. 10 loop execute tests.put(tests.own('Mia')); end loop;
end $$;
select tests.throws(tests.put(tests.own('Mia')), '42501', 'nobody has more than ten');

-- Who names it.
select tests.act_as('Mia');
select tests.affects($$update public.user_profiles set avatar = gen_random_uuid() where id = tests.user_id('Mia')$$,
  1, 'people name their picture');
select tests.affects($$update public.user_profiles set avatar = gen_random_uuid() where id = tests.user_id('Olga')$$,
  0, 'and nobody else''s');
select tests.affects($$update public.organizations set avatar = gen_random_uuid() where id = tests.org()::uuid$$,
  0, 'members name no logo');
select tests.act_as('Adam');
select tests.affects($$update public.organizations set avatar = gen_random_uuid() where id = tests.org()::uuid$$,
  1, 'admins name the logo');
select tests.act_as('Otto');
select tests.affects($$update public.organizations set avatar = null where id = tests.org()::uuid$$, 0, 'outsiders do not');

-- The others hear of it once something of it has changed.
select tests.act_as_owner();
delete from realtime.messages;
update public.user_profiles set avatar = gen_random_uuid() where id = tests.user_id('Mia');
select tests.is(
  (select array_agg(event order by event) from realtime.messages where topic = 'workspace:' || tests.org()),
  array['members'], 'the members hear of a new picture');
delete from realtime.messages;
update public.user_profiles set avatar = avatar, full_name = full_name where id = tests.user_id('Mia');
select tests.is((select count(*) from realtime.messages), 0::bigint, 'and nothing of one that is the same');

-- Which are to go: those that nothing names, after a day.
update storage.objects set created_at = now() - interval '2 days' where bucket_id = 'avatars';
insert into storage.objects (bucket_id, name, created_at)
  select 'avatars', id || '/' || avatar, now() - interval '2 days' from public.user_profiles where avatar is not null
  union all
  select 'avatars', id || '/' || avatar, now() - interval '2 days' from public.organizations where avatar is not null;
insert into storage.objects (bucket_id, name) values ('avatars', tests.own('Otto') || '/' || gen_random_uuid());
select tests.act_as_service();
select tests.is((select count(*) from public.list_unused_avatars()), 10::bigint,
  'pictures from before are to go; shown ones and new ones stay');
select tests.act_as_owner();
delete from auth.users where id = tests.user_id('Mia');
select tests.act_as_service();
select tests.is((select count(*) from public.list_unused_avatars()), 11::bigint, 'a deleted account''s picture goes, too');
select tests.is((select count(*) from public.list_unused_avatars(3)), 3::bigint, 'a few at a time');
select tests.act_as('Olga');
select tests.throws($$select public.list_unused_avatars()$$, '42501', 'people do not list them');
