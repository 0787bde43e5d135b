-- Profiles hold what people of one workspace may know about each other. The account itself (password, sessions) stays in `auth`.

create table public.user_profiles (
  id uuid not null,
  email text,
  full_name text not null default '',
  display_name text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  avatar uuid
);
comment on table public.user_profiles is 'One row for each account: how its person is shown to others.';
comment on column public.user_profiles.id is 'The account''s id.';
comment on column public.user_profiles.email is 'A copy of the account''s confirmed address; changed through the account only.';
comment on column public.user_profiles.full_name is 'As given at sign-up, then the person''s own to change; may be empty.';
comment on column public.user_profiles.display_name is 'The name that the person wants to be called by; follows the account''s metadata.';
comment on column public.user_profiles.created_at is 'When the account was made.';
comment on column public.user_profiles.updated_at is 'When the row last changed.';
comment on column public.user_profiles.avatar is 'The picture, in the bucket avatars as <id>/<avatar>; null for the letter.';

alter table public.user_profiles
  add constraint user_profiles_pkey primary key (id),
  add constraint user_profiles_id_fkey foreign key (id) references auth.users (id) on delete cascade,
  add constraint user_profiles_full_name_length check (char_length(full_name) <= 200),
  add constraint user_profiles_display_name_length check (char_length(display_name) <= 200);

revoke all on table public.user_profiles from anon, authenticated;
grant select on table public.user_profiles to authenticated;
-- `updated_at` may be sent, but the trigger below decides it.
grant update (full_name, display_name, updated_at, avatar) on table public.user_profiles to authenticated;
grant all on table public.user_profiles to service_role;

alter table public.user_profiles enable row level security;

create policy user_profiles_select_self on public.user_profiles for select to authenticated
  using (id = (select auth.uid()));
comment on policy user_profiles_select_self on public.user_profiles is 'People read their own profile.';

create policy user_profiles_select_co_member on public.user_profiles for select to authenticated
  using (id = any (array(select private.my_co_member_ids())));
comment on policy user_profiles_select_co_member on public.user_profiles is
  'People read the profiles of those they share a workspace with.';

create policy user_profiles_update_self on public.user_profiles for update to authenticated
  using (id = (select auth.uid()))
  with check (id = (select auth.uid()));
comment on policy user_profiles_update_self on public.user_profiles is
  'People change their own profile and nobody else''s.';

create policy user_profiles_all_second_step on public.user_profiles as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));

create function private.stamp_profile() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.full_name := coalesce(new.full_name, '');
  new.created_at := old.created_at;
  new.updated_at := clock_timestamp();
  return new;
end
$$;
comment on function private.stamp_profile() is 'Trigger: the time of a profile''s change is the server''s, not the client''s.';
revoke execute on function private.stamp_profile() from public, anon, authenticated;

create trigger user_profiles_stamp before update on public.user_profiles
  for each row execute function private.stamp_profile();
