-- The activity tells what happened to pages, for the dashboard. No client writes it; the next file says when it gets a line.

create table public.page_activity (
  id uuid not null default gen_random_uuid(),
  organization_id uuid not null,
  page_id uuid,
  actor_id uuid,
  kind text not null,
  first_at timestamptz not null default clock_timestamp(),
  happened_at timestamptz not null default clock_timestamp(),
  old_name text,
  new_name text,
  new_parent_id uuid,
  private_to uuid
);
comment on table public.page_activity is 'The log of what people do to pages: one line for each sitting or single act.';
comment on column public.page_activity.id is 'Never changes.';
comment on column public.page_activity.organization_id is 'The page''s workspace.';
comment on column public.page_activity.page_id is 'The page; null of deleted.';
comment on column public.page_activity.actor_id is 'The person who did it; null once that account is gone.';
comment on column public.page_activity.kind is
  'created, edited (description or content), renamed, moved, archived, restored, published (shown to everyone), unpublished, deleted (for good), styled (its icon, cover, width or size of text), locked or unlocked.';
comment on column public.page_activity.first_at is 'When the sitting began; the same as happened_at for a single act.';
comment on column public.page_activity.happened_at is 'When it happened; of a sitting the latest, to the minute.';
comment on column public.page_activity.old_name is 'renamed: the name before; deleted: the last one.';
comment on column public.page_activity.new_name is 'renamed: the name since.';
comment on column public.page_activity.new_parent_id is 'moved: the page above since; null when at the root.';
comment on column public.page_activity.private_to is 'The only person who saw the page when it happened: the line stays theirs when the page is shown later.';

alter table public.page_activity
  add constraint page_activity_pkey primary key (id),
  add constraint page_activity_organization_id_fkey
    foreign key (organization_id) references public.organizations (id) on delete cascade,
  add constraint page_activity_page_id_fkey
    foreign key (page_id) references public.pages (id) on delete cascade,
  add constraint page_activity_actor_id_fkey
    foreign key (actor_id) references public.user_profiles (id) on delete set null,
  -- A null would tell of a move to the root.
  add constraint page_activity_new_parent_id_fkey
    foreign key (new_parent_id) references public.pages (id) on delete cascade,
  add constraint page_activity_private_to_fkey
    foreign key (private_to) references public.user_profiles (id) on delete cascade,
  add constraint page_activity_kind_known check (
    kind in (
      'created', 'edited', 'renamed', 'moved', 'archived', 'restored', 'published', 'unpublished', 'deleted', 'styled', 'locked', 'unlocked'
    )
  ),
  add constraint page_activity_names_of_renamed
    check ((kind = 'renamed') = (old_name is not null and new_name is not null)),
  -- The line of a deletion stands without its page, with the name that the page had.
  add constraint page_activity_name_of_deleted check (kind <> 'deleted' or old_name is not null),
  add constraint page_activity_page_of_others check ((kind = 'deleted') = (page_id is null)),
  add constraint page_activity_parent_of_moved check (kind = 'moved' or new_parent_id is null),
  add constraint page_activity_times_ordered check (first_at <= happened_at);

-- Finds the newest lines of a workspace, and the line that a sitting continues.
create index page_activity_newest_idx on public.page_activity (organization_id, happened_at desc, id desc);
create index page_activity_sitting_idx on public.page_activity (page_id, actor_id, kind, happened_at desc);
create index page_activity_actor_id_idx on public.page_activity (actor_id);
create index page_activity_new_parent_id_idx on public.page_activity (new_parent_id) where new_parent_id is not null;
create index page_activity_private_to_idx on public.page_activity (private_to) where private_to is not null;

revoke all on table public.page_activity from anon, authenticated;
grant select on table public.page_activity to authenticated;
grant all on table public.page_activity to service_role;

alter table public.page_activity enable row level security;

-- Follows the policies of `pages`. Compared with `=`, because Postgres may answer an `exists` by reading every page of the
-- workspace first; this looks one up for each line shown. The line of a deletion has no page to look up, so it says
-- itself who may read it.
create policy page_activity_select_member on public.page_activity for select to authenticated
  using (
    private.sees_page((select auth.uid()), array(select private.my_organization_ids()), organization_id, private_to)
    and (
      kind = 'deleted'
      or page_id = (select page.id from public.pages as page where page.id = page_activity.page_id)
    )
  );
comment on policy page_activity_select_member on public.page_activity is
  'Members read the activity of the pages that they read, and the names of pages that are gone for good.';

create policy page_activity_all_second_step on public.page_activity as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));

create index page_activity_old_name_idx on public.page_activity (organization_id, old_name) where kind = 'renamed';
