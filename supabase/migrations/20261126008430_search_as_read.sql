-- Search finds what people read, and not what is stored: `sltr_images` where the text has `sltr\_images`, and "bolder" where it has
-- `**bold**er`. Text and question lose the same marks, so each finds the other however it was written.
-- Signs around the words of a question ask for nothing, as long as it has words. All of a text is searched, in parts: one part
-- is as much as the embedded database can fold while everybody waits.

create function private.as_read(source text) returns text
language plpgsql immutable strict
set search_path = ''
as $$
declare
  shown text := source;
begin
  if strpos(shown, '\') > 0 then
    -- Two of them show one, and one before another sign shows none.
    shown := replace(regexp_replace(replace(shown, '\\', E'\x01'), '\\(?=[!-/:-@[-`{-~])', '', 'g'), E'\x01', '\');
  end if;
  if shown like '%&%;%' then
    shown := replace(replace(replace(replace(replace(replace(replace(
      shown, '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&apos;', ''''), '&amp;', '&');
  end if;
  return shown;
end
$$;
comment on function private.as_read(text) is
  'A text with the signs that its escapes and entities stand for. Lines stay lines.';
revoke execute on function private.as_read(text) from public, anon;
grant execute on function private.as_read(text) to authenticated, service_role;

create function private.fold_words(source text) returns text
language plpgsql stable strict
set search_path = ''
as $$
declare
  -- Marks of emphasis and code are not shown, and may stand within a word.
  folded constant text := private.fold_text(
    replace(replace(translate(private.as_read(source), '*`', ''), '~~', ''), '==', ''));
begin
  if octet_length(folded) = length(folded) then
    return folded;
  end if;
  -- Accents without a letter of their own, points of Hebrew, vowel marks of Arabic, its line that makes words longer, and
  -- characters without a width.
  return regexp_replace(folded, '[\u00AD\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F'
    || '\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED\u08CA-\u08E1\u08E3-\u08FF\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E'
    || '\u2060-\u2064\u2066-\u206F\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]+', '', 'g');
end
$$;
comment on function private.fold_words(text) is 'A text as it is read, folded for search.';
revoke execute on function private.fold_words(text) from public, anon, authenticated;

-- A word as in a sentence, `"budget:"`, asks for the word. Signs that are part of many words (`C++`, `--dry-run`, `#tag`) are asked
-- for first, and left out where nothing has them.
create function private.question_terms(question text, is_exact boolean) returns text[]
language plpgsql stable
set search_path = ''
as $$
declare
  most_words constant integer := 8;
  around constant text := ',;:!?"''()[]{}<>。、「」『』【】《》〈〉・،؛؟';
  folded constant text := private.fold_words(left(question, 200));
  terms text[];
begin
  terms := array(
    select term
    from regexp_split_to_table(folded, '\s+') with ordinality as words (word, place),
      lateral (select ltrim(rtrim(word, around || '.'), around) as trimmed) as exact,
      lateral (select btrim(trimmed, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~') as core) as cores,
      lateral (select case when is_exact or length(core) < 2 and octet_length(core) < 2 then trimmed else core end as term) as chosen
    where core !~ '^[\u00A0-\u00BF\u2000-\u206F\u3000-\u303F]*$'
    group by term order by min(place) limit most_words
  );
  if terms = '{}' then
    -- Nothing but signs.
    return array(
      select word from regexp_split_to_table(folded, '\s+') with ordinality as words (word, place)
      where word <> '' group by word order by min(place) limit most_words
    );
  end if;
  return terms;
end
$$;
comment on function private.question_terms(text, boolean) is
  'The words of a question as they are looked for, in their order: with the signs that may be part of them, or without.';
revoke execute on function private.question_terms(text, boolean) from public, anon, authenticated;

-- Parts of long texts

alter table public.page_search add column parts integer not null default 0;
comment on column public.page_search.parts is 'How many parts of the text are in page_search_parts.';
comment on column public.page_search.words is
  'Its name, description and text, folded, line by line as they are, and a last line of pairs of characters. Of a long text the first part.';

create table public.page_search_parts (
  page_id uuid not null,
  number integer not null,
  organization_id uuid not null,
  first_line integer not null,
  first_column integer not null,
  words text not null
);
comment on table public.page_search_parts is 'The further parts of long texts as search compares them. Read by private.find_pages alone.';
comment on column public.page_search_parts.page_id is 'The page.';
comment on column public.page_search_parts.number is 'Its place: 1 comes after the part in page_search.';
comment on column public.page_search_parts.organization_id is 'The page''s workspace.';
comment on column public.page_search_parts.first_line is 'How many lines end before the part.';
comment on column public.page_search_parts.first_column is 'How much of its first line is before the part.';
comment on column public.page_search_parts.words is 'As in page_search. The last letters of the part before are repeated, for words at the edge.';

alter table public.page_search_parts alter column words set storage external;
alter table public.page_search_parts
  add constraint page_search_parts_pkey primary key (page_id, number),
  add constraint page_search_parts_page_id_fkey
    foreign key (page_id) references public.page_search (page_id) on delete cascade;
create index page_search_long_idx on public.page_search (organization_id) where parts > 0;
create index page_search_parts_words_idx on public.page_search_parts
  using gin (organization_id extensions.uuid_ops, words extensions.gin_trgm_ops) with (gin_pending_list_limit = 256);

revoke all on table public.page_search_parts from anon, authenticated;
grant all on table public.page_search_parts to service_role;

alter table public.page_search_parts enable row level security;

-- There is no policy that allows anything.
create policy page_search_parts_all_second_step on public.page_search_parts as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));

drop function private.searchable_words(text, text, text);
create function private.searchable_words(content text) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  -- One character may unfold to many.
  folded constant text := left(private.fold_words(content), 500000);
begin
  return folded || E'\n ' || private.character_pairs(folded) || ' ';
end
$$;
comment on function private.searchable_words(text) is 'A part of a page''s texts as it is searched.';
revoke execute on function private.searchable_words(text) from public, anon, authenticated;

drop function private.index_pages(uuid[]);
create function private.index_page_part(page_id uuid, number integer) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  overlap constant integer := 200;
  page record;
  texts text;
  letters integer;
  size integer;
  start integer;
  -- The letters from the beginning of the part before to that of this one.
  between_them text;
  previous record;
begin
  select known.organization_id, known.updated_at, known.name,
    concat_ws(E'\n', known.name, coalesce(known.description, ''), known.content) as texts
  into page
  from public.pages as known where known.id = index_page_part.page_id;
  -- Unpacked once, and not at each use.
  texts := page.texts;
  letters := length(texts);
  -- Each Chinese, Japanese or Korean character makes a pair with the next one.
  size := case when octet_length(texts) > 2 * letters then 30000 else 100000 end;
  if number = 0 then
    insert into public.page_search as known (page_id, organization_id, updated_at, title, words, parts)
    values (index_page_part.page_id, page.organization_id, page.updated_at, private.fold_words(page.name),
      private.searchable_words(left(texts, size)), greatest(0, (letters - 1) / size))
    on conflict on constraint page_search_pkey do update
    set updated_at = excluded.updated_at, title = excluded.title, words = excluded.words, parts = excluded.parts
    -- A save that came meanwhile knows better.
    where known.updated_at <= excluded.updated_at;
    delete from public.page_search_parts as part
    where part.page_id = index_page_part.page_id and part.number > (letters - 1) / size;
    return letters > size;
  end if;
  start := number * size - overlap;
  select coalesce(max(part.first_line), 0) as line, coalesce(max(part.first_column), 0) as letters_before into previous
  from public.page_search_parts as part
  where part.page_id = index_page_part.page_id and part.number = index_page_part.number - 1;
  between_them := case when number = 1 then left(texts, start) else substr(texts, start - size + 1, size) end;
  insert into public.page_search_parts as known (page_id, number, organization_id, first_line, first_column, words)
  values (index_page_part.page_id, index_page_part.number, page.organization_id,
    previous.line + length(between_them) - length(replace(between_them, E'\n', '')),
    length(split_part(between_them, E'\n', -1))
      + case when strpos(between_them, E'\n') = 0 then previous.letters_before else 0 end,
    private.searchable_words(substr(texts, start + 1, size + overlap)))
  on conflict on constraint page_search_parts_pkey do update
  set first_line = excluded.first_line, first_column = excluded.first_column, words = excluded.words
  where (known.first_line, known.first_column, known.words) is distinct from
    (excluded.first_line, excluded.first_column, excluded.words);
  return letters > (number + 1) * size;
end
$$;
comment on function private.index_page_part(uuid, integer) is
  'Folds a part of a page''s texts for search. True when there are more of them.';
revoke execute on function private.index_page_part(uuid, integer) from public, anon, authenticated;

alter table public.page_work add column part integer not null default 0;
comment on column public.page_work.part is 'The part of its texts that comes next.';

drop function private.refresh_page(uuid);
create function private.refresh_page(page_id uuid, part integer) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  has_more boolean;
begin
  perform from public.pages as page where page.id = refresh_page.page_id for key share skip locked;
  if not found then
    return case when exists (select from public.pages as page where page.id = refresh_page.page_id) then 'later' else 'done' end;
  end if;
  has_more := private.index_page_part(page_id, part);
  if part = 0 then
    perform private.refresh_links(page_id);
    perform private.refresh_names(page_id);
  end if;
  return case when has_more then 'more' else 'done' end;
end
$$;
comment on function private.refresh_page(uuid, integer) is
  'Brings search and links in step with a page''s texts, or search alone with a further part of them: done, more (there are further parts), or later.';
revoke execute on function private.refresh_page(uuid, integer) from public, anon, authenticated;

drop function private.work_off_page(uuid, bigint);
create function private.work_off_page(page_id uuid, ticket bigint, part integer) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  return private.refresh_page(page_id, part);
exception
  when query_canceled then
    perform private.give_up_work(page_id, ticket);
    return 'given up';
  when others then
    perform private.postpone_work(page_id, ticket, sqlerrm);
    perform set_config('cron.problem', format('Page %s is not in the search as it is: %s', page_id, sqlerrm), true);
    raise warning 'Page % is not in the search as it is: %', page_id, sqlerrm;
    return 'failed';
end
$$;
comment on function private.work_off_page(uuid, bigint, integer) is
  'Does the work on a part of a page: done, more, later (it is being deleted), failed, or given up, where the time for the statement is over.';
revoke execute on function private.work_off_page(uuid, bigint, integer) from public, anon, authenticated;

drop function private.end_work(uuid[], bigint[]);
create function private.end_work(page_ids uuid[], tickets bigint[], outcomes text[]) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  with ended as materialized (
    select known.page_id, done.outcome from public.page_work as known
    join unnest(page_ids, tickets, outcomes) as done (page_id, ticket, outcome)
      on done.page_id = known.page_id and done.ticket = known.ticket
    for update of known skip locked
  ), gone as (
    delete from public.page_work as work using ended where work.page_id = ended.page_id and ended.outcome = 'done'
  )
  update public.page_work as work set part = work.part + 1
  from ended where work.page_id = ended.page_id and ended.outcome = 'more';
end
$$;
comment on function private.end_work(uuid[], bigint[], text[]) is
  'Takes pages that are done out of the queue, and goes on to the next part of others, as far as nobody saved them meanwhile.';
revoke execute on function private.end_work(uuid[], bigint[], text[]) from public, anon, authenticated;

create or replace function private.work_off_pages_singly(has_failed boolean) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  begun record;
  outcome text;
begin
  select work.page_id, work.ticket, work.begun_at, work.part into begun
  from public.page_work as work where work.begun_at is not null order by work.begun_at limit 1;
  if found and (has_failed or begun.begun_at < clock_timestamp() - interval '1 minute') then
    perform private.give_up_work(begun.page_id, begun.ticket);
    return 0;
  elsif found then
    outcome := private.work_off_page(begun.page_id, begun.ticket, begun.part);
    perform private.end_work(array[begun.page_id], array[begun.ticket], array[outcome]);
    update public.page_work as work
    set begun_at = null,
      due_at = case outcome when 'later' then clock_timestamp() + interval '2 seconds' else work.due_at end
    where work.page_id = begun.page_id and work.begun_at is not null;
  end if;
  update public.page_work as work set begun_at = clock_timestamp()
  where work.page_id = (
    select next.page_id from public.page_work as next
    where next.due_at <= clock_timestamp() order by next.due_at desc limit 1 for update skip locked
  );
  if found then
    perform set_config('cron.run_again', 'on', true);
  end if;
  return case outcome when 'done' then 1 else 0 end;
end
$$;

create or replace function private.work_off_pages(most_milliseconds integer default 20) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  begun constant timestamptz := clock_timestamp();
  -- The clock of the bundled server counts the runs of a job that failed one after the other.
  has_failed constant boolean := coalesce(nullif(current_setting('cron.failures', true), ''), '0') <> '0';
  waiting record;
  outcome text;
  page_ids uuid[] := '{}';
  tickets bigint[] := '{}';
  outcomes text[] := '{}';
begin
  if not pg_try_advisory_xact_lock(hashtextextended('work off pages', 0)) then
    return 0;
  elsif has_failed or exists (select from public.page_work as work where work.begun_at is not null) then
    return private.work_off_pages_singly(has_failed);
  end if;
  for waiting in
    select work.page_id, work.ticket, work.part from public.page_work as work
    where work.due_at <= begun order by work.due_at desc limit 1000
  loop
    outcome := private.work_off_page(waiting.page_id, waiting.ticket, waiting.part);
    page_ids := page_ids || waiting.page_id;
    tickets := tickets || waiting.ticket;
    outcomes := outcomes || outcome;
    -- After the first page at the earliest: each run gets on, however long it took to find the newest of many. Once a
    -- statement has come to its limit, nothing would end it a second time.
    if outcome = 'given up' or clock_timestamp() > begun + make_interval(secs => most_milliseconds / 1000.0) then
      -- For the clock of the bundled server.
      perform set_config('cron.run_again', 'on', true);
      exit;
    end if;
  end loop;
  perform private.end_work(page_ids, tickets, outcomes);
  return cardinality(array_positions(outcomes, 'done'));
end
$$;

create or replace function private.queue_new_pages() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.page_work (page_id) select page.id from added as page
  on conflict (page_id) do update
  set ticket = excluded.ticket, due_at = excluded.due_at, tries = 0, problem = null, begun_at = null, part = 0;
  return null;
end
$$;

create or replace function private.queue_changed_page() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if old.updated_at <> new.updated_at then
    insert into public.page_work (page_id) values (new.id)
    on conflict (page_id) do update
    set ticket = excluded.ticket, due_at = excluded.due_at, tries = 0, problem = null, begun_at = null, part = 0;
  end if;
  return null;
end
$$;
