-- Searching pages. Mia and Max are members of Olga's workspace, Otto is an outsider with one of his own. Answers are
-- written as "kind name", best first.

select tests.create_user(name) from unnest(array['Olga', 'Mia', 'Max', 'Otto']) as name;
select set_config('story.org', tests.first_organization('Olga')::text, true);
select set_config('story.elsewhere', tests.first_organization('Otto')::text, true);
select tests.join_organization('Mia', current_setting('story.org')::uuid);
select tests.join_organization('Max', current_setting('story.org')::uuid);
select set_config('trellis.misspelt_ms', '60000', true);
create function tests.add(page text, content text default '', visibility text default 'workspace') returns text language sql as $$
  select format('insert into public.pages (organization_id, name, content, visibility) values (%L, %L, %L, %L)',
    current_setting('story.org'), page, content, visibility)
$$;
create function tests.set(page text, change text) returns text language sql as $$
  select format('update public.pages set %s where name = %L', change, page)
$$;
create function tests.found(question text, workspace text default 'story.org') returns text language sql as $$
  select tests.work_off_pages();
  select string_agg(kind || ' ' || name, ', ') from public.search_pages(current_setting(workspace)::uuid, question)
$$;
create function tests.snippet(question text) returns text language sql as $$
  select snippet from public.search_pages(current_setting('story.org')::uuid, question) limit 1
$$;

select tests.act_as('Mia');
select tests.affects(tests.add('Roadmap'), 1, 'Mia adds a page');
select tests.affects(tests.add('Old roadmap notes', E'Line one\nWe moved the Überprüfung to Málaga, 100% sure.'), 1, 'and one with a text');
select tests.affects(tests.add('Onboarding', E'# Welcome\n\nRead the roadmap first.\nThen the ﬁne print.'), 1, 'and another');
select tests.affects(tests.add('会議', E'来週の東京支社の会議について\nルーター設定'), 1, 'and one in Japanese');

-- By its aliases, as by any words of its text
select tests.affects(tests.set('Onboarding', 'content = E''---\naliases: [Kickstart, "First day"]\n---\n'' || content'), 1, 'Mia gives a page other names');
select tests.is(tests.found('kickstart'), 'text Onboarding', 'one of them finds it');
select tests.is(tests.found('first day'), 'text Onboarding', 'and so does one of two words');

-- How it is ranked
select tests.is(tests.found('roadmap'), 'title Roadmap, title Old roadmap notes, text Onboarding',
  'the name that is the word, a name that holds it, a text that holds it');
select tests.is(tests.found('ROAD'), 'title Roadmap, title Old roadmap notes, text Onboarding', 'in any case, from its beginning');
select tests.is(tests.found('notes old'), 'title Old roadmap notes', 'all words, in any order');
select tests.is(tests.found('roadmap welcome'), 'text Onboarding', 'words may be in the name and in the text');
select tests.is(tests.found('roadmap absent'), null, 'one of two words is not enough');
select tests.is(tests.snippet('welcome'), '# Welcome', 'the line with the word is shown');
select tests.is(tests.snippet('malaga'), 'We moved the Überprüfung to Málaga, 100% sure.', 'in its own spelling');

-- In any language
select tests.is(tests.found('uberprufung'), 'text Old roadmap notes', 'without accents');
select tests.is(tests.found('ÜBERPRÜFUNG malaga'), 'text Old roadmap notes', 'or with them');
select tests.is(tests.found('fine print'), 'text Onboarding', 'ligatures are letters');
select tests.is(tests.found('ｒｏａｄｍａｐ notes'), 'title Old roadmap notes', 'wide letters are letters');
select tests.is(tests.found('東京'), 'text 会議', 'two characters are a word');
select tests.is(tests.found('議'), 'title 会議', 'one character is, too');
select tests.is(tests.found('京支'), 'text 会議', 'anywhere in a text');
select tests.is(tests.found('社'), 'text 会議', 'a single character of a text');
select tests.is(tests.found('東京支社'), 'text 会議', 'and longer words');
select tests.is(tests.found('ﾙｰﾀｰ'), 'text 会議', 'narrow ones are the same');
select tests.is(tests.found('京東'), null, 'another order is another word');
select tests.is(tests.snippet('東京'), '来週の東京支社の会議について', 'the line with them is shown');

-- Words with a slip
select tests.is(tests.found('raodmap notes'), 'similar Old roadmap notes', 'two letters may change places');
select tests.is(tests.found('welcpme'), 'similar Onboarding', 'one may be wrong');
select tests.is(tests.found('welcme'), 'similar Onboarding', 'one may be missing');
select tests.is(tests.found('wellcome'), 'similar Onboarding', 'one may be too many');
select tests.is(tests.found('wlcpme'), null, 'two may not');

-- A word of a title before everything that resembles it, however new that is
select tests.affects(tests.add('Callouts'), 1, 'a page is named after a word');
select tests.affects(tests.add('About callouts'), 1, 'another one has it in its name');
select tests.affects(tests.add('Callouts2'), 1, 'a third begins with it');
select tests.affects(tests.add('Uncalloutsed'), 1, 'a fourth has it inside a word');
select tests.affects(tests.add('Notes', 'Callouts, callouts, callouts'), 1, 'a fifth in its text');
select tests.affects(tests.set('About callouts', 'content = ''About them'''), 1, 'the second is newer');
select tests.affects(tests.set('Callouts2', 'content = ''Two'''), 1, 'the third is newer still');
select tests.affects(tests.set('Notes', 'content = ''Callouts and callouts'''), 1, 'and the text is the newest');
select tests.is(tests.found('callouts'), 'title Callouts, title About callouts, title Callouts2, title Uncalloutsed, text Notes',
  'the word, the word among others, parts of words, texts');
select tests.is(tests.found('callouts about'), 'title About callouts', 'several words, too');
select tests.is(tests.found('calouts'), 'similar Callouts, similar About callouts, similar Callouts2, similar Uncalloutsed, similar Notes',
  'with a slip they come in the same order');
select tests.is(tests.found('callouts: (about)'), 'title About callouts', 'signs around a word ask for nothing');
select tests.is(tests.found('calouts (about'), 'similar About callouts', 'also where a word has a slip');
select tests.is(tests.found('calouts (ab*ut'), null, 'signs of a question are no part of an expression');
select tests.affects('update public.pages set is_archived = true where name ilike ''%callouts%'' or name = ''Notes''', 5, 'they go again');

-- Any question
select tests.is(tests.found('%'), 'text Old roadmap notes', 'a percent sign is a sign');
select tests.is(tests.found('_'), null, 'so is a low line');
select tests.is(tests.found('%%%%'), null, 'also many of them');
select tests.is(tests.found(E'\\'), null, 'and a backslash');
select tests.is(tests.found(E'''"; drop table pages; --'), null, 'and quotes');
select tests.is(tests.found(E' \t\n '), null, 'spaces ask for nothing');
select tests.is(tests.found(''), null, 'nor does an empty text');
select tests.is(tests.found(null), null, 'nor does null');
select tests.is(tests.found('😀'), null, 'a face finds nothing');
select tests.is(tests.found(repeat('x', 10000)), null, 'nor do ten thousand letters');
select tests.is(tests.found(repeat('roadmap ', 10000)), 'title Roadmap, title Old roadmap notes, text Onboarding', 'ten thousand words find the pages');
select tests.is((select count(*) from public.search_pages(current_setting('story.org')::uuid, 'roadmap', 1)), 1::bigint, 'the answer has the asked number of rows');
select tests.is((select count(*) from public.search_pages(current_setting('story.org')::uuid, 'roadmap', 0)), 0::bigint, 'also when that is none');
select tests.is((select count(*) from public.search_pages(current_setting('story.org')::uuid, 'roadmap', -1)), 0::bigint, 'or less than none');

-- Changed texts are found
select tests.affects(tests.set('Onboarding', 'content = ''Nothing here'''), 1, 'a text changes');
select tests.is(tests.found('welcome'), null, 'the old one is not found any more');
select tests.is(tests.found('nothing'), 'text Onboarding', 'the new one is');
select tests.act_as_owner();
select tests.is((select count(*) from public.page_work), 0::bigint, 'the work is done');
select tests.act_as('Mia');
select tests.affects(tests.set('Onboarding', 'content = ''First part'''), 1, 'a page is written');
select tests.affects(tests.set('Onboarding', 'content = ''First part, second part'''), 1, 'and on');
select tests.is((select count(*) from public.search_pages(current_setting('story.org')::uuid, 'part')), 0::bigint, 'a search does not wait for the words of the last moment');
select tests.act_as_owner();
select tests.is((select words from public.page_search where title = 'onboarding'), E'onboarding\n\nnothing here\n  ', 'its saves do not wait for search');
select tests.is((select count(*) from public.page_work), 1::bigint, 'a page waits once, however often it is saved');
select tests.is(tests.work_off_pages(), 1, 'the work is done once');
select tests.act_as('Mia');
select tests.is(tests.found('second part'), 'text Onboarding', 'for all saves before it');
select tests.affects(tests.set('Onboarding', 'content = ''Nothing here'''), 1, 'later it gets its earlier text');
select tests.is(tests.found('part'), null, 'the later one is not found any more');
select tests.affects(tests.set('Onboarding', 'is_archived = true'), 1, 'the page goes to the trash');
select tests.is(tests.found('nothing'), null, 'and is not found there');
select tests.affects(tests.set('Onboarding', 'is_archived = false'), 1, 'but again when it is back');
select tests.is(tests.found('nothing'), 'text Onboarding', 'there it is');

-- Finding, by caller
select tests.affects(tests.add('Fire Max', 'Zebrafish in his soup', 'private'), 1, 'Mia writes for herself');
select tests.is(tests.found('zebrafish'), 'text Fire Max', 'and finds it');
select tests.act_as('Max');
select tests.is(tests.found('roadmap'), 'title Roadmap, title Old roadmap notes', 'Max finds the workspace''s pages');
select tests.is(tests.found('zebrafish'), null, 'but does not find hers by its text');
select tests.is(tests.found('fire'), null, 'nor by its name');
select tests.is(tests.found('zebrafihs'), null, 'nor by a slip');
select tests.is(tests.found('zebrafish', 'story.elsewhere'), null, 'nor in a workspace that is not his');
select tests.act_as('Olga');
select tests.is(tests.found('zebrafish'), null, 'nor does the owner');
select tests.act_as('Otto');
select tests.is(tests.found('roadmap'), null, 'an outsider finds nothing');
select tests.is((select count(*) from private.find_pages(current_setting('story.org')::uuid, 'roadmap', 10)), 0::bigint, 'in no other way either');
select tests.is(tests.found('roadmap', 'story.elsewhere'), null, 'and no pages of others in a workspace of his own');
select tests.throws('select * from public.page_search', '42501', 'nobody reads the index');
select tests.throws('select * from public.page_work', '42501', 'nor its queue');
select tests.throws('select private.work_off_pages()', '42501', 'nor does the work of the clock');
select tests.throws($$select private.pages_with(current_setting('story.org')::uuid, '%roadmap%', '{}', 9)$$, '42501', 'nor asks past the policies');
select tests.throws($$select private.find_misspelt(current_setting('story.org')::uuid, array['raodmap'], 9)$$, '42501', 'nor with misspelt words');
select tests.throws('delete from public.page_search', '42501', 'nor empties it');
select tests.act_as_anon();
select tests.throws($$select * from public.search_pages(gen_random_uuid(), 'roadmap')$$, '42501', 'a stranger cannot ask');
select tests.throws($$select * from private.find_pages(gen_random_uuid(), 'roadmap', 9)$$, '42501', 'in no way');
select tests.throws('select * from public.page_search', '42501', 'nor look');
select tests.act_as_service();
select tests.is(tests.found('roadmap'), null, 'the operator is no member');

-- A session without the second step
select tests.act_as_owner();
insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
values (gen_random_uuid(), tests.user_id('Max'), 'app', 'totp', 'verified', 'x', now(), now());
select tests.act_as('Max');
select tests.is(tests.found('roadmap'), null, 'a password alone finds nothing');
select tests.is((select count(*) from private.find_pages(current_setting('story.org')::uuid, 'roadmap', 10)), 0::bigint, 'in no other way either');

select tests.act_as_owner();
delete from public.pages where name = 'Roadmap';
select tests.is((select count(*) from public.page_search where title = 'roadmap'), 0::bigint, 'the index entry goes with its page');
select tests.is((select count(*) from public.pages where id not in (select page_id from public.page_search)), 0::bigint, 'and every page has one');

-- The limits of a search tell nothing about others' private pages that fill them
select tests.act_as('Olga');
select tests.affects(tests.add('Bait', 'Zebrafish'), 1, 'Olga writes a word that she suspects');
select tests.affects(
  format('insert into public.pages (organization_id) select %L from generate_series(1, 200)', current_setting('story.org')),
  200, 'and makes that page an old one');
select tests.is(tests.work_off_pages(), 201, 'all of them come into the search');
select tests.is(
  (select string_agg(kind || ' ' || name, ', ') from public.search_pages(current_setting('story.org')::uuid, 'zebrafihs', 1)),
  'similar Bait', 'hers is found as if Mia''s were not there');

-- Texts as people read them. Each page goes by its key.
select tests.act_as_owner();
delete from public.pages;
create function tests.keys(question text) returns text language sql as $$
  select coalesce(string_agg(split_part(name, ' ', 1), ' ' order by name), '')
  from public.search_pages(current_setting('story.org')::uuid, question)
$$;
create function tests.work_off_parts() returns integer language plpgsql security definer as $$
declare
  runs integer := 0;
begin
  while exists (select from public.page_work) and runs < 100 loop
    perform private.work_off_pages(60000);
    runs := runs + 1;
  end loop;
  return runs;
end
$$;
select tests.act_as('Olga');
insert into public.pages (organization_id, name, content)
select current_setting('story.org')::uuid, key || ' ' || name, content
from (values
  ('code', 'Backup of images', 'rsync "/srv/sltr_images/2026" to the vault  `getUserName()` is in foo_bar_baz.ts; see MAX_RETRY_COUNT and --dry-run.'),
  ('url', 'Remote desktop', 'Start xfreerdp, then https://support.example.org/kb/4711/reset-wlan-key?lang=en. Version 2026.4.10, host 10.20.30.41, mail it-help@example.org.'),
  ('unc', 'Shares', E'Files are at \\\\Server-123\\FolderA\\Folder1\\ and on C:\\Users\\Public. Also A/B tests, Transmitter/Receiver, C++ and C#, .htaccess.'),
  ('apos', 'Subject’s terms', 'The subject''s terms, the authors’ rights, l''été, O''Neill, rock ''n'' roll, 5" disk, “quoted words” and "straight words".'),
  ('de', 'Vorlesepaten', 'Straßenfest, Prüfungsnachweis, Ärztehaus, naïve façade, Jérôme, İstanbul, ﬁle (ligature), Œuvre.'),
  ('zh', '白板', '电子白板保存有问题，请重新登录。繁體中文也要能找到。'),
  ('ko', '회의', '김대리와 미팅을 진행했다. 수급자의 보고서를 검토한다. 웹 검색'),
  ('ja', '東京都の天気', '雨が降る。サーバー（server）を再起動。ｶﾀｶﾅ と カタカナ'),
  ('bo', 'Nothing of it', 'An unrelated page about gardening.'),
  ('esc', 'Escapes', E'Files sltr\\_images/2027, PROJ\\_42 and \\[DRAFT-7\\], 3\\*4, un**bold**er, `get`ter, ~~gone~~r, C:\\\\Users\\\\Ann, R&amp;D, Smith &amp; Sons'),
  ('he', 'Hebrew', 'שָׁלוֹם עֲלֵיכֶם'),
  ('ar', 'Arabic', 'السَّلَامُ عَلَيْكُم، مـحـمـد، می‌روم'),
  ('nfd', 'Sjöbo', 'Café cra̧na, co­operate, zero​width'),
  ('part', 'Links and signs', 'un[lin](https://example.org/kb/4712)ked, [hal](x)ves, pre[fix](y), [[Page|qua]]rters, cr&eacute;meux &copy;2031 Caf&#233;bar '
    || E'na&#xEF;vete A&nbsp;Nbsp AT&amp;amp;T V\\&micro;W &unknown; &#0; &#x110000; call handlers[name](event)'),
  ('ref', 'References', E'over[gro][1]wn, un[mis][]taken, [wan][note]derer, be[wil](https://example.org/a_(b))dered, '
    || E'for[get](<https://example.org/c(d>)ful, re[mem](x "a (title)")ber, s[ea\\]r](x)ch, t[e[s]t](x)er \n\n[1]: https://example.org/e'),
  ('day', 'Plan', 'plan – today, a budget: two words (x) and 50% off')
) as pages (key, name, content);
select tests.work_off_pages() is null as done;
select tests.ok(string_to_array(keys, ' ') <@ string_to_array(found, ' '), format('%s finds %s', question, keys), found)
from (values
  ('sltr_images', 'code'),
  ('sltr_image', 'code'),
  ('sltr_i', 'code'),
  ('foo_bar', 'code'),
  ('bar_baz.ts', 'code'),
  ('UserName', 'code'),
  ('--dry-run', 'code'),
  ('-gardening', 'bo'),
  ('rdp', 'url'),
  ('wlan', 'url'),
  ('kb/4711', 'url'),
  ('2026.4.10', 'url'),
  ('10.20.30.41', 'url'),
  ('20.30', 'url'),
  ('it-help@example.org', 'url'),
  (E'\\\\Server-123', 'unc'),
  ('Server-123', 'unc'),
  (E'FolderA\\Folder1', 'unc'),
  ('Receiver', 'unc'),
  ('C++', 'unc'),
  ('C#', 'unc'),
  ('.htaccess', 'unc'),
  ('Subject''s terms', 'apos'),
  ('Subject’s terms', 'apos'),
  ('O''Neill', 'apos'),
  ('l''été', 'apos'),
  ('5" disk', 'apos'),
  ('"straight words"', 'apos'),
  ('“quoted words”', 'apos'),
  ('lese', 'de'),
  ('strassenfest', 'de'),
  ('prufung', 'de'),
  ('facade', 'de'),
  ('Jerome', 'de'),
  ('istanbul', 'de'),
  ('file', 'de unc'),
  ('oeuvre', 'de'),
  ('保存', 'zh'),
  ('问题', 'zh'),
  ('登', 'zh'),
  ('繁體', 'zh'),
  ('미팅 김대리', 'ko'),
  ('수급자', 'ko'),
  ('웹', 'ko'),
  ('東京', 'ja'),
  ('雨', 'ja'),
  ('カタカナ', 'ja'),
  (E'\\', 'unc'),
  ('sltr_images', 'code esc'),
  (E'sltr\\_images', 'code esc'),
  ('PROJ_42', 'esc'),
  (E'PROJ\\_42', 'esc'),
  ('[DRAFT-7]', 'esc'),
  ('DRAFT-7', 'esc'),
  ('3*4', 'esc'),
  (E'3\\*4', 'esc'),
  ('unbolder', 'esc'),
  ('**bold**er', 'esc'),
  ('getter', 'esc'),
  ('goner', 'esc'),
  (E'C:\\Users', 'esc unc'),
  (E'C:\\Users\\Ann', 'esc'),
  ('R&D', 'esc'),
  ('Smith & Sons', 'esc'),
  ('שלום', 'he'),
  ('שָׁלוֹם', 'he'),
  ('עליכם', 'he'),
  ('السلام', 'ar'),
  ('السَّلَامُ', 'ar'),
  ('محمد', 'ar'),
  ('میروم', 'ar'),
  ('می‌روم', 'ar'),
  ('Sjöbo', 'nfd'),
  ('sjobo', 'nfd'),
  ('café', 'nfd'),
  ('cooperate', 'nfd'),
  ('zerowidth', 'nfd'),
  ('overgrown', 'ref'),
  ('unmistaken', 'ref'),
  ('wanderer', 'ref'),
  ('bewildered', 'ref'),
  ('forgetful', 'ref'),
  ('remember', 'ref'),
  ('sea]rch', 'ref'),
  ('te[s]ter', 'ref'),
  ('example.org/e', 'ref'),
  ('unlinked', 'part'),
  ('kb/4712', 'part'),
  ('halves', 'part'),
  ('prefix', 'part'),
  ('quarters', 'part'),
  ('handlers[name]', 'part'),
  ('crémeux', 'part'),
  ('cremeux', 'part'),
  ('©2031', 'part'),
  ('&copy;2031', 'part'),
  ('Cafébar', 'part'),
  ('naïvete', 'part'),
  ('A Nbsp', 'part'),
  ('AT&amp;amp;T', 'part'),
  (E'V\\&micro;W', 'part'),
  ('&unknown;', 'part'),
  ('gardening,', 'bo'),
  ('(gardening)', 'bo'),
  ('budget:', 'day'),
  ('"two words"', 'day'),
  ('(x)', 'day'),
  ('plan – today', 'day'),
  ('plan - today!', 'day'),
  ('50%', 'day'),
  ('«budget»', 'day'),
  ('...budget...', 'day'),
  ('budget…', 'day'),
  ('two, words?', 'day')
) as asked (question, keys) cross join lateral tests.keys(question) as found;
select tests.is(tests.keys(question), '', format('%s finds nothing', question))
from unnest(array[E'\'; drop table pages; --', '(unclosed', '*', '`', '💥']) as question;
select tests.is(tests.keys('+'), 'unc', 'signs alone are looked for as they are');
select tests.is(tests.keys('C++'), 'unc', 'signs of a word are part of it');
select tests.is(tests.keys('--gardening'), 'bo', 'but for a word that nobody writes with them');
select tests.is(tests.snippet('PROJ_42'), 'Files sltr_images/2027, PROJ_42 and [DRAFT-7], 3*4, un**bold**er, `get`ter, ~~gone~~r, C:\Users\Ann, R&D, Smith & Sons',
  'the line is shown as it is read');

-- A long text, in parts
insert into public.pages (organization_id, name, content)
values (current_setting('story.org')::uuid, 'long', (
  select string_agg(case n when 24999 then 'edgeword' when 25000 then 'twilight' when 140000 then E'\nThe capybara sleeps' else 'word' end, ' ' order by n)
  from generate_series(1, 150000) as n));
select tests.work_off_pages() is null as begun;
select tests.is(tests.keys('capybara'), '', 'the end of a long text is not found at once');
select tests.is(tests.work_off_parts(), 7, 'each run takes a part of it');
select tests.is(tests.keys('capybara'), 'long', 'then it is found');
select tests.is(tests.keys('edgeword twilight capybara'), 'long', 'with words of other parts, and of the edge between two');
select tests.is(tests.keys('capybara absent'), '', 'as long as all are there');
select tests.is(tests.keys('capybraa'), 'long', 'with a slip, too');
select tests.ok(tests.snippet('capybara') like 'The capybara sleeps word word%', 'the line with the word is shown');
insert into public.pages (organization_id) select current_setting('story.org')::uuid from generate_series(1, 200);
select tests.work_off_pages() is null as done;
select tests.is(tests.keys('capybara'), 'long', 'however old the page is');
select tests.is(tests.keys('long capybara twilight'), 'long', 'and wherever its words are');
update public.pages set content = 'short' where name = 'long';
select tests.is(tests.work_off_parts(), 1, 'a text that is short again has one part');
select tests.is(tests.keys('capybara'), '', 'and the others are gone');

-- A long private text that is shown between two of its parts is taken in anew.
insert into public.pages (organization_id, name, visibility, content)
values (current_setting('story.org')::uuid, 'shown', 'private', repeat('word ', 50000) || 'wombat');
select tests.work_off_pages() is null as begun;
update public.pages set visibility = 'workspace' where name = 'shown';
select tests.is(tests.work_off_parts(), 3, 'a text that is shown between its parts begins with the first one');
select tests.is(tests.keys('wombat'), 'shown', 'and is found');

-- A Chinese text has smaller parts, and its lines are apart from the parts before.
insert into public.pages (organization_id, name, content)
select current_setting('story.org')::uuid, 'zh', E'第一行\n' || repeat(repeat('漢字', 50) || E'\n', 900) || E'末行 水豚\n' || repeat('漢字', 20000) || '河馬 here';
select tests.is(tests.work_off_parts(), 5, 'a text whose characters make pairs has smaller parts');
select tests.is(tests.snippet('水豚'), '末行 水豚', 'the line of a word in a further part is shown');
select tests.ok(tests.snippet('河馬') like '字漢字%河馬 here', 'and the end of a line that begins in an earlier one');

-- Letters that two keyboards write for one
insert into public.pages (organization_id, name, content) select current_setting('story.org')::uuid, name, content
from (values
  ('ar-letters', 'أحمد إسلام آمال ٱلرحمن مصطفى مدرسة كتاب ١٢٣٤٥ ۶۷۸۹'),
  ('he-letters', 'צה״ל ג׳ירפה'),
  ('el-letters', 'ΣΊΣΥΦΟΣ και ο Όμηρος'),
  ('dashes', E'a\u2E3Ab1 a\u058Ab2 a\u2E17b3 a\u30A0b4 a\u1806b5 a\u05BEb6 a\u2011b7 a\u2212b8 so\u00ADft9')
) as pages (name, content);
select tests.work_off_parts() > 0 as done;
select tests.is(
  (select string_agg(name, ' ') from public.search_pages(current_setting('story.org')::uuid, question) where kind = 'text'),
  name, format('%s is found as it is read', question))
from (values
  ('احمد', 'ar-letters'), ('اسلام', 'ar-letters'), ('امال', 'ar-letters'), ('الرحمن', 'ar-letters'), ('مصطفی', 'ar-letters'),
  ('مدرسه', 'ar-letters'), ('کتاب', 'ar-letters'), ('12345', 'ar-letters'), ('6789', 'ar-letters'), ('٦٧٨٩', 'ar-letters'),
  ('צה"ל', 'he-letters'), ('צה״ל', 'he-letters'), ('ג''ירפה', 'he-letters'),
  ('σίσυφος', 'el-letters'), ('Όμηρος', 'el-letters'), ('ΌΜΗΡΟΣ', 'el-letters'),
  ('a-b1', 'dashes'), ('a-b2', 'dashes'), ('a-b3', 'dashes'), ('a-b4', 'dashes'), ('a-b5', 'dashes'), ('a-b6', 'dashes'),
  ('a-b7', 'dashes'), ('a-b8', 'dashes'), ('a–b1', 'dashes'), ('soft9', 'dashes')
) as asked (question, name);
