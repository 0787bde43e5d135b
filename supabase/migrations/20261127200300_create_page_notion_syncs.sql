-- The state of a page's sync with Notion, and the texts of both when they were last in step. Server functions write it;
-- people read the state.

create table public.page_notion_syncs (
  page_id uuid not null,
  organization_id uuid not null,
  notion_page_id text not null,
  state text not null default 'waiting',
  reason text,
  blocks jsonb not null default '[]',
  checked_at timestamptz,
  local_name text,
  local_text text,
  remote_name text,
  remote_text text,
  clean_hash text,
  lease uuid,
  lease_until timestamptz,
  icon text
);
comment on table public.page_notion_syncs is 'How pages stand with their counterparts at Notion.';
comment on column public.page_notion_syncs.page_id is 'The page.';
comment on column public.page_notion_syncs.organization_id is 'The page''s workspace.';
comment on column public.page_notion_syncs.notion_page_id is 'The counterpart that this is about.';
comment on column public.page_notion_syncs.state is 'waiting, synced, conflict, blocked, emptied, gone or failed.';
comment on column public.page_notion_syncs.reason is 'A code for the details, such as the side or the reason.';
comment on column public.page_notion_syncs.blocks is 'The blocks at Notion that stand in the way: {type, count} each.';
comment on column public.page_notion_syncs.checked_at is 'When both sides were last looked at.';
comment on column public.page_notion_syncs.local_name is 'The page''s name when both were last in step.';
comment on column public.page_notion_syncs.local_text is 'The page''s text then, without front matter; null before the first time.';
comment on column public.page_notion_syncs.remote_name is 'The counterpart''s title then.';
comment on column public.page_notion_syncs.remote_text is 'The text that Notion answered then, as a page keeps it.';
comment on column public.page_notion_syncs.clean_hash is 'The counterpart''s text that was found to hold no block in the way.';
comment on column public.page_notion_syncs.lease is 'The run that works on it.';
comment on column public.page_notion_syncs.lease_until is 'Until when nobody else begins.';
comment on column public.page_notion_syncs.icon is
  'The emoji that both sides had when their icons were last in step; null for none, and before the first time.';

alter table public.page_notion_syncs
  add constraint page_notion_syncs_pkey primary key (page_id),
  add constraint page_notion_syncs_page_id_fkey
    foreign key (organization_id, page_id) references public.pages (organization_id, id) on delete cascade,
  add constraint page_notion_syncs_state_known
    check (state in ('waiting', 'synced', 'conflict', 'blocked', 'emptied', 'gone', 'failed')),
  add constraint page_notion_syncs_base_whole
    check ((local_name is null) = (local_text is null) and (local_text is null) = (remote_text is null)
      and (remote_text is null) = (remote_name is null));

create index page_notion_syncs_organization_id_idx on public.page_notion_syncs (organization_id, page_id);

revoke all on table public.page_notion_syncs from anon, authenticated;
-- Without the texts of the last sync: fewer people may have seen the page then.
grant select (page_id, organization_id, notion_page_id, state, reason, blocks, checked_at)
  on table public.page_notion_syncs to authenticated;
grant all on table public.page_notion_syncs to service_role;

alter table public.page_notion_syncs enable row level security;

-- Follows the policies of `pages`.
create policy page_notion_syncs_select_member on public.page_notion_syncs for select to authenticated
  using (
    organization_id = any (array(select private.my_organization_ids()))
    and page_id = (select page.id from public.pages as page where page.id = page_notion_syncs.page_id)
  );
comment on policy page_notion_syncs_select_member on public.page_notion_syncs is
  'Members read how the pages that they read stand with Notion.';

create policy page_notion_syncs_all_second_step on public.page_notion_syncs as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));

-- One process syncs a page at a time, and has it for itself meanwhile.
create function public.claim_notion_page(page_id uuid, lease uuid) returns setof public.page_notion_syncs
language sql
set search_path = ''
rows 1
as $$
  insert into public.page_notion_syncs as sync (page_id, organization_id, notion_page_id, lease, lease_until)
  select page.id, page.organization_id, page.notion_page_id, claim_notion_page.lease, clock_timestamp() + interval '2 minutes'
  from public.pages as page
  where page.id = claim_notion_page.page_id and page.notion_page_id is not null and not page.is_archived
  on conflict on constraint page_notion_syncs_pkey do update
  set lease = excluded.lease, lease_until = excluded.lease_until
  where sync.lease_until is null or sync.lease_until < clock_timestamp()
  returning *
$$;
comment on function public.claim_notion_page(uuid, uuid) is
  'Takes the lease of a page''s sync for two minutes, and answers the state of the sync; no row while another run has the lease. For server functions.';
revoke execute on function public.claim_notion_page(uuid, uuid) from public, anon, authenticated;
grant execute on function public.claim_notion_page(uuid, uuid) to service_role;
