-- Says that one of a workspace's short lists is another one. The lists themselves are not sent: who may read them differs
-- from member to member, and only a screen that shows one reads it.

-- The event is the trigger's argument; `changed` are the rows before or after the statement.
create function private.tell_workspaces() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  told uuid;
begin
  for told in select distinct changed.organization_id from changed loop
    perform private.tell_workspace(told, tg_argv[0]);
  end loop;
  return null;
end
$$;
comment on function private.tell_workspaces() is 'Trigger: tells the members of each workspace that something of it changed.';
revoke execute on function private.tell_workspaces() from public, anon, authenticated;

create trigger invitations_98_tell_new after insert on public.organization_invitations
  referencing new table as changed for each statement execute function private.tell_workspaces('invitations');
create trigger invitations_98_tell_changed after update on public.organization_invitations
  referencing new table as changed for each statement execute function private.tell_workspaces('invitations');
create trigger invitations_98_tell_deleted after delete on public.organization_invitations
  referencing old table as changed for each statement execute function private.tell_workspaces('invitations');

-- The bundled server listens on `realtime_access_changed` and asks the policies again; Supabase asks them at the token's end.
create function private.tell_changed_members() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  told record;
begin
  for told in select distinct changed.organization_id from changed loop
    perform private.tell_workspace(told.organization_id, 'members');
  end loop;
  for told in select distinct changed.user_id from changed loop
    perform private.tell_person(told.user_id, 'workspaces');
    perform pg_notify('realtime_access_changed', jsonb_build_object('user', told.user_id)::text);
  end loop;
  return null;
end
$$;
comment on function private.tell_changed_members() is
  'Trigger: tells a workspace and each person concerned, and has their channels looked at again.';
revoke execute on function private.tell_changed_members() from public, anon, authenticated;

create trigger organization_members_98_tell_new after insert on public.organization_members
  referencing new table as changed for each statement execute function private.tell_changed_members();
create trigger organization_members_98_tell_changed after update on public.organization_members
  referencing new table as changed for each statement execute function private.tell_changed_members();
create trigger organization_members_98_tell_deleted after delete on public.organization_members
  referencing old table as changed for each statement execute function private.tell_changed_members();

create function private.tell_changed_workspace() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.tell_workspace(new.id, 'workspace');
  return null;
end
$$;
comment on function private.tell_changed_workspace() is 'Trigger: tells the members that the workspace has another name or other settings.';
revoke execute on function private.tell_changed_workspace() from public, anon, authenticated;

create trigger organizations_98_tell_changed after update on public.organizations
  for each row execute function private.tell_changed_workspace();

create function private.tell_favorites() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  told uuid;
begin
  for told in select distinct changed.user_id from changed loop
    perform private.tell_person(told, 'favorites');
  end loop;
  return null;
end
$$;
comment on function private.tell_favorites() is 'Trigger: tells a person''s other devices that they keep other pages at hand.';
revoke execute on function private.tell_favorites() from public, anon, authenticated;

create trigger page_favorites_98_tell_new after insert on public.page_favorites
  referencing new table as changed for each statement execute function private.tell_favorites();
create trigger page_favorites_98_tell_deleted after delete on public.page_favorites
  referencing old table as changed for each statement execute function private.tell_favorites();
