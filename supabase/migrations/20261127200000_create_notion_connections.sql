-- Connections of workspaces to Notion workspaces, with their tokens. Only server functions read and write this,
-- with the secret key; they encrypt the tokens first, so that a reader of the database, or of the Data API with that
-- key, still has none.

create table public.notion_connections (
  organization_id uuid not null,
  token_id uuid not null default gen_random_uuid(),
  kind text not null,
  notion_workspace_id text,
  notion_workspace_name text,
  notion_workspace_icon text,
  bot_id text,
  connected_by uuid,
  connected_at timestamptz not null default now(),
  access_token text not null,
  refresh_token text,
  expires_at timestamptz,
  refreshing_until timestamptz,
  status text not null default 'connected',
  last_error text
);
comment on table public.notion_connections is 'Connections of workspaces to Notion, at most one each. Read and written by server functions alone.';
comment on column public.notion_connections.organization_id is 'The workspace.';
comment on column public.notion_connections.token_id is 'Another one for each new token: a writer names the one that it has read.';
comment on column public.notion_connections.kind is 'oauth: granted on Notion''s page; token: a token that somebody pasted.';
comment on column public.notion_connections.notion_workspace_id is 'Notion''s id of its workspace, when it told.';
comment on column public.notion_connections.notion_workspace_name is 'The name of the workspace at Notion.';
comment on column public.notion_connections.notion_workspace_icon is 'An emoji or an address, as Notion has it. Never loaded.';
comment on column public.notion_connections.bot_id is 'The author that Notion names for texts written through this connection.';
comment on column public.notion_connections.connected_by is 'The person who connected it; null once that account is gone.';
comment on column public.notion_connections.connected_at is 'When.';
comment on column public.notion_connections.access_token is 'Encrypted.';
comment on column public.notion_connections.refresh_token is 'Encrypted; gets the next pair of tokens. Null for pasted tokens.';
comment on column public.notion_connections.expires_at is 'When the access token ends, where Notion says so.';
comment on column public.notion_connections.refreshing_until is 'Somebody is getting the next tokens; until then nobody else does.';
comment on column public.notion_connections.status is 'connected, or refused: Notion no longer takes the tokens.';
comment on column public.notion_connections.last_error is 'Why it was refused, for the operator.';

alter table public.notion_connections
  add constraint notion_connections_pkey primary key (organization_id),
  add constraint notion_connections_organization_id_fkey
    foreign key (organization_id) references public.organizations (id) on delete cascade,
  add constraint notion_connections_connected_by_fkey
    foreign key (connected_by) references public.user_profiles (id) on delete set null,
  add constraint notion_connections_kind_known check (kind in ('oauth', 'token')),
  add constraint notion_connections_status_known check (status in ('connected', 'refused')),
  -- A token that is not a ciphertext of ours is a mistake, and would be readable.
  add constraint notion_connections_tokens_encrypted
    check (access_token like 'v1.%' and (refresh_token is null or refresh_token like 'v1.%'));

create index notion_connections_connected_by_idx on public.notion_connections (connected_by);

revoke all on table public.notion_connections from anon, authenticated;
grant all on table public.notion_connections to service_role;

alter table public.notion_connections enable row level security;

-- There is no policy that allows anything.
create policy notion_connections_all_second_step on public.notion_connections as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));

-- Notion gives both tokens anew and ends the old ones, so two that refresh at once would shut each other out: one does,
-- the others wait for its tokens. The database's clock decides, because functions run on many machines.
create function public.claim_notion_refresh(organization_id uuid, token_id uuid) returns boolean
language sql
set search_path = ''
as $$
  with claimed as (
    update public.notion_connections as connection
    set refreshing_until = clock_timestamp() + interval '30 seconds'
    where connection.organization_id = claim_notion_refresh.organization_id
      and connection.token_id = claim_notion_refresh.token_id
      and (connection.refreshing_until is null or connection.refreshing_until < clock_timestamp())
    returning 1
  )
  select exists (select from claimed)
$$;
comment on function public.claim_notion_refresh(uuid, uuid) is
  'Whether the caller is the one to refresh this token now. For server functions.';
revoke execute on function public.claim_notion_refresh(uuid, uuid) from public, anon, authenticated;
grant execute on function public.claim_notion_refresh(uuid, uuid) to service_role;

create trigger notion_connections_98_tell_new after insert on public.notion_connections
  referencing new table as changed for each statement execute function private.tell_workspaces('integrations');
create trigger notion_connections_98_tell_changed after update on public.notion_connections
  referencing new table as changed for each statement execute function private.tell_workspaces('integrations');
create trigger notion_connections_98_tell_deleted after delete on public.notion_connections
  referencing old table as changed for each statement execute function private.tell_workspaces('integrations');
