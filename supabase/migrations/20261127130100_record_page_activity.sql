-- Decides when a page's activity gets a line. Acts of the operator (an import, an account's removal) get
-- none, and neither do writes of the page rules: archiving a page with everything beneath it is one line, and
-- so is copying one.

-- The write that fires this locks the page's row: two saves of one page come here one after the other and cannot both
-- begin a sitting. The function takes no whole page: a text of megabytes would be copied.
create function private.continue_sitting(
  organization_id uuid, page_id uuid, actor uuid, hidden_to uuid, kind text, old_name text default null, new_name text default null
) returns void
language plpgsql
as $$
declare
  line record;
begin
  select activity.id, activity.happened_at, activity.old_name into line
  from public.page_activity as activity
  where activity.page_id = continue_sitting.page_id
    and activity.actor_id = continue_sitting.actor
    and activity.kind = continue_sitting.kind
    and activity.happened_at > clock_timestamp() - interval '30 minutes'
    and activity.private_to is not distinct from hidden_to
  order by activity.happened_at desc
  limit 1;

  if not found then
    insert into public.page_activity (organization_id, page_id, actor_id, kind, old_name, new_name, private_to)
    values (organization_id, page_id, actor, kind, old_name, new_name, hidden_to);
  elsif line.old_name = new_name then
    delete from public.page_activity where id = line.id;
  -- A page saves itself every few seconds; its line moves once a minute.
  elsif kind = 'renamed' or line.happened_at < clock_timestamp() - interval '1 minute' then
    update public.page_activity as activity
    set happened_at = clock_timestamp(), new_name = continue_sitting.new_name
    where activity.id = line.id;
  end if;
end
$$;
comment on function private.continue_sitting(uuid, uuid, uuid, uuid, text, text, text) is 'Goes on in the line of the last half hour, or begins one; a name taken back leaves none.';
revoke execute on function private.continue_sitting(uuid, uuid, uuid, uuid, text, text, text) from public, anon, authenticated;

create function private.record_changed_page(old public.pages, new public.pages) returns void
language plpgsql
as $$
declare
  caller uuid := auth.uid();
  -- Those whose edits a save of the page's document brings; the others make their own.
  writers uuid[] := coalesce(nullif(current_setting('trellis.writers', true), '')::uuid[], array[caller]);
  writer uuid;
  is_rewritten boolean;
  -- A change of a page that is private before or after it is not for everyone.
  hidden_to uuid := coalesce(new.private_to, old.private_to);
begin
  if new.name <> old.name then
    perform private.continue_sitting(new.organization_id, new.id, caller, hidden_to, 'renamed', old.name, new.name);
  end if;
  -- The version grows with every change of a text: with the same name, no long text need be compared again.
  if new.updated_at <> old.updated_at then
    is_rewritten := new.name = old.name or (new.description, new.content) is distinct from (old.description, old.content);
    foreach writer in array writers loop
      if is_rewritten or writer <> caller then
        perform private.continue_sitting(new.organization_id, new.id, writer, hidden_to, 'edited');
      end if;
    end loop;
  end if;
  if new.parent_id is distinct from old.parent_id then
    insert into public.page_activity (organization_id, page_id, actor_id, kind, new_parent_id, private_to)
    values (new.organization_id, new.id, caller, 'moved', new.parent_id, hidden_to);
  end if;
  if new.is_archived <> old.is_archived then
    insert into public.page_activity (organization_id, page_id, actor_id, kind, private_to)
    values (new.organization_id, new.id, caller, case when new.is_archived then 'archived' else 'restored' end, hidden_to);
  end if;
  -- The line tells nothing of the time before: everyone who may read the page now may read it.
  if (new.visibility = 'public') <> (old.visibility = 'public') then
    insert into public.page_activity (organization_id, page_id, actor_id, kind, private_to)
    values (new.organization_id, new.id, caller, case when new.visibility = 'public' then 'published' else 'unpublished' end, new.private_to);
  end if;
  if new.is_locked <> old.is_locked then
    insert into public.page_activity (organization_id, page_id, actor_id, kind, private_to)
    values (new.organization_id, new.id, caller, case when new.is_locked then 'locked' else 'unlocked' end, hidden_to);
  end if;
  if (new.icon, new.cover, new.is_full_width, new.has_small_text)
    is distinct from (old.icon, old.cover, old.is_full_width, old.has_small_text)
  then
    perform private.continue_sitting(new.organization_id, new.id, caller, hidden_to, 'styled');
  end if;
end
$$;
comment on function private.record_changed_page(public.pages, public.pages) is 'Logs each kind of change that a write made to a page, in a line of its own.';
revoke execute on function private.record_changed_page(public.pages, public.pages) from public, anon, authenticated;
