-- The server sets a page's authors and times and ignores those that a client sends. Pages never change workspace.
-- Triggers on pages run in the order of their names, so these carry numbers. Those that each save fires have no WHEN, whose
-- text Postgres parses and plans in every statement: their functions look themselves. `update of` costs nothing; `updated_at`
-- grows with each change of a text, and is compared more easily than texts are.

create function private.stamp_new_page() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  caller uuid := auth.uid();
begin
  new.name := coalesce(new.name, 'Untitled');
  new.content := coalesce(new.content, '');
  if caller is not null then
    new.created_by := caller;
    new.updated_by := caller;
    new.created_at := now();
    new.updated_at := now();
  end if;
  return new;
end
$$;
comment on function private.stamp_new_page() is 'Trigger: a new page is made by the caller, now. The operator may say otherwise.';
revoke execute on function private.stamp_new_page() from public, anon, authenticated;

create trigger pages_10_stamp_new before insert on public.pages
  for each row execute function private.stamp_new_page();

create function private.stamp_changed_page() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  rewritten boolean := (new.name, new.description, new.content, new.content_type)
    is distinct from (old.name, old.description, old.content, old.content_type);
  touched boolean := rewritten
    or (new.parent_id, new.order_index, new.visibility, new.is_archived)
      is distinct from (old.parent_id, old.order_index, old.visibility, old.is_archived)
    or (new.notion_page_id, new.notion_last_sync, new.notion_url)
      is distinct from (old.notion_page_id, old.notion_last_sync, old.notion_url);
begin
  if (new.id, new.organization_id) is distinct from (old.id, old.organization_id) then
    perform private.refuse('page_emigrates');
  end if;
  new.created_at := old.created_at;
  -- Only a removed account leaves null behind: while the account exists, null is ignored.
  if new.created_by is distinct from old.created_by then
    new.created_by := (select profile.id from public.user_profiles as profile where profile.id = old.created_by);
  end if;
  -- Two writes within a microsecond still differ: clients send this back as the version their change is based on.
  new.updated_at := case
    when rewritten then greatest(clock_timestamp(), old.updated_at + interval '1 microsecond')
    else old.updated_at
  end;
  if touched and not private.is_arranging() then
    new.updated_by := coalesce(auth.uid(), new.updated_by);
  elsif new.updated_by is distinct from old.updated_by then
    new.updated_by := (select profile.id from public.user_profiles as profile where profile.id = old.updated_by);
  end if;
  return new;
end
$$;
comment on function private.stamp_changed_page() is 'Trigger: keeps a page''s origin, and gives it a new version when its text changes.';
revoke execute on function private.stamp_changed_page() from public, anon, authenticated;

create trigger pages_10_stamp_changed before update on public.pages
  for each row execute function private.stamp_changed_page();
