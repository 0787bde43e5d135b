-- People who are at Notion's page at this moment, to grant access. The state that they come back with is good once, for
-- the person and the workspace it was made for, and not for long: deleting the row uses it up.

create table public.notion_authorizations (
  id uuid not null default gen_random_uuid(),
  organization_id uuid not null,
  user_id uuid not null,
  expires_at timestamptz not null
);
comment on table public.notion_authorizations is 'Authorisations by Notion that were begun and not ended. Read and written by server functions alone.';
comment on column public.notion_authorizations.id is 'Part of the signed state that goes to Notion and comes back.';
comment on column public.notion_authorizations.organization_id is 'The workspace to be connected.';
comment on column public.notion_authorizations.user_id is 'The person who began it, and has to complete it.';
comment on column public.notion_authorizations.expires_at is 'When it is too late.';

alter table public.notion_authorizations
  add constraint notion_authorizations_pkey primary key (id),
  add constraint notion_authorizations_organization_id_fkey
    foreign key (organization_id) references public.organizations (id) on delete cascade,
  add constraint notion_authorizations_user_id_fkey
    foreign key (user_id) references public.user_profiles (id) on delete cascade;

create index notion_authorizations_organization_id_idx on public.notion_authorizations (organization_id);
create index notion_authorizations_user_id_idx on public.notion_authorizations (user_id);
create index notion_authorizations_expires_at_idx on public.notion_authorizations (expires_at);

revoke all on table public.notion_authorizations from anon, authenticated;
grant all on table public.notion_authorizations to service_role;

alter table public.notion_authorizations enable row level security;

-- There is no policy that allows anything.
create policy notion_authorizations_all_second_step on public.notion_authorizations as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));
