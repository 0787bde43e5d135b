-- Two kinds of private channels keep the screens of a workspace in step: `workspace:<id>` for its members, and
-- `person:<id>` for what concerns one person alone, such as private pages. Only the database speaks on them; members also
-- tell who is present in a workspace. Two more kinds are for those who write a page
-- together: on `page:<channel>` the database alone tells how the document grows, and on `typing:<channel>` the writers tell
-- each other what they are typing. On one channel nobody could tell a writer's word from the database's.

create function private.may_join_channel(topic text) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return case
    when topic = 'person:' || auth.uid() then true
    when topic ~ '^workspace:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then substr(topic, 11)::uuid in (select private.my_organization_ids())
    when topic ~ '^(page|typing):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then exists (
        select from public.page_documents as document
        join public.pages as page on page.id = document.page_id
        where document.channel = split_part(topic, ':', 2)::uuid and not page.is_archived
          and private.sees_page(
            auth.uid(), array(select private.my_organization_ids()), page.organization_id, page.private_to)
      )
    else false
  end;
end
$$;
comment on function private.may_join_channel(text) is 'Whether a channel is that of the caller, of a workspace of theirs, or of a page that they see.';
revoke execute on function private.may_join_channel(text) from public, anon, authenticated;
grant execute on function private.may_join_channel(text) to authenticated, service_role;

create policy trellis_hear_channels on realtime.messages for select to authenticated
  using ((select private.has_passed_second_step()) and (select private.may_join_channel(realtime.topic())));
comment on policy trellis_hear_channels on realtime.messages is 'People hear their own channel, and those of their workspaces and pages.';

create policy trellis_tell_presence on realtime.messages for insert to authenticated
  with check (
    extension = 'presence' and realtime.topic() like 'workspace:%'
    and (select private.has_passed_second_step()) and (select private.may_join_channel(realtime.topic()))
  );
comment on policy trellis_tell_presence on realtime.messages is 'Members tell that they are present. Changes are told by the database alone.';

-- Not in SQL: Postgres plans such a function anew in each transaction that calls it from another one.
create function private.tell_workspace(organization_id uuid, event text, payload jsonb default '{}') returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform realtime.send(payload, event, 'workspace:' || organization_id, true);
end
$$;
comment on function private.tell_workspace(uuid, text, jsonb) is 'Sends to the members of a workspace when the transaction commits.';
revoke execute on function private.tell_workspace(uuid, text, jsonb) from public, anon, authenticated;

create function private.tell_person(person uuid, event text, payload jsonb default '{}') returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform realtime.send(payload, event, 'person:' || person, true);
end
$$;
comment on function private.tell_person(uuid, text, jsonb) is 'Sends to one person when the transaction commits.';
revoke execute on function private.tell_person(uuid, text, jsonb) from public, anon, authenticated;
