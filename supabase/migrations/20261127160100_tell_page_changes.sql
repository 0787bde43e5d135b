-- Every change of the tree reaches the screens that show it: as a message with the changed rows, and, for those who missed
-- messages, from a log with one row for each page, however often it changed.

create table public.page_changes (
  page_id uuid not null,
  organization_id uuid not null,
  private_to uuid,
  changed_at timestamptz not null,
  shared_at timestamptz
);
comment on table public.page_changes is 'When each page last changed in the tree. A page that was deleted for good stays in it.';
comment on column public.page_changes.page_id is 'The page; it may be gone.';
comment on column public.page_changes.organization_id is 'Its workspace.';
comment on column public.page_changes.private_to is 'The only person who sees it, or saw it last.';
comment on column public.page_changes.changed_at is 'The last change that the tree shows.';
comment on column public.page_changes.shared_at is 'The last change before or after which the whole workspace saw the page.';
alter table public.page_changes
  add constraint page_changes_pkey primary key (page_id),
  add constraint page_changes_organization_id_fkey
    foreign key (organization_id) references public.organizations (id) on delete cascade;
create index page_changes_organization_id_changed_at_idx on public.page_changes (organization_id, changed_at);
revoke all on table public.page_changes from anon, authenticated;
grant all on table public.page_changes to service_role;
alter table public.page_changes enable row level security;
create policy page_changes_all_second_step on public.page_changes as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));
comment on policy page_changes_all_second_step on public.page_changes is
  'People with two-step verification get in with both steps only.';

-- Collects the pages of a statement for private.tell_changed_pages(), which the statement's end calls. More than two
-- hundred pages are told as "many". The function takes no whole page: a text of megabytes would be copied.
create function private.note_page_change(page_id uuid, organization_id uuid, private_to uuid, is_shared boolean) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  noted text := coalesce(current_setting('trellis.changed_pages', true), '');
  many text := organization_id || '/*';
  -- One time for both: those who see the page by this change and those who see it no more put it in one order.
  noted_at constant timestamptz := clock_timestamp();
begin
  -- The workspace may be on its way out, with all its pages.
  insert into public.page_changes as log (page_id, organization_id, private_to, changed_at, shared_at)
  select note_page_change.page_id, organization.id, note_page_change.private_to, noted_at,
    case when is_shared then noted_at end
  from public.organizations as organization where organization.id = note_page_change.organization_id
  on conflict on constraint page_changes_pkey do update
  set private_to = excluded.private_to, changed_at = excluded.changed_at,
    shared_at = coalesce(excluded.shared_at, log.shared_at);
  if not found or position(many in noted) > 0 then
    return;
  end if;
  perform set_config('trellis.changed_pages',
    concat(noted, ' ', case
      when length(noted) > 200 * 75 then many
      else concat(organization_id, '/', page_id, case when is_shared then '+' end)
    end), true);
end
$$;
comment on function private.note_page_change(uuid, uuid, uuid, boolean) is 'Logs that a page changed in the tree, to be told at the end of the statement.';
revoke execute on function private.note_page_change(uuid, uuid, uuid, boolean) from public, anon, authenticated;

-- A number is compared more easily than a time in some time zone. Below 2^53 until the year 2255.
create function private.microsecond(at timestamptz) returns bigint
language sql immutable parallel safe
set search_path = ''
as $$
  select (extract(epoch from at) * 1000000)::bigint
$$;
comment on function private.microsecond(timestamptz) is 'Microseconds since 1970.';
revoke execute on function private.microsecond(timestamptz) from public, anon, authenticated;

-- One shape for messages and for public.list_page_changes(): pages as the tree shows them, those that are gone, and when each of
-- them changed, since messages of two channels may arrive in any order.
create function private.page_news(page_ids uuid[], person uuid, since timestamptz) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'pages', coalesce(jsonb_agg(jsonb_build_object(
      'id', page.id, 'parent_id', page.parent_id, 'name', page.name, 'order_index', page.order_index,
      'created_at', page.created_at, 'visibility', page.visibility, 'notion_page_id', page.notion_page_id,
      'look', public.look(page),
      'microsecond', private.microsecond(log.changed_at)
    )) filter (where page.id is not null), '[]'),
    -- Nobody else learns when somebody last changed a private page.
    'gone', coalesce(jsonb_agg(jsonb_build_object(
      'id', log.page_id,
      'microsecond', private.microsecond(case when coalesce(log.private_to, person) is not distinct from person then log.changed_at else log.shared_at end)
    )) filter (where page.id is null), '[]')
  )
  from public.page_changes as log
  left join public.pages as page on page.id = log.page_id and not page.is_archived
    and private.sees_page(person, array[page.organization_id], page.organization_id, page.private_to)
  where log.page_id = any (page_ids) and (log.shared_at >= since or log.private_to = person)
$$;
comment on function private.page_news(uuid[], uuid, timestamptz) is
  'The pages as a person sees them now; without a person, as every member does. Those that no member saw since then are left out.';
revoke execute on function private.page_news(uuid[], uuid, timestamptz) from public, anon, authenticated;

create function private.tell_changed_pages() returns void
language plpgsql
as $$
declare
  noted text := coalesce(current_setting('trellis.changed_pages', true), '');
  told record;
  person uuid;
begin
  -- The rules of the tree write further pages: all of them are told at the end of the statement that began.
  if noted = '' or private.is_arranging() and pg_trigger_depth() > 1 then
    return;
  end if;
  perform set_config('trellis.changed_pages', '', true);
  for told in
    select left(entry, 36)::uuid as organization_id, bool_or(entry like '%*') as are_many,
      array_agg(substr(entry, 38, 36)::uuid) filter (where entry not like '%*') as page_ids,
      array_agg(substr(entry, 38, 36)::uuid) filter (where entry like '%+') as shared_ids
    from unnest(string_to_array(ltrim(noted), ' ')) as entry group by 1
  loop
    if told.are_many then
      perform private.tell_workspace(told.organization_id, 'pages', '{"many": true}');
      continue;
    end if;
    if told.shared_ids is not null then
      perform private.tell_workspace(told.organization_id, 'pages', private.page_news(told.shared_ids, null, '-infinity'));
    end if;
    for person in
      select distinct log.private_to from public.page_changes as log
      where log.page_id = any (told.page_ids) and log.private_to is not null
    loop
      perform private.tell_person(
        person, 'pages',
        jsonb_build_object('organization_id', told.organization_id) || private.page_news(told.page_ids, person, 'infinity'));
    end loop;
  end loop;
end
$$;
comment on function private.tell_changed_pages() is 'Sends the pages that the statement changed to those who see them.';
revoke execute on function private.tell_changed_pages() from public, anon, authenticated;

create function public.list_page_changes(organization_id uuid, within_seconds double precision) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  since timestamptz := statement_timestamp() - make_interval(secs => greatest(within_seconds, 0));
begin
  if not private.has_passed_second_step()
    or list_page_changes.organization_id not in (select private.my_organization_ids()) then
    return null;
  end if;
  return private.page_news(
    array(
      select log.page_id from public.page_changes as log
      where log.organization_id = list_page_changes.organization_id and log.changed_at >= since
    ),
    auth.uid(), since);
end
$$;
comment on function public.list_page_changes(uuid, double precision) is
  'The pages that changed in the tree within so many seconds, as the caller sees them now; null for others than members.';
revoke execute on function public.list_page_changes(uuid, double precision) from public, anon;
grant execute on function public.list_page_changes(uuid, double precision) to authenticated, service_role;
