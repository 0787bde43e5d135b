-- Finds files by name, and tells how much room the trash frees. Both look at rows that the caller may not see, so they check whom
-- they answer.

create function public.search_files(workspace_id uuid, question text, most integer default 10)
returns table (id uuid, name text, media_type text, bytes bigint, page_id uuid, page_name text)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
  patterns constant text[] := array(
    select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' from unnest(private.question_terms(question, true)) as word
  );
begin
  if patterns = '{}' or caller is null
    or not exists (select from private.my_organization_ids() as mine where mine = workspace_id)
    or not private.has_passed_second_step() then
    return;
  end if;
  return query
    select file.id, file.name, file.media_type, file.bytes, page.id, page.name
    from public.page_files as file
    -- The page that the caller sees with it, the latest first.
    cross join lateral (
      select known.id, known.name, known.updated_at
      from public.page_file_uses as use
      join public.pages as known on known.id = use.page_id and not known.is_archived
      where use.file_id = file.id and use.gone_at is null and known.organization_id = workspace_id
        and private.sees_page(caller, array[workspace_id], known.organization_id, known.private_to)
      order by known.updated_at desc, known.id
      limit 1
    ) as page
    where file.organization_id = workspace_id and file.doomed_at is null
      and private.fold_words(file.name) like all (patterns)
    order by file.created_at desc, file.id
    limit least(most, 50);
end
$$;
comment on function public.search_files(uuid, text, integer) is
  'The files of a workspace whose names have all words of a question, the latest first, each with a page that shows it.';
revoke execute on function public.search_files(uuid, text, integer) from public, anon;
grant execute on function public.search_files(uuid, text, integer) to authenticated, service_role;

-- A file that another page shows, or a version or a template, frees nothing. One that two entries of the trash use is freed by
-- both together alone.
create function public.list_trash_bytes(organization_id uuid) returns table (page_id uuid, bytes bigint)
language sql volatile security definer
set search_path = ''
as $$
  with doomed as materialized (
    select page.id, page.archived_with from public.pages as page
    where page.id = any (private.my_trash(organization => list_trash_bytes.organization_id))
  ),
  uses as (
    select use.file_id, use.page_id from public.page_file_uses as use
    union select use.file_id, use.page_id from public.page_text_files as use
  ),
  files as materialized (
    select distinct use.file_id from doomed join uses as use on use.page_id = doomed.id
  ),
  freed as (
    select files.file_id, min(doomed.archived_with::text)::uuid as entry, count(distinct doomed.archived_with) as entries
    from files
    join uses as use on use.file_id = files.file_id
    left join doomed on doomed.id = use.page_id
    group by files.file_id
    having bool_and(doomed.id is not null)
      and not exists (select from public.template_file_uses as use where use.file_id = files.file_id)
  )
  select freed.entry, sum(file.bytes)::bigint
  from freed join public.page_files as file on file.id = freed.file_id
  where freed.entries = 1
  group by freed.entry
  union all
  select null, sum(file.bytes)::bigint
  from freed join public.page_files as file on file.id = freed.file_id
  having count(*) > 0
$$;
comment on function public.list_trash_bytes(uuid) is
  'How many bytes of files each page of the trash frees when it is deleted for good, with those that went there with it; and all of them together, without a page.';
revoke execute on function public.list_trash_bytes(uuid) from public, anon;
grant execute on function public.list_trash_bytes(uuid) to authenticated;
