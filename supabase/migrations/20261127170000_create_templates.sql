-- Templates: pages to start others from, kept by a workspace. A template is a text of its own, not a page: it is in no
-- tree, has no versions, and pages that were made from it know nothing of it.

create table public.templates (
  id uuid not null default gen_random_uuid(),
  organization_id uuid not null,
  name text not null,
  description text,
  content text not null default '',
  icon text,
  order_index double precision not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.templates is 'The texts that a workspace starts pages from, beside the templates that come with the app.';
comment on column public.templates.id is 'Never changes.';
comment on column public.templates.organization_id is 'The workspace; never changes.';
comment on column public.templates.name is 'One line, which also names the pages that are made from it.';
comment on column public.templates.description is 'When to use it, in a sentence.';
comment on column public.templates.content is 'Markdown, with variables such as {{date}} that the app fills in. At most 5 MiB.';
comment on column public.templates.icon is 'An emoji before its name.';
comment on column public.templates.order_index is 'Place in the workspace''s list, ascending; without one a template comes last.';
comment on column public.templates.created_by is 'The person who made it; null once that account is gone.';
comment on column public.templates.created_at is 'When it was made.';
comment on column public.templates.updated_at is 'Grows with every change: the version that an edit is based on.';

alter table public.templates
  add constraint templates_pkey primary key (id),
  add constraint templates_organization_id_fkey
    foreign key (organization_id) references public.organizations (id) on delete cascade,
  add constraint templates_created_by_fkey
    foreign key (created_by) references public.user_profiles (id) on delete set null,
  add constraint templates_name_length check (btrim(name) <> '' and char_length(name) <= 500),
  add constraint templates_description_length check (char_length(description) <= 500),
  add constraint templates_content_size check (octet_length(content) <= 5 * 1024 * 1024),
  add constraint templates_icon_length check (char_length(icon) between 1 and 32),
  -- Refuses NaN and infinity, too.
  add constraint templates_order_index_range check (order_index between -1e9 and 1e9);

create index templates_list_idx on public.templates (organization_id, order_index, id);
create index templates_created_by_idx on public.templates (created_by);

revoke all on table public.templates from anon, authenticated;
grant select, delete on table public.templates to authenticated;
grant insert (organization_id, name, description, content, icon, order_index) on table public.templates to authenticated;
grant update (name, description, content, icon, order_index) on table public.templates to authenticated;
grant all on table public.templates to service_role;

alter table public.templates enable row level security;

create policy templates_select_member on public.templates for select to authenticated
  using (organization_id = any (array(select private.my_organization_ids())));
comment on policy templates_select_member on public.templates is 'Members read their workspaces'' templates.';

create policy templates_insert_member on public.templates for insert to authenticated
  with check (organization_id = any (array(select private.my_organization_ids())));
comment on policy templates_insert_member on public.templates is 'Members, who all write pages, make templates.';

create policy templates_update_creator on public.templates for update to authenticated
  using (created_by = (select auth.uid()) and organization_id = any (array(select private.my_organization_ids())))
  with check (created_by = (select auth.uid()) and organization_id = any (array(select private.my_organization_ids())));
comment on policy templates_update_creator on public.templates is 'People change the templates that they made.';

create policy templates_update_administrator on public.templates for update to authenticated
  using (organization_id = any (array(select private.my_organization_ids('{owner,admin}'))))
  with check (organization_id = any (array(select private.my_organization_ids('{owner,admin}'))));
comment on policy templates_update_administrator on public.templates is 'Owners and admins change all of a workspace''s templates.';

create policy templates_delete_creator on public.templates for delete to authenticated
  using (created_by = (select auth.uid()) and organization_id = any (array(select private.my_organization_ids())));
comment on policy templates_delete_creator on public.templates is 'People delete the templates that they made.';

create policy templates_delete_administrator on public.templates for delete to authenticated
  using (organization_id = any (array(select private.my_organization_ids('{owner,admin}'))));
comment on policy templates_delete_administrator on public.templates is 'Owners and admins delete any of a workspace''s templates.';

create policy templates_all_second_step on public.templates as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));

-- The list of a gallery is read whole. The lock keeps two calls at once from both taking the last place.
create function private.stamp_new_template() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  caller uuid := auth.uid();
  others bigint;
  last_place double precision;
begin
  if caller is not null then
    new.created_by := caller;
    new.created_at := now();
    new.updated_at := now();
  end if;
  perform pg_advisory_xact_lock(hashtextextended('templates of ' || new.organization_id, 0));
  select count(*), max(template.order_index) into others, last_place from public.templates as template
  where template.organization_id = new.organization_id;
  if caller is not null and others >= 200 then
    raise exception using errcode = 'TR045',
      message = 'A workspace has room for 200 templates. Delete one to make another.';
  end if;
  new.order_index := coalesce(new.order_index, least(coalesce(last_place, 0) + 1, 1e9));
  return new;
end
$$;
comment on function private.stamp_new_template() is
  'Trigger: a new template is made by the caller, now, and comes last; refuses more than 200 in a workspace.';
revoke execute on function private.stamp_new_template() from public, anon, authenticated;

create trigger templates_10_stamp_new before insert on public.templates
  for each row execute function private.stamp_new_template();

-- Two changes within a microsecond still differ: clients name the version that their edit is based on.
create function private.stamp_changed_template() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := case
    when (new.name, new.description, new.content, new.icon)
      is distinct from (old.name, old.description, old.content, old.icon)
      then greatest(clock_timestamp(), old.updated_at + interval '1 microsecond')
    else old.updated_at
  end;
  return new;
end
$$;
comment on function private.stamp_changed_template() is 'Trigger: gives a template a new version when its texts change.';
revoke execute on function private.stamp_changed_template() from public, anon, authenticated;

create trigger templates_10_stamp_changed before update on public.templates
  for each row execute function private.stamp_changed_template();

-- Their texts count as those of pages do.
create function private.limit_template_bytes() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform private.take_room(new.organization_id, coalesce(pg_column_size(new.description), 0) + pg_column_size(new.content));
  end if;
  return new;
end
$$;
comment on function private.limit_template_bytes() is 'Trigger: limits the bytes of templates that are written.';
revoke execute on function private.limit_template_bytes() from public, anon, authenticated;

create trigger templates_01_count_bytes before insert or update of description, content on public.templates
  for each statement execute function private.begin_counting_bytes();
create trigger templates_05_limit_bytes before insert or update of description, content on public.templates
  for each row execute function private.limit_template_bytes();

create trigger templates_98_tell_new after insert on public.templates
  referencing new table as changed for each statement execute function private.tell_workspaces('templates');
create trigger templates_98_tell_changed after update on public.templates
  referencing new table as changed for each statement execute function private.tell_workspaces('templates');
create trigger templates_98_tell_deleted after delete on public.templates
  referencing old table as changed for each statement execute function private.tell_workspaces('templates');
