-- Pictures of people and workspaces, in the place of the letter that stands for them. A row names its picture by an id, and
-- the bytes are the object `<account or workspace>/<id>` of the bucket `avatars`. The bucket is public: a picture is small,
-- has an address that nobody guesses, and is shown by an <img>, which cannot say who asks. Browsers cut and shrink it.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('avatars', 'avatars', true, 262144, '{image/webp,image/jpeg,image/png}')
on conflict (id) do nothing;

-- The people's own, and those of the workspaces whose name they may change.
create function private.may_change_avatar(object_name text) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
declare
  uuid_form constant text := '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
  owner uuid;
begin
  if object_name is null or object_name !~ format('\A%s/%s\Z', uuid_form, uuid_form) then
    return false;
  end if;
  owner := split_part(object_name, '/', 1)::uuid;
  return (owner = auth.uid() or owner in (select private.my_organization_ids('{owner,admin}')))
    and private.has_passed_second_step();
end
$$;
comment on function private.may_change_avatar(text) is
  'Whether an object of the bucket avatars is the caller''s own picture, or that of a workspace which they may rename.';
revoke execute on function private.may_change_avatar(text) from public, anon, authenticated;
grant execute on function private.may_change_avatar(text) to authenticated, service_role;

-- One is shown. A few more may be on their way in or out, and the bucket is no place to keep files.
create function private.has_room_for_avatar(object_name text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select count(*) < 10 from storage.objects as object
  where object.bucket_id = 'avatars' and starts_with(object.name, split_part(object_name, '/', 1) || '/')
$$;
comment on function private.has_room_for_avatar(text) is 'Whether an account or a workspace has fewer than ten pictures.';
revoke execute on function private.has_room_for_avatar(text) from public, anon, authenticated;
grant execute on function private.has_room_for_avatar(text) to authenticated, service_role;

-- Without the right to update: a picture has one content, so browsers keep it for good.
create policy trellis_add_avatars on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars' and private.may_change_avatar(name) and private.has_room_for_avatar(name));
comment on policy trellis_add_avatars on storage.objects is
  'People upload pictures of themselves, and of the workspaces that they may rename.';

create policy trellis_list_avatars on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and private.may_change_avatar(name));
comment on policy trellis_list_avatars on storage.objects is 'Those who may change a picture find the ones from before.';

create policy trellis_remove_avatars on storage.objects for delete to authenticated
  using (bucket_id = 'avatars' and private.may_change_avatar(name));
comment on policy trellis_remove_avatars on storage.objects is 'Those who may change a picture remove the ones from before.';

-- Names and pictures of the members are on the screens of all of them.
create function private.tell_changed_profile() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  told uuid;
begin
  for told in
    select member.organization_id from public.organization_members as member
    where member.user_id = new.id and member.status = 'active'
  loop
    perform private.tell_workspace(told, 'members');
  end loop;
  return null;
end
$$;
comment on function private.tell_changed_profile() is 'Trigger: tells a person''s workspaces that they have another name or picture.';
revoke execute on function private.tell_changed_profile() from public, anon, authenticated;

create trigger user_profiles_98_tell_changed
  after update of full_name, display_name, avatar on public.user_profiles
  for each row
  when ((old.full_name, old.display_name, old.avatar) is distinct from (new.full_name, new.display_name, new.avatar))
  execute function private.tell_changed_profile();

-- Of deleted accounts and workspaces, and of a browser that ended in the middle. A day is longer than any upload and its note.
create function public.list_unused_avatars(most integer default 500) returns setof text
language sql volatile security definer
set search_path = ''
as $$
  select object.name from storage.objects as object
  where object.bucket_id = 'avatars' and object.created_at < now() - interval '1 day'
    and not exists (
      select from public.user_profiles as profile
      where profile.id::text = split_part(object.name, '/', 1) and profile.avatar::text = split_part(object.name, '/', 2)
    )
    and not exists (
      select from public.organizations as organization
      where organization.id::text = split_part(object.name, '/', 1)
        and organization.avatar::text = split_part(object.name, '/', 2)
    )
  order by object.created_at limit most
$$;
comment on function public.list_unused_avatars(integer) is
  'Pictures that no person and no workspace shows, to be removed through the Storage API. For server functions.';
revoke execute on function public.list_unused_avatars(integer) from public, anon, authenticated;
grant execute on function public.list_unused_avatars(integer) to service_role;
