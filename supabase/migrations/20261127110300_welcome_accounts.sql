-- A new account gets its profile and a first workspace that it owns, in the transaction that makes the account. The
-- profile's copies of account fields stay in step with the account.

create function private.welcome_account(account_id uuid, email text, metadata jsonb) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  -- The client chooses the metadata: its length must not be able to break the sign-up.
  full_name text := left(btrim(coalesce(metadata ->> 'full_name', '')), 200);
  display_name text := nullif(left(btrim(metadata ->> 'display_name'), 200), '');
  person text := coalesce(nullif(full_name, ''), nullif(split_part(email, '@', 1), ''));
begin
  insert into public.user_profiles (id, email, full_name, display_name)
  values (account_id, email, full_name, display_name);
  -- Its founder is appointed owner by the workspace's own trigger.
  insert into public.organizations (name, created_by)
  values (coalesce(btrim(left(person, 180)) || '''s Workspace', 'My Workspace'), account_id);
end
$$;
comment on function private.welcome_account(uuid, text, jsonb) is 'Gives an account its profile and its first workspace.';
revoke execute on function private.welcome_account(uuid, text, jsonb) from public, anon, authenticated;

create function private.welcome_new_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.welcome_account(new.id, new.email, new.raw_user_meta_data);
  return null;
end
$$;
comment on function private.welcome_new_account() is 'Trigger: welcomes each account that a sign-up or an operator makes.';
revoke execute on function private.welcome_new_account() from public, anon, authenticated;

create trigger users_welcome after insert on auth.users
  for each row execute function private.welcome_new_account();

create function private.follow_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.user_profiles
  set
    email = new.email,
    display_name = case
      when (old.raw_user_meta_data ->> 'display_name') is distinct from (new.raw_user_meta_data ->> 'display_name')
      then nullif(left(btrim(new.raw_user_meta_data ->> 'display_name'), 200), '')
      else display_name
    end
  where id = new.id;
  return null;
end
$$;
comment on function private.follow_account() is 'Trigger: a changed address or display name reaches the profile.';
revoke execute on function private.follow_account() from public, anon, authenticated;

create trigger users_follow after update on auth.users
  for each row when (
    old.email is distinct from new.email
    or (old.raw_user_meta_data ->> 'display_name') is distinct from (new.raw_user_meta_data ->> 'display_name')
  )
  execute function private.follow_account();

-- Accounts from before this migration, as on a Supabase project that is already in use.
select private.welcome_account(id, email, raw_user_meta_data) from auth.users;
