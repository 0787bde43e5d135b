-- The pages beneath a page go to the trash, come back, are hidden and shown together: what follows each of them is done once for all. Two thousand
-- pages came back one by one, and on the embedded database everybody waited for that.

-- While a table is new, Postgres takes another index with the workspace for as good as that of the tree, and reads the workspace whole for each
-- page. Only that of the tree has children in their order.
create or replace function private.has_children(page public.pages) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select true from public.pages as child
    where child.organization_id = has_children.page.organization_id and child.parent_id = has_children.page.id
    order by child.order_index
    limit 1
  ) is not null;
end
$$;

create or replace function private.pages_hidden_with(top uuid, organization uuid) returns uuid[]
language sql stable
set search_path = ''
as $$
  with recursive subtree as (
    select pages_hidden_with.top as id
    union all
    select child.id
    from subtree
    cross join lateral (
      select known.id from public.pages as known
      where known.parent_id = subtree.id and known.organization_id = pages_hidden_with.organization and known.visibility <> 'private'
      order by known.order_index
      offset 0
    ) as child
  )
  select coalesce(array_agg(subtree.id) filter (where subtree.id <> pages_hidden_with.top), '{}') from subtree
$$;

create or replace function private.is_arranging() returns boolean
language sql stable
as $$
  select coalesce(pg_catalog.current_setting('trellis.arranging', true), '') operator(pg_catalog.<>) ''
$$;

create function private.is_arranging_whole() returns boolean
language sql stable
as $$
  select coalesce(pg_catalog.current_setting('trellis.arranging', true), '') operator(pg_catalog.=) 'whole'
$$;
comment on function private.is_arranging_whole() is
  'Whether the current statement is a page rule''s own, which does itself, for all pages together, what follows a change of each.';
revoke execute on function private.is_arranging_whole() from public, anon, authenticated;

create function private.note_page_changes(page_ids uuid[], organization_id uuid, former_reader uuid, were_shared boolean) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  noted constant text := coalesce(current_setting('trellis.changed_pages', true), '');
  many constant text := organization_id || '/*';
  noted_at constant timestamptz := clock_timestamp();
begin
  insert into public.page_changes as log (page_id, organization_id, private_to, changed_at, shared_at)
  select page.id, page.organization_id, coalesce(page.private_to, former_reader), noted_at,
    case when were_shared or page.private_to is null then noted_at end
  from public.pages as page where page.id = any (page_ids)
  on conflict on constraint page_changes_pkey do update
  set private_to = excluded.private_to, changed_at = excluded.changed_at,
    shared_at = coalesce(excluded.shared_at, log.shared_at);
  if not found or position(many in noted) > 0 then
    return;
  end if;
  perform set_config('trellis.changed_pages',
    concat(noted, ' ', case
      when length(noted) + 75 * cardinality(page_ids) > 200 * 75 then many
      else (
        select string_agg(concat(page.organization_id, '/', page.id, case when were_shared or page.private_to is null then '+' end), ' ')
        from public.pages as page where page.id = any (page_ids)
      )
    end), true);
end
$$;
comment on function private.note_page_changes(uuid[], uuid, uuid, boolean) is
  'Logs that pages changed in the tree together, to be told at the end of the statement: private.note_page_change() for many.';
revoke execute on function private.note_page_changes(uuid[], uuid, uuid, boolean) from public, anon, authenticated;

-- The rows of the pages stay out of it: a text of megabytes would be copied.
create function private.renew_page_channel(page_id uuid, former_reader uuid, reader uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  left_channel uuid;
  is_due boolean;
begin
  select document.channel into left_channel
  from public.page_documents as document where document.page_id = renew_page_channel.page_id for no key update;
  if found then
    update public.page_documents as document
    set channel = gen_random_uuid(),
      is_to_restart = document.is_to_restart or former_reader is not null and former_reader is distinct from reader,
      kept_for = case when document.is_to_restart then document.kept_for
        when former_reader is distinct from reader then former_reader end
    where document.page_id = renew_page_channel.page_id
    returning document.is_to_restart and document.texts_number = document.number into is_due;
    if is_due then
      perform private.begin_page_document(page_id);
    end if;
    perform pg_notify('realtime_access_changed', jsonb_build_object('topic', topic || left_channel)::text)
    from unnest(array['page:', 'typing:']) as topic;
  end if;
end
$$;
comment on function private.renew_page_channel(uuid, uuid, uuid) is
  'Gives a page''s document another channel when others see the page, and begins it anew when it was private.';
revoke execute on function private.renew_page_channel(uuid, uuid, uuid) from public, anon, authenticated;

create or replace function private.archive_subtree(old public.pages, new public.pages) returns void
language plpgsql
as $$
declare
  beneath uuid[];
begin
  if not private.has_children(new) then
    return;
  end if;
  beneath := array(
    with recursive subtree as (
      select new.id
      union all
      select child.id
      from subtree
      cross join lateral (
        select known.id from public.pages as known
        where known.parent_id = subtree.id and known.organization_id = new.organization_id
          and known.archived_with is not distinct from old.archived_with
        order by known.order_index
        offset 0
      ) as child
    )
    select subtree.id from subtree where subtree.id <> new.id
  );
  if beneath = '{}' then
    return;
  end if;
  perform set_config('trellis.arranging', 'whole', true);
  update public.pages as page
  set is_archived = new.is_archived, archived_at = new.archived_at, archived_with = new.archived_with,
    archived_by = new.archived_by
  where page.id = any (beneath);
  perform private.set_arranging(false);
  perform private.renew_page_channel(page.id, page.private_to, page.private_to)
  from public.pages as page where page.id = any (beneath);
  perform private.note_page_changes(beneath, new.organization_id, null, false);
end
$$;

create or replace function private.hide_subtree(new public.pages) returns void
language plpgsql
as $$
declare
  subtree uuid[];
  hidden record;
begin
  if not private.has_children(new) then
    return;
  end if;
  subtree := private.pages_hidden_with(new.id, new.organization_id);
  if subtree = '{}' then
    return;
  elsif new.private_to is not null then
    perform private.set_arranging(true);
    update public.pages as page
    set parent_id = null
    where page.id = any (subtree)
      and page.created_by is distinct from new.private_to and page.is_archived and not new.is_archived;
    if found then
      subtree := private.pages_hidden_with(new.id, new.organization_id);
    end if;
    perform private.set_arranging(false);
    if exists (
      select from public.pages as page
      where page.id = any (subtree) and page.created_by is distinct from new.private_to
    ) then
      perform private.refuse('hides_others');
    end if;
  end if;
  for hidden in
    select page.private_to as former_reader, array_agg(page.id) as page_ids
    from public.pages as page
    where page.id = any (subtree) and page.private_to is distinct from new.private_to
    group by page.private_to
  loop
    perform set_config('trellis.arranging', 'whole', true);
    update public.pages as page set private_to = new.private_to where page.id = any (hidden.page_ids);
    perform private.set_arranging(false);
    perform private.renew_page_channel(id, hidden.former_reader, new.private_to) from unnest(hidden.page_ids) as id;
    if hidden.former_reader is not null then
      perform private.forget_private_time(id) from unnest(hidden.page_ids) as id;
    end if;
    perform private.note_page_changes(
      hidden.page_ids, new.organization_id, hidden.former_reader, hidden.former_reader is null);
  end loop;
end
$$;
