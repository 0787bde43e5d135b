-- A page's look comes with its text: on a new device the tree comes after it, and a cover would move the text.

-- Another answer is another function.
drop function public.open_page_document(uuid, uuid, bigint, uuid);
create function public.open_page_document(
  page_id uuid, known_epoch uuid default null, known_number bigint default null, known_head uuid default null
) returns table (
  epoch uuid, channel uuid, number bigint, head uuid, state text, state_number bigint, updates jsonb,
  texts_number bigint, texts_version timestamptz, version timestamptz, name text, description text, content text, look jsonb
)
language plpgsql
set search_path = ''
rows 1
as $$
declare
  opened record;
begin
  for attempt in 1 .. 2 loop
    select page.updated_at, document.*, public.look(page) as look,
      case when is_other then page.name end as name,
      case when is_other then coalesce(page.description, '') end as description,
      case when is_other then page.content end as content
    into opened
    from public.pages as page
    left join lateral private.read_page_document(page.id, known_epoch, known_number, known_head, page.updated_at) as document
      on true
    cross join lateral (select page.updated_at is distinct from document.texts_version) as texts (is_other)
    where page.id = open_page_document.page_id and not page.is_archived;
    if not found then
      return;
    end if;
    exit when attempt = 2 or opened.epoch is not null and not opened.has_outgrown;
    -- Only those begin a document who may write the page. Of two at once, the second one finds the first one's.
    perform from public.pages as page
    where page.id = open_page_document.page_id and not page.is_archived for no key update;
    exit when not found;
    perform private.begin_page_document(page_id);
  end loop;
  return query select opened.epoch, opened.channel, opened.number, opened.head, opened.state, opened.state_number, opened.updates,
    opened.texts_number, opened.texts_version, opened.updated_at, opened.name, opened.description, opened.content, opened.look;
end
$$;
comment on function public.open_page_document(uuid, uuid, bigint, uuid) is
  'A page''s document, which begins with its first opening: state and updates, or the updates alone that are new since `known_number`, whose id is `known_head`; the page''s texts where they are not the document''s; and its look. Nothing when the caller finds no such page.';
revoke execute on function public.open_page_document(uuid, uuid, bigint, uuid) from public, anon;
grant execute on function public.open_page_document(uuid, uuid, bigint, uuid) to authenticated, service_role;
