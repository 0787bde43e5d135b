-- How a page looks: which values are allowed, who may change it, who hears of it, and what comes along with a copy. Mia
-- and Max are members of Olga's workspace, Otto is an outsider.

select tests.create_user(name) from unnest(array['Olga', 'Mia', 'Max', 'Otto']) as name;
select set_config('story.org', tests.first_organization('Olga')::text, true);
select tests.join_organization('Mia', current_setting('story.org')::uuid);
select tests.join_organization('Max', current_setting('story.org')::uuid);
create function tests.org() returns uuid language sql stable as $$ select current_setting('story.org')::uuid $$;
create function tests.look(name text) returns jsonb language sql stable security definer as $$
  select public.look(pages) from public.pages where pages.name = look.name
$$;
-- Whether a member may give the page this icon.
create function tests.takes(icon text) returns boolean language plpgsql as $$
begin
  update public.pages set icon = takes.icon where name = 'Plan';
  return true;
exception when check_violation then
  return false;
end
$$;

select tests.act_as('Mia');
select tests.affects($$insert into public.pages (organization_id, name, order_index) values (tests.org(), 'Plan', 1)$$, 1, 'a page comes without a look');
select tests.is(tests.look('Plan'), null, 'which nothing is said of');
select tests.affects($$insert into public.pages (organization_id, name, order_index, icon, cover, is_locked)
  values (tests.org(), 'Handbook', 2, 'book/green', 'ocean', true)$$, 1, 'or with one, as from an import');
select tests.is(tests.look('Handbook'), '{"icon": "book/green", "cover": "ocean", "is_locked": true}', 'of which the tree says what is special');

-- Icons
select tests.is((select array_agg(icon) from unnest(array['🚀', '❤️', '❤', '👍🏽', '👩🏽‍💻', '👨‍👩‍👧‍👦', '🏳️‍🌈', '🇨🇭', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '1️⃣', '#⃣', '™️', '⭐', '🫠', 'rocket/blue', 'users/pink']) as icon
    where not tests.takes(icon)), null, 'emojis of every form and the product''s own icons are taken');
select tests.is((select array_agg(icon) from unnest(array['', ' ', 'a', 'A', '1', '#', '🚀🚀', '🚀 ', ' 🚀', E'🚀\n', E'🚀\u0007', '‍', '️', '🚀‍', '🏽', '🇨', '👍🏽🏽🏽', '中', 'é', '<b>', '"', '&', '<svg onload=alert(1)>',
      'javascript:alert(1)', '/', 'rocket', 'rocket/', 'rocket/blue/', 'rocket/black', E'rocket/blue\n', 'Rocket/blue', 'skull/blue', E'\u202E🚀', E'🚀\u202E', E'🚀\u200B',
      '🏴󠁧󠁢', repeat('👩‍', 30) || '👩', repeat('🚀', 100000), E'\U000E0041']) as icon
    where tests.takes(icon)), null, 'and nothing else: no text, no second picture, nothing hidden');
select tests.ok(tests.takes(null), 'an icon is taken away');

-- Covers
select tests.affects($$update public.pages set cover = 'dawn' where name = 'Plan'$$, 1, 'a cover goes by its name');
select tests.throws($$update public.pages set cover = 'url(https://example.com)' where name = 'Plan'$$, '23514', 'and is none of another name');
select tests.throws($$update public.pages set cover = '' where name = 'Plan'$$, '23514', 'nor of none');
select tests.throws($$update public.pages set is_full_width = null where name = 'Plan'$$, '23502', 'a switch is on or off');

-- No text
select set_config('story.version', (select updated_at::text from public.pages where name = 'Plan'), true);
select tests.act_as('Max');
select tests.affects($$update public.pages set icon = '🚀', cover = 'dusk', is_full_width = true, has_small_text = true, is_locked = true where name = 'Plan'$$,
  1, 'another member gives it a look, and locks it');
select tests.is((select updated_at::text from public.pages where name = 'Plan'), current_setting('story.version'), 'which is no new version of its texts');
select tests.affects($$update public.pages set content = '# Plan' where name = 'Plan'$$, 1, 'a locked page is written as any other');
select tests.throws($$select public.expect_unlocked((select id from public.pages where name = 'Plan'))$$, 'TR052', 'but a screen that asks first is told');

-- Who may not
select tests.act_as('Otto');
select tests.affects($$update public.pages set icon = '💩', is_locked = false$$, 0, 'an outsider gives no page a look');
select tests.is((select count(*) from public.pages where icon is not null), 0::bigint, 'nor sees one');
select tests.act_as_anon();
select tests.throws($$update public.pages set icon = '💩'$$, '42501', 'nor does somebody without an account');
select tests.throws($$select public.look(null)$$, '42501', 'who is told of none');
select tests.act_as('Mia');
select tests.affects($$insert into public.pages (organization_id, name, order_index, visibility) values (tests.org(), 'Diary', 3, 'private')$$, 1, 'Mia keeps a diary');
select tests.act_as('Max');
select tests.affects($$update public.pages set cover = 'rose' where name = 'Diary'$$, 0, 'which Max does not paint');

-- Told
select tests.is(public.list_page_changes(tests.org(), 600) -> 'pages' @> '[{"name": "Plan", "look": {"icon": "🚀", "cover": "dusk", "is_locked": true, "is_full_width": true, "has_small_text": true}}]',
  true, 'screens that were away ask for looks with the rest of the tree');
select tests.act_as_owner();
delete from realtime.messages;
select tests.act_as('Mia');
select tests.affects($$update public.pages set is_locked = false where name = 'Plan'$$, 1, 'Mia unlocks it');
select public.expect_unlocked((select id from public.pages where name = 'Plan'));
select tests.act_as_owner();
select tests.is((select count(*) from realtime.messages where event = 'pages' and payload -> 'pages' @> '[{"name": "Plan", "look": {"icon": "🚀"}}]'
    and not payload -> 'pages' @> '[{"look": {"is_locked": true}}]'), 1::bigint, 'and everybody is told at once');
delete from realtime.messages;
select tests.act_as('Mia');
select tests.affects($$update public.pages set icon = '🚀' where name = 'Plan'$$, 1, 'the same icon once more');
select tests.act_as_owner();
select tests.is((select count(*) from realtime.messages where event = 'pages'), 0::bigint, 'is nothing to tell');

-- A copy, and a page for everybody
select tests.act_as('Mia');
select tests.ok(public.duplicate_page((select id from public.pages where name = 'Handbook')) is not null, 'a locked page is copied');
select tests.is(tests.look('Handbook copy'), '{"icon": "book/green", "cover": "ocean"}', 'with its look, and open to be written on');
select tests.affects($$update public.pages set visibility = 'public' where name = 'Handbook'$$, 1, 'a page is shared with everybody');
select tests.act_as_anon();
select tests.act_as_owner();
select set_config('story.page', (select id::text from public.pages where name = 'Handbook'), true);
select tests.act_as_anon();
select tests.is((select look from public.get_public_page(current_setting('story.page')::uuid)), '{"icon": "book/green", "cover": "ocean", "is_locked": true}',
  'who see how it looks');

-- A look comes with the text
select tests.act_as('Max');
select tests.is((select look from public.open_page_document((select id from public.pages where name = 'Plan'))),
  '{"icon": "🚀", "cover": "dusk", "is_full_width": true, "has_small_text": true}', 'whoever opens a page has its look with the text');
select tests.affects($$update public.pages set cover = 'sand' where name = 'Plan'$$, 1, 'it is given another cover');
select tests.is((select (opened.state is null) || ' ' || (opened.look ->> 'cover') from (select * from public.pages where name = 'Plan') as page
    cross join lateral public.open_page_document(page.id) as known
    cross join lateral public.open_page_document(page.id, known.epoch, known.number, known.head) as opened),
  'true sand', 'which comes to a browser that knows the text already');
select tests.act_as('Mia');
select tests.is((select look from public.open_page_document((select id from public.pages where name = 'Diary'))), null,
  'a page that looks as usual has nothing to say of it');
select set_config('story.page', (select id::text from public.pages where name = 'Diary'), true);
select tests.affects($$update public.pages set icon = '🔒' where name = 'Diary'$$, 1, 'and a private one');
select tests.act_as('Max');
select tests.is((select count(*) from public.open_page_document(current_setting('story.page')::uuid)), 0::bigint, 'tells nobody else of its icon');
