-- Reads the id of a page's counterpart at Notion, however a client writes it down.

create function private.read_notion_page_id(typed text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  hex constant text := '[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}';
  address constant text := '^(?:https://)?(?:[a-z0-9-]+\.)*notion\.(?:so|site|com)/';
  text_in text := lower(btrim(typed));
  found text;
begin
  if text_in ~ ('^' || hex || '$') then
    found := text_in;
  elsif text_in ~ address then
    -- A page that is opened over another one stands behind it.
    found := coalesce(
      substring(text_in from ('[?&]p=(' || hex || ')(?:[&#]|$)')),
      substring(split_part(split_part(text_in, '#', 1), '?', 1) from ('[/-](' || hex || ')/?$'))
    );
  end if;
  return found::uuid::text;
end
$$;
comment on function private.read_notion_page_id(text) is 'The id that an id with or without dashes, or an address at Notion, names; null when it names none.';
revoke execute on function private.read_notion_page_id(text) from public, anon, authenticated;

create function private.check_notion_page_id(typed text) returns text
language plpgsql
as $$
declare
  given constant text := nullif(btrim(typed), '');
  found constant text := private.read_notion_page_id(given);
begin
  if given is not null and found is null then
    raise exception using
      errcode = 'check_violation',
      message = 'This is neither the id nor the address of a Notion page',
      constraint = 'pages_notion_page_id_form';
  end if;
  return found;
end
$$;
comment on function private.check_notion_page_id(text) is 'A page''s counterpart at Notion in Notion''s own form.';
revoke execute on function private.check_notion_page_id(text) from public, anon, authenticated;
