-- Who reads a file: whoever reads a page, a version or a template that uses it. Clients write none of these tables.

revoke all on table public.page_files, public.page_file_uses, public.page_text_files, public.template_file_uses
  from anon, authenticated;
grant select on table public.page_files, public.page_file_uses, public.page_text_files, public.template_file_uses
  to authenticated;
grant all on table public.page_files, public.page_file_uses, public.page_text_files, public.template_file_uses
  to service_role;

alter table public.page_files enable row level security;
alter table public.page_file_uses enable row level security;
alter table public.page_text_files enable row level security;
alter table public.template_file_uses enable row level security;

create policy page_files_all_second_step on public.page_files as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));
comment on policy page_files_all_second_step on public.page_files is
  'People with two-step verification get in with both steps only.';

create policy page_file_uses_all_second_step on public.page_file_uses as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));
comment on policy page_file_uses_all_second_step on public.page_file_uses is
  'People with two-step verification get in with both steps only.';

create policy page_text_files_all_second_step on public.page_text_files as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));
comment on policy page_text_files_all_second_step on public.page_text_files is
  'People with two-step verification get in with both steps only.';

create policy template_file_uses_all_second_step on public.template_file_uses as restrictive for all to authenticated
  using ((select private.has_passed_second_step())) with check ((select private.has_passed_second_step()));
comment on policy template_file_uses_all_second_step on public.template_file_uses is
  'People with two-step verification get in with both steps only.';

-- Each follows the policies of what uses the file. Compared with `=`, as in page_activity_select_member.
create policy page_file_uses_select_member on public.page_file_uses for select to authenticated
  using (page_id = (select page.id from public.pages as page where page.id = page_file_uses.page_id));
comment on policy page_file_uses_select_member on public.page_file_uses is
  'Members see which files the pages use that they read.';

create policy page_text_files_select_member on public.page_text_files for select to authenticated
  using (exists (
    select from public.page_versions as version
    where version.page_id = page_text_files.page_id and version.digest = page_text_files.digest
  ));
comment on policy page_text_files_select_member on public.page_text_files is
  'Readers of a version see which files it uses.';

create policy template_file_uses_select_member on public.template_file_uses for select to authenticated
  using (template_id = (
    select template.id from public.templates as template where template.id = template_file_uses.template_id
  ));
comment on policy template_file_uses_select_member on public.template_file_uses is
  'Members see which files the templates use that they read.';

create policy page_files_select_reader on public.page_files for select to authenticated
  using (
    exists (select from public.page_file_uses as use where use.file_id = page_files.id)
    or exists (select from public.page_text_files as use where use.file_id = page_files.id)
    or exists (select from public.template_file_uses as use where use.file_id = page_files.id)
  );
comment on policy page_files_select_reader on public.page_files is
  'People read the files that the pages, versions and templates use that they read.';

create policy page_files_select_uploader on public.page_files for select to authenticated
  using (
    not is_used and created_by = (select auth.uid())
    and page_id = (select page.id from public.pages as page where page.id = page_files.page_id)
  );
comment on policy page_files_select_uploader on public.page_files is
  'People read a file that they have put into a page they read, until a text uses it.';

-- The same for anybody, not only for the caller: a save through a page's document has several writers.
create function private.readable_files(person uuid, files uuid[]) returns setof uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  workspaces constant uuid[] := array(
    select member.organization_id
    from public.organization_members as member
    join public.organizations as organization on organization.id = member.organization_id
    where member.user_id = readable_files.person and member.status = 'active' and organization.status = 'active'
  );
begin
  return query
    select file.id
    from public.page_files as file
    where file.id = any (files) and file.doomed_at is null and (
      exists (
        select from public.page_file_uses as use
        join public.pages as page on page.id = use.page_id
        where use.file_id = file.id
          and private.sees_page(readable_files.person, workspaces, page.organization_id, page.private_to)
      ) or exists (
        select from public.page_text_files as use
        join public.page_versions as version on version.page_id = use.page_id and version.digest = use.digest
        join public.pages as page on page.id = use.page_id
        where use.file_id = file.id
          and private.sees_page(readable_files.person, workspaces, version.organization_id, version.private_to)
          and private.sees_page(readable_files.person, workspaces, page.organization_id, page.private_to)
      ) or exists (
        select from public.template_file_uses as use
        join public.templates as template on template.id = use.template_id
        where use.file_id = file.id and template.organization_id = any (workspaces)
      ) or not file.is_used and file.created_by = readable_files.person and exists (
        select from public.pages as page
        where page.id = file.page_id
          and private.sees_page(readable_files.person, workspaces, page.organization_id, page.private_to)
      )
    )
    order by file.id
    -- Somebody who is about to delete the file is done first, and it is not among these.
    for key share of file;
end
$$;
comment on function private.readable_files(uuid, uuid[]) is
  'Those of the files that a person reads, as the policies of page_files say it. They stay until the end of the transaction.';
revoke execute on function private.readable_files(uuid, uuid[]) from public, anon, authenticated;

-- The bytes follow the row.
create policy trellis_read_page_files on storage.objects for select to authenticated
  using (
    bucket_id = 'page-files'
    and name = (select file.object_name from public.page_files as file where file.object_name = objects.name)
  );
comment on policy trellis_read_page_files on storage.objects is 'People read the bytes of the files that they see in page_files.';
