-- The files of pages: who puts one in, who reads it, which text uses it, and when it is gone. Mia and Max are members of Olga's
-- workspace, Otto is an outsider with his own. Files are called by a letter.

select tests.create_user(name) from unnest(array['Olga', 'Mia', 'Max', 'Otto']) as name;
select set_config('story.org', tests.first_organization('Olga')::text, true);
select set_config('story.other', tests.first_organization('Otto')::text, true);
select tests.join_organization('Mia', current_setting('story.org')::uuid);
select tests.join_organization('Max', current_setting('story.org')::uuid);
create function tests.file(letter text) returns uuid language sql immutable as $$ select md5(letter)::uuid $$;
create function tests.named(letters text) returns text language sql immutable as $$
  select coalesce(string_agg(format('![%s](/files/%s/%s.png)', letter, tests.file(letter), letter), E'\n\n'), '')
  from regexp_split_to_table(letters, '') as letter where letter <> ''
$$;
create function tests.id(page text) returns uuid language sql stable security definer as $$
  select id from public.pages where name = page
$$;
create function tests.add(page text, letters text default '', visibility text default 'workspace', org text default current_setting('story.org'))
returns text language sql as $$
  select format('insert into public.pages (organization_id, name, content, visibility) values (%L, %L, %L, %L)',
    org, page, tests.named(letters), visibility)
$$;
create function tests.set(page text, letters text) returns text language sql as $$
  select format('update public.pages set content = %L where name = %L', tests.named(letters), page)
$$;
create function tests.put(page text, letter text, bytes bigint default 9) returns text language sql as $$
  select format('select public.add_page_file(%L, %L, %L, ''image/png'', %s)', tests.id(page), tests.file(letter), letter || '.png', bytes)
$$;
create function tests.object(letter text) returns text language sql stable security definer as $$
  select object_name from public.page_files where id = tests.file(letter)
$$;
create function tests.upload(letter text, metadata text default '{"size": 9, "mimetype": "image/png"}') returns text language sql as $$
  select format('insert into storage.objects (bucket_id, name, metadata) values (''page-files'', %L, %L)', tests.object(letter), metadata)
$$;
-- The letters of the files whose rows, and whose bytes, the caller reads.
create function tests.reads() returns text language sql as $$
  select concat_ws(' ',
    (select string_agg(left(name, 1), '' order by name) from public.page_files),
    (select string_agg(substr(name, length(name) - 4, 1), '' order by substr(name, length(name) - 4)) from storage.objects))
$$;
create function tests.uses(page text) returns text language sql stable security definer as $$
  select string_agg(left(file.name, 1), '' order by file.name)
  from public.page_file_uses as use join public.page_files as file on file.id = use.file_id
  where use.page_id = tests.id(page) and use.gone_at is null
$$;
-- The clock's work: answers the letters of the files that are to be deleted, in the order of their names.
create function tests.days_pass(days integer) returns void language sql security definer as $$
  update public.page_file_uses set gone_at = gone_at - make_interval(days => days);
  update public.page_files set created_at = created_at - make_interval(days => days);
  update public.page_file_work set due_at = due_at - make_interval(days => days);
$$;
create function tests.collect() returns text language sql security definer as $$
  select string_agg(substr(object_name, length(object_name) - 4, 1), '' order by substr(object_name, length(object_name) - 4))
  from public.claim_unused_files()
$$;
create function tests.finds(question text, org text default current_setting('story.org')) returns text language sql as $$
  select string_agg(name || ' in ' || page_name, ', ' order by name) from public.search_files(org::uuid, question)
$$;

-- The names in a text
select tests.is((select string_agg(left(name::text, 4), ' ' order by name) from unnest(private.named_files(format(
  'a/files/%s/a.png ![](/files/%s) /files//files/%s/b /files/%s /files/%s-0 /files/nothing files/%s /files/',
  tests.file('A'), upper(tests.file('B')::text), tests.file('C'), left(tests.file('D')::text, 35), tests.file('A'), tests.file('E')))) as name),
  (select string_agg(left(tests.file(letter)::text, 4), ' ' order by tests.file(letter)) from unnest(array['A', 'B', 'C']) as letter),
  'a text names files by their whole ids, in any case, each once');
select tests.is(private.named_files('no file')::text, '{}', 'or none');

-- Putting in and uploading
select tests.act_as('Mia');
select tests.affects(tests.add('Plan'), 1, 'Mia adds a page');
select tests.affects(tests.put('Plan', 'A'), 1, 'and puts a picture into it');
select tests.affects(tests.put('Plan', 'A'), 1, 'she asks again, as the answer was lost');
select tests.is((select count(*)::text || max(object_name) from public.page_files),
  '1' || current_setting('story.org') || '/' || tests.id('Plan') || '/' || tests.file('A') || '-A.png', 'and it is still one, with an object to upload');
select tests.is((select uploaded_at from public.page_files), null, 'whose bytes are not there yet');
select tests.throws(tests.put('Plan', 'A', 8), 'TR051', 'an id is one file''s');
select tests.is(tests.reads(), 'A', 'she reads what she has put in');
select tests.act_as('Max');
select tests.is(tests.reads(), '', 'nobody else does, before a text uses it');
select tests.throws(tests.put('Plan', 'A'), 'TR051', 'nor has anybody else the id');
select tests.throws(tests.upload('A'), '42501', 'nobody uploads the bytes of somebody else''s file');
select tests.act_as('Mia');
select tests.throws(tests.upload('A', '{"size": 10}'), 'P0001', 'bytes are as many as announced');
select tests.affects(tests.upload('A', '{"mimetype": "image/png"}'), 1, 'Storage asks before it knows how many');
select tests.is((select uploaded_at from public.page_files), null, 'which uploads nothing');
select tests.act_as_owner();
select set_config('storage.allow_delete_query', 'true', true);
delete from storage.objects;
select tests.act_as('Mia');
select tests.affects(tests.upload('A'), 1, 'she uploads the bytes');
select tests.ok((select uploaded_at is not null from public.page_files), 'which the row knows');
select tests.throws(tests.upload('A'), '23505', 'once');
select tests.affects($$update storage.objects set metadata = '{"size": 9, "mimetype": "text/html"}'$$, 0, 'and puts nothing in its place');
select tests.affects($$delete from storage.objects$$, 0, 'nor deletes it');
select tests.throws($$insert into storage.objects (bucket_id, name, metadata) values ('page-files', 'x', '{"size": 9}')$$, '42501', 'an object without a row is not taken');
select tests.act_as_service();
select tests.throws($$insert into storage.objects (bucket_id, name, metadata) values ('page-files', 'x', '{"size": 9}')$$, 'P0001', 'from nobody');
select tests.throws($$update storage.objects set name = 'x' where bucket_id = 'page-files'$$, 'P0001', 'an object keeps its name');
select tests.throws(format('insert into public.page_files (id, name, media_type, bytes, object_name) values (%L, ''x'', ''x/x'', 1, %L)',
  gen_random_uuid(), tests.object('A')), '23505', 'and is of one row');

-- Words that name no file
select tests.act_as('Mia');
select tests.throws(format('select public.add_page_file(%L, %L, %L, %L, %s)', tests.id('Plan'), tests.file('X'), name, type, bytes), 'TR047', told)
from (values
  ('', 'image/png', 1, 'a file has a name'), (repeat('x', 256), 'image/png', 1, 'of 255 characters'), ('a/b', 'image/png', 1, 'without a slash'),
  (E'a\nb', 'image/png', 1, 'on one line'), (E'gpj.\u202Eexe', 'image/png', 1, 'that reads as it is'),
  ('a', 'image', 1, 'a type'), ('a', 'text/html; x', 1, 'without more'), ('a', 'image/png', -1, 'and a size')) as wrong (name, type, bytes, told);
select tests.throws(format('select public.add_page_file(%L, %L, ''a'', ''image/png'', 1, 0)', tests.id('Plan'), tests.file('X')), 'TR047', 'a picture has a width');
select tests.act_as_owner();
update storage.buckets set file_size_limit = 1000, allowed_mime_types = '{image/*,application/pdf}' where id = 'page-files';
select tests.act_as('Mia');
select tests.throws(tests.put('Plan', 'X', 1001), 'TR048', 'a file is as large as the bucket allows');
select tests.throws(format('select public.add_page_file(%L, %L, ''a'', ''text/plain'', 1)', tests.id('Plan'), tests.file('X')), 'TR049', 'and of its types');
select tests.affects(format('select public.add_page_file(%L, %L, ''P.pdf'', ''application/pdf'', 1)', tests.id('Plan'), tests.file('P')), 1, 'of all of them');
select set_config('trellis.workspace_file_megabytes', '1', true);
select tests.act_as_owner();
update storage.buckets set file_size_limit = null, allowed_mime_types = null where id = 'page-files';
select tests.act_as('Mia');
select tests.throws(tests.put('Plan', 'X', 1024 * 1024 - 9), 'TR050', 'a workspace has so much room');
select tests.is((select (used, most)::text from public.workspace_file_bytes(current_setting('story.org')::uuid)), '(10,1048576)', 'which its members see');
select tests.affects(tests.put('Plan', 'X', 1024 * 1024 - 10), 1, 'to the last byte');
select tests.act_as('Otto');
select tests.is((select count(*)::integer from public.workspace_file_bytes(current_setting('story.org')::uuid)), 0, 'others do not see it');
select tests.affects(tests.add('Otto''s', org => current_setting('story.other')), 1, 'Otto adds a page');
select tests.affects(tests.put('Otto''s', 'O', 1024 * 1024), 1, 'in a workspace with room of its own');
select tests.throws(tests.put('Otto''s', 'X2', 1), 'TR050', 'and no more');
select set_config('trellis.workspace_file_megabytes', '', true);
select tests.throws(tests.put('Otto''s', 'A'), 'TR051', 'a known id gives him nothing');
select tests.throws(tests.put('Plan', 'Y'), 'TR046', 'and he puts nothing into pages of others');
select tests.throws($$insert into public.page_files (id, name, media_type, bytes, object_name) values (gen_random_uuid(), 'a', 'a/a', 1, 'a')$$, '42501', 'nobody writes the table');
select tests.throws(format('insert into public.page_file_uses (page_id, file_id) values (%L, %L)', tests.id('Otto''s'), tests.file('A')), '42501', 'nor that of uses');
select tests.act_as_anon();
select tests.throws(tests.put('Plan', 'Y'), '42501', 'without an account nobody puts a file in');
select tests.throws('select * from public.page_files', '42501', 'or reads of one');
select tests.is((select count(*)::integer from storage.objects), 0, 'or reads its bytes');

-- Uses: by a text that names a file, if its writer reads the file
select tests.act_as('Mia');
select tests.affects(tests.set('Plan', 'A'), 1, 'Mia''s text names the picture');
select tests.is(tests.uses('Plan'), 'A', 'and uses it');
select tests.act_as('Max');
select tests.is(tests.reads(), 'A A', 'now the members read it');
select tests.act_as('Otto');
select tests.is(tests.reads(), 'O', 'an outsider reads neither the row nor the bytes');
select tests.affects(tests.set('Otto''s', 'A'), 1, 'Otto names it in a text of his');
select tests.is(tests.uses('Otto''s'), null, 'which does not use it');
select tests.affects(tests.add('Another', 'AO', org => current_setting('story.other')), 1, 'nor does a new page');
select tests.is(tests.uses('Another'), 'O', 'that uses what he may read');
select tests.is(tests.reads(), 'O', 'so he still does not read it');
select tests.act_as('Mia');
select tests.affects(tests.add('Diary', '', 'private'), 1, 'Mia has a private page');
select tests.affects(tests.put('Diary', 'D'), 1, 'with a picture');
select tests.affects(tests.upload('D'), 1, 'that is uploaded');
select tests.affects(tests.put('Diary', 'G'), 1, 'and one that is not');
select tests.affects(tests.set('Diary', 'DG'), 1, 'both shown');
select tests.act_as('Max');
select tests.is(tests.reads(), 'A A', 'which Max does not read');
select tests.affects(tests.set('Plan', 'AD'), 1, 'nor by naming it');
select tests.is(tests.reads(), 'A A', 'in a text');
select tests.act_as('Mia');
select tests.affects(tests.set('Plan', 'ADP'), 1, 'Mia, who may read it, saves what Max has written');
select tests.is(tests.uses('Plan'), 'AP', 'that is no use of hers');
select tests.affects(tests.set('Plan', 'A'), 1, 'she takes it out');
select set_config('trellis.writers', array[tests.user_id('Mia'), tests.user_id('Max')]::text, true);
select tests.affects(tests.set('Plan', 'AD'), 1, 'a text that both have written');
select tests.is(tests.uses('Plan'), 'A', 'uses what both may read');
select tests.affects(tests.put('Plan', 'Y'), 1, 'Mia puts one in while both write');
select tests.affects(tests.set('Plan', 'AY'), 1, 'the next text of both shows it');
select tests.is(tests.uses('Plan'), 'AY', 'and uses it: it was put into this page');
select set_config('trellis.writers', '', true);
select tests.affects(tests.set('Plan', 'A'), 1, 'she takes it out once more');
select tests.affects(tests.set('Plan', 'AD'), 1, 'she goes back to what Max has written');
select tests.is(tests.uses('Plan'), 'A', 'which uses what it used then');
select tests.affects(tests.set('Plan', 'A'), 1, 'she takes it out again');
select set_config('trellis.begins_version', 'on', true);
select tests.affects(format('update public.pages set content = %L where name = ''Plan''', tests.named('AD') || ' and a word'), 1,
  'she goes back to it and types a word');
select tests.is(tests.uses('Plan'), 'A', 'that is no use either');
select tests.affects(tests.put('Plan', 'Z'), 1, 'a picture that she puts in meanwhile');
select tests.affects(tests.set('Plan', 'ADZ'), 1, 'and shows');
select tests.is(tests.uses('Plan'), 'AZ', 'is used');
select set_config('trellis.begins_version', '', true);
select tests.affects(tests.set('Plan', 'A'), 1, 'she takes both out');
select tests.affects(tests.set('Plan', 'DA'), 1, 'and puts the first one in herself');
select tests.is(tests.uses('Plan'), 'AD', 'then the page shows it');
select tests.act_as('Max');
select tests.is(tests.reads(), 'ADPYZ AD', 'to everyone who reads the page, with one that it showed some days ago');
select tests.affects(tests.put('Plan', 'E'), 1, 'Max puts a picture in');
select tests.affects(tests.set('Plan', 'ADF'), 1, 'and names another one, which is still on his device');
select tests.affects(tests.put('Plan', 'F'), 1, 'that he announces later');
select tests.is(tests.uses('Plan'), 'ADF', 'it is used from then on');
select tests.act_as_service();
select tests.affects(tests.set('Plan', 'ADEF'), 1, 'a program names one more');
select tests.is(tests.uses('Plan'), 'ADF', 'which reads nothing as nobody');

-- Former texts, copies and templates
select tests.act_as('Mia');
select tests.affects(tests.set('Plan', 'DF'), 1, 'Mia takes a picture away');
select tests.is(tests.uses('Plan'), 'DF', 'which the page shows no more');
select tests.act_as('Max');
select tests.ok(tests.reads() like '%A%', 'a version does');
select tests.affects(tests.add('List', 'A'), 1, 'Max puts it into another page');
select tests.is(tests.uses('List'), 'A', 'as he may read it');
select tests.affects(format('select public.duplicate_page(%L)', tests.id('Plan')), 1, 'he copies the page');
select tests.is(tests.uses('Plan copy'), 'DF', 'a copy uses what its original uses');
select tests.affects(format('insert into public.templates (organization_id, name, content) values (%L, ''Form'', %L)',
  current_setting('story.org'), tests.named('AG')), 1, 'he makes a template with pictures');
select tests.is((select string_agg(left(file.name, 1), '' order by file.name) from public.template_file_uses as use
  join public.page_files as file on file.id = use.file_id), 'A', 'that uses those that he may read');
select tests.act_as('Mia');
select tests.affects($$update public.templates set content = content || ' ' where false$$, 0, 'others leave it alone');
select tests.affects($$insert into public.pages (organization_id, name, content)
  select organization_id, 'Made', content from public.templates$$, 1, 'Mia, whose diary has the other one, begins a page with it');
select tests.is(tests.uses('Made'), 'A', 'which gives nobody her private picture');
select tests.affects(tests.set('Made', ''), 1, 'she empties it');
select tests.affects(format('insert into public.pages (organization_id, name, content, notion_page_id) values (%L, ''From Notion'', %L, repeat(''a'', 32))',
  current_setting('story.org'), tests.named('AG')), 1, 'she brings a page from Notion, where others write');
select tests.is(tests.uses('From Notion'), null, 'that gives no picture either');
select tests.act_as('Otto');
select tests.is((select count(*)::integer from public.page_file_uses where page_id <> tests.id('Another')), 0, 'nor learns which files a page uses that he does not read');
select tests.is((select count(*)::integer from public.page_text_files), 0, 'nor which files a version uses');
select tests.is((select count(*)::integer from public.template_file_uses), 0, 'nor which files a template uses');
select tests.affects(format('insert into public.templates (organization_id, name, content) values (%L, ''Form'', %L)',
  current_setting('story.other'), tests.named('A')), 1, 'a template of his names one');
select tests.is(tests.reads(), 'O', 'in vain');

-- Found by name
select tests.act_as('Max');
select tests.affects($$update public.templates set content = content || ' and more'$$, 1, 'Max writes on in his template');
select tests.is((select string_agg(left(file.name, 1), '' order by file.name) from public.template_file_uses as use
  join public.page_files as file on file.id = use.file_id), 'A', 'that still uses its picture');
select tests.act_as_owner();
select tests.is(private.without_other_files(format('/files/%s /files/%s/b /files/x', upper(tests.file('A')::text), tests.file('B')), array[tests.file('A')]),
  format('/files/%s /files/00000000-0000-0000-0000-000000000000/b /files/x', upper(tests.file('A')::text)), 'only names of other files are made empty');
select tests.is(private.without_other_files(private.without_other_files(tests.named('AB'), '{}'), '{}'), private.without_other_files(tests.named('AB'), '{}'), 'once');

select tests.act_as('Mia');
select tests.is(tests.finds('g.PNG'), 'G.png in Diary', 'Mia finds a file of her private page by its name');
select tests.is(tests.finds('png a'), 'A.png in List', 'all words count, and a page that shows it is named');
select tests.is(tests.finds('%'), null, 'a word is what it says');
select tests.is(tests.finds('  '), null, 'no word finds nothing');
select tests.act_as('Max');
select tests.is(tests.finds('g.png'), null, 'Max does not find the private one');
select tests.act_as('Otto');
select tests.is(tests.finds('png'), null, 'an outsider finds none of them');
select tests.is(tests.finds('png', current_setting('story.other')), 'O.png in Another', 'but his own');

-- The trash, and what it frees: the file G is in the diary alone, D in other pages, too
select tests.act_as('Mia');
select tests.is((select count(*)::integer from public.list_trash_bytes(current_setting('story.org')::uuid)), 0, 'an empty trash frees nothing');
select tests.affects($$update public.pages set is_archived = true where name = 'Diary'$$, 1, 'the diary goes to the trash');
select tests.is(tests.finds('g.png'), null, 'where its files are not found');
select tests.ok(tests.reads() like '%G%', 'but still there');
select tests.is((select string_agg(concat_ws(' ', page_id = tests.id('Diary'), bytes), ', ' order by page_id) from public.list_trash_bytes(current_setting('story.org')::uuid)),
  't 9, 9', 'it says how much that frees');
select tests.act_as('Max');
select tests.is((select count(*)::integer from public.list_trash_bytes(current_setting('story.org')::uuid)), 0, 'to those who see the page there');
select tests.act_as_owner();
select tests.is(tests.collect(), null, 'nothing is deleted yet');
select tests.act_as('Mia');
select set_config('story.used', (select used::text from public.workspace_file_bytes(current_setting('story.org')::uuid)), true);
select tests.is(public.delete_page_for_good(tests.id('Diary')), 1, 'she deletes it for good');
select tests.is((select used from public.workspace_file_bytes(current_setting('story.org')::uuid)), current_setting('story.used')::bigint - 9, 'the room is free at once');
select tests.act_as_owner();
select tests.is(tests.collect(), 'G', 'and the file is to be deleted that nothing else uses');
select tests.act_as('Mia');
select tests.throws(tests.put('Plan', 'G'), 'TR051', 'nobody takes it back');
select tests.affects(tests.set('Plan', 'DFG'), 1, 'not by its name either');
select tests.is(tests.uses('Plan'), 'DF', 'which is too late');
select tests.act_as_service();
select tests.is(public.forget_unused_files(array[tests.file('D'), tests.file('G')]), 1, 'its row goes, and that of no other');
select tests.throws($$select * from public.claim_unused_files()$$, '42501', 'people do not collect') from (select tests.act_as('Mia')) as mia;
select tests.throws($$select public.forget_unused_files('{}')$$, '42501', 'nor forget');

-- Taken out of a text, and put in again
select tests.affects(tests.add('Note'), 1, 'Mia writes a note');
select tests.affects(tests.put('Note', 'N'), 1, 'with a picture');
select tests.affects(tests.set('Note', 'N'), 1, 'takes it in');
select tests.affects(tests.set('Note', ''), 1, 'out');
select tests.affects(tests.add('Note 2', 'N'), 1, 'and puts it into another one');
select tests.is(tests.uses('Note 2'), 'N', 'which uses it');
select tests.affects(tests.set('Note 2', ''), 1, 'out again');
select tests.affects(tests.set('Note', 'N'), 1, 'back into the first, a day later') from (select tests.days_pass(1)) as days;
select tests.is(tests.uses('Note'), 'N', 'it is there');
select tests.affects(tests.set('Note', ''), 1, 'she takes it out for good');
select tests.act_as_owner();
delete from public.page_texts where page_id in (tests.id('Note'), tests.id('Note 2'));
select tests.days_pass(6);
select tests.is(tests.collect(), 'EX', 'six days later it is still there; those go that were put in a week ago and never used');
select tests.days_pass(1);
select tests.is(tests.collect(), 'ENX', 'seven days later it goes');

-- A page that is hidden, a member who leaves, a workspace that goes
select tests.act_as('Max');
select tests.ok(tests.reads() like '%F%', 'Max reads the file that he has put into a page');
select tests.act_as('Mia');
select tests.affects($$update public.pages set visibility = 'private' where name = 'Plan'$$, 1, 'Mia hides her page');
select tests.act_as('Max');
select tests.is((select count(*)::integer from public.page_files where id in (select file_id from public.page_file_uses where page_id = tests.id('Plan'))), 0, 'its uses are out of his sight');
select tests.affects(tests.add('Max''s own', 'EF', 'private'), 1, 'he names the pictures that he remembers');
select tests.is(tests.uses('Max''s own'), 'F', 'and gets the one that a copy still shows him');
select tests.act_as_owner();
delete from public.organization_members where user_id = tests.user_id('Max') and organization_id = current_setting('story.org')::uuid;
select tests.act_as('Max');
select tests.is(tests.reads(), '', 'who leaves reads nothing, not even what he has put in');
select tests.throws(tests.upload('F'), '42501', 'and uploads nothing');
select tests.throws(tests.put('List', 'Q'), 'TR046', 'or puts anything in');
select tests.act_as_owner();
-- A page of Otto's uses a file of the other workspace, as if he had been in both.
insert into public.page_file_uses (page_id, file_id) values (tests.id('Another'), tests.file('A'));
delete from public.organizations where id = current_setting('story.org')::uuid;
select tests.ok(tests.collect() not like '%A%', 'a workspace that goes leaves the files that another one shows');
select tests.is((select organization_id::text from public.page_files where id = tests.file('A')), current_setting('story.other'), 'where they take room from now on');
select tests.is((select count(*)::integer from public.page_files where doomed_at is null and id not in (tests.file('A'), tests.file('O'))), 0, 'all others go');
