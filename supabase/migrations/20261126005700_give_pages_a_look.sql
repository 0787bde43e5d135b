-- How a page looks, kept with the page: everyone sees the same. The tree shows icons, so changes of a look reach screens as
-- those of the tree do. A look is no text of the page: it makes no version.

alter table public.pages
  add column icon text,
  add column cover text,
  add column is_full_width boolean not null default false,
  add column has_small_text boolean not null default false,
  add column is_locked boolean not null default false;
comment on column public.pages.icon is
  'One emoji, or one of the product''s own icons as "<name>/<color>", such as "rocket/blue"; null for none.';
comment on column public.pages.cover is 'What stands above the title, by its name; null for nothing.';
comment on column public.pages.is_full_width is 'Whether the text takes the width of the window.';
comment on column public.pages.has_small_text is 'Whether the text is smaller than usual.';
comment on column public.pages.is_locked is
  'Whether the product leaves the page''s texts alone. It keeps nobody out: this API writes a locked page as any other.';

alter table public.pages
  -- Nothing else than a picture: no letter, no mark of a language, no control character.
  add constraint pages_icon_known check (
    case when char_length(icon) > 24 then false
    when icon ~ '\A[a-z]' then
      split_part(icon, '/', 1) in (
        'book', 'bookmark', 'briefcase', 'bug', 'calendar', 'chart', 'clipboard', 'cloud', 'code', 'compass', 'database', 'flag',
        'flask', 'globe', 'heart', 'house', 'lightbulb', 'map', 'megaphone', 'rocket', 'shield', 'star', 'target', 'users'
      )
      and icon ~ '\A[a-z]+/(?:gray|red|orange|yellow|green|blue|purple|pink)\Z'
    else
      -- A keycap; a flag, by its letters or by its tags; or pictures with their modifiers, joined to one.
      icon ~ ('\A(?:[0-9#*]\uFE0F?\u20E3|[\U0001F1E6-\U0001F1FF]{2}|\U0001F3F4[\U000E0061-\U000E007A]{4,6}\U000E007F'
        || '|(?:(?:\A|\u200D)[\u00A9\u00AE\u203C\u2049\u2122\u2139\u2194-\u21AA\u231A-\u23FF\u24C2\u25AA-\u27BF\u2934\u2935'
        || '\u2B05-\u2B55\u3030\u303D\u3297\u3299\U0001F000-\U0001F1E5\U0001F200-\U0001F3FA\U0001F400-\U0001FAFF]'
        || '\uFE0F?[\U0001F3FB-\U0001F3FF]?\uFE0F?)+)\Z')
    end
  ),
  add constraint pages_cover_known check (
    cover in ('dawn', 'dusk', 'ocean', 'forest', 'meadow', 'aurora', 'sand', 'rose', 'slate', 'night')
  );
grant insert (icon, cover, is_full_width, has_small_text, is_locked) on table public.pages to authenticated;
grant update (icon, cover, is_full_width, has_small_text, is_locked) on table public.pages to authenticated;

-- Most pages have none: the list of all pages says null of those, and grows by that alone. Postgres puts the expression in
-- the function's place, which it does not with a `set`; so all names in it are schema-qualified.
create function public.look(page public.pages) returns jsonb
language sql stable parallel safe
as $$
  select case
    when page.icon is not null or page.cover is not null or page.is_full_width or page.has_small_text or page.is_locked
    then pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
      'icon', page.icon, 'cover', page.cover, 'is_full_width', nullif(page.is_full_width, false),
      'has_small_text', nullif(page.has_small_text, false), 'is_locked', nullif(page.is_locked, false)))
  end
$$;
comment on function public.look(public.pages) is
  'What is special about a page''s look, by the names of its columns; null for a page that looks as usual. A column of that name for clients.';
revoke execute on function public.look(public.pages) from public, anon;
grant execute on function public.look(public.pages) to authenticated, service_role;

-- Whatever changes a look is told like a change of the tree.
create or replace function private.note_changed_page() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if (old.name, old.parent_id, old.order_index, old.visibility, old.private_to, old.is_archived, old.notion_page_id,
      old.icon, old.cover, old.is_full_width, old.has_small_text, old.is_locked)
    is distinct from
    (new.name, new.parent_id, new.order_index, new.visibility, new.private_to, new.is_archived, new.notion_page_id,
      new.icon, new.cover, new.is_full_width, new.has_small_text, new.is_locked)
  then
    perform private.note_page_change(
      new.id, new.organization_id, coalesce(new.private_to, old.private_to), new.private_to is null or old.private_to is null);
  end if;
  return null;
end
$$;
drop trigger pages_97_note_changed on public.pages;
create trigger pages_97_note_changed
  after update of name, parent_id, order_index, visibility, private_to, is_archived, notion_page_id,
    icon, cover, is_full_width, has_small_text, is_locked on public.pages
  for each row execute function private.note_changed_page();

create or replace function private.page_news(page_ids uuid[], person uuid, since timestamptz) returns jsonb
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

create or replace function public.duplicate_page(page_id uuid, copy_id uuid default gen_random_uuid(), with_children boolean default false)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  original record;
  next_place double precision;
begin
  -- Changes nothing, but waits for the tree's lock, so that the copied pages hold still.
  update public.pages set is_archived = is_archived where false;

  select page.id, page.organization_id, page.parent_id, page.order_index into original
  from public.pages as page where page.id = duplicate_page.page_id and not page.is_archived;
  if not found then
    return null;
  end if;
  select min(page.order_index) into next_place
  from public.pages as page
  where page.organization_id = original.organization_id and page.parent_id is not distinct from original.parent_id
    and not page.is_archived and page.order_index > original.order_index;

  perform set_config('trellis.copying_to', copy_id::text, true);
  with recursive subtree as (
    select original.id, null::uuid as parent_id, duplicate_page.copy_id, original.parent_id as copy_parent_id, 0 as depth
    union all
    select child.id, child.parent_id, gen_random_uuid(), subtree.copy_id, subtree.depth + 1
    from subtree
    join public.pages as child on child.parent_id = subtree.id and child.organization_id = original.organization_id
    where duplicate_page.with_children and not child.is_archived
  )
  insert into public.pages (id, organization_id, parent_id, name, description, content, content_type, order_index, visibility,
    icon, cover, is_full_width, has_small_text)
  select
    subtree.copy_id, page.organization_id, subtree.copy_parent_id,
    case when subtree.depth > 0 then page.name else left(page.name, 500 - char_length(' copy')) || ' copy' end,
    page.description, page.content, page.content_type,
    case when subtree.depth > 0 then page.order_index
      else coalesce((original.order_index + next_place) / 2, original.order_index + 1) end,
    -- A copy of a private page is private, too. A public one is shared on purpose only.
    case page.visibility when 'private' then 'private' else 'workspace' end,
    -- A copy is made to be written on: it is not locked.
    page.icon, page.cover, page.is_full_width, page.has_small_text
  from subtree
  join public.pages as page on page.id = subtree.id
  -- Each page is checked when it comes, and its parent must be there by then.
  order by subtree.depth;
  perform set_config('trellis.copying_to', '', true);
  return copy_id;
end
$$;

-- Another answer is another function.
drop function public.get_public_page(uuid);
create function public.get_public_page(page_id uuid)
returns table (id uuid, name text, description text, content text, updated_at timestamptz, look jsonb)
language sql stable security definer
set search_path = ''
rows 1
as $$
  select page.id, page.name, page.description, page.content, page.updated_at, public.look(page)
  from public.pages as page
  join public.organizations as organization on organization.id = page.organization_id
  where page.id = page_id
    and page.visibility = 'public'
    and page.private_to is null
    and not page.is_archived
    and organization.status = 'active'
$$;
comment on function public.get_public_page(uuid) is 'A public page, by the id in its link; nothing when it is not public.';
revoke execute on function public.get_public_page(uuid) from public;
grant execute on function public.get_public_page(uuid) to anon, authenticated, service_role;
