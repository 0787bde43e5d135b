-- Clients place a page by a number between its neighbours' (the middle, or the highest plus one). The server makes
-- sure that there always is such a number: no two siblings share one, and before the gaps become too small for the
-- precision of a double, the siblings are renumbered 1, 2, 3 … in the order they have. Pages in the trash do not
-- count.
--
-- A page's number depends only on pages that all its readers see: else a person who tries places would find out the
-- number of a page that is private to another. So a shared page ignores private ones, which step aside
-- for it; a private page heeds shared ones and its owner's, and two people's private pages may have the same number, since
-- nobody sees both.

-- A page without a number goes last; a page whose number is taken (a move keeps its number, two people add at once)
-- goes right behind the one that has it.
create function private.place_page(id uuid, place uuid, private_to uuid, is_archived boolean, wanted double precision) returns double precision
language plpgsql
as $$
declare
  next double precision;
begin
  if wanted is null then
    return (
      select coalesce(max(page.order_index), 0) + 1 from public.pages as page
      where coalesce(page.parent_id, page.organization_id) = place and not page.is_archived and page.id <> place_page.id
        and (page.private_to is null or page.private_to = place_page.private_to)
    );
  elsif not place_page.is_archived and exists (
    select from public.pages as page
    where coalesce(page.parent_id, page.organization_id) = place and not page.is_archived and page.id <> place_page.id
      and (page.private_to is null or page.private_to = place_page.private_to)
      and page.order_index = wanted
  ) then
    select min(page.order_index) into next
    from public.pages as page
    where coalesce(page.parent_id, page.organization_id) = place and not page.is_archived and page.id <> place_page.id
      and (page.private_to is null or page.private_to = place_page.private_to)
      and page.order_index > wanted;
    return coalesce((wanted + next) / 2, wanted + 1);
  end if;
  return wanted;
end
$$;
comment on function private.place_page(uuid, uuid, uuid, boolean, double precision) is 'A page has a number that none of its siblings has, among those that are seen together.';
revoke execute on function private.place_page(uuid, uuid, uuid, boolean, double precision) from public, anon, authenticated;

-- Numbers 1, 2, 3 … the pages that all readers of their parent see (`common` is that one reader, or null for the
-- workspace); private ones stay between the same two of them.
create function private.renumber_common(place uuid, common uuid) returns void
language sql volatile security definer
set search_path = ''
as $$
  with sibling as (
    select id, order_index, created_at, private_to, private_to is not distinct from common as is_common,
      count(*) filter (where private_to is not distinct from common)
        over (order by order_index, private_to is distinct from common, created_at, id) as before
    from public.pages
    where coalesce(parent_id, organization_id) = place and not is_archived
  ), numbered as (
    select id,
      case when is_common then before else before + row_number() over (among order by order_index, created_at, id)
        / (1 + count(*) over among)::double precision end as position
    from sibling
    window among as (partition by private_to, before)
  )
  update public.pages as page
  set order_index = numbered.position
  from numbered
  where page.id = numbered.id and page.order_index <> numbered.position
$$;
comment on function private.renumber_common(uuid, uuid) is 'Numbers siblings anew, in the order that they have.';
revoke execute on function private.renumber_common(uuid, uuid) from public, anon, authenticated;

-- Spaces private pages evenly between the same two shared pages, whose numbers stay: else others would notice.
create function private.renumber_private(place uuid, person uuid) returns void
language sql volatile security definer
set search_path = ''
as $$
  with sibling as (
    select id, order_index, created_at, private_to,
      count(*) filter (where private_to is null)
        over (order by order_index, private_to is not null, created_at, id) as before
    from public.pages
    where coalesce(parent_id, organization_id) = place and not is_archived and (private_to is null or private_to = person)
  ), shared as (
    select before as number, order_index from sibling where private_to is null
  ), ranked as (
    select id, before, row_number() over (among order by order_index, created_at, id) as rank, count(*) over among as total
    from sibling
    where private_to = person
    window among as (partition by before)
  ), numbered as (
    select ranked.id,
      case when lower.number is null and upper.number is null then rank else
        coalesce(lower.order_index, upper.order_index - 1) + coalesce(upper.order_index - lower.order_index, 1) * rank / (total + 1)
      end as position
    from ranked
    left join shared as lower on lower.number = ranked.before
    left join shared as upper on upper.number = ranked.before + 1
  )
  update public.pages as page
  set order_index = numbered.position
  from numbered
  where page.id = numbered.id and page.order_index <> numbered.position
$$;
comment on function private.renumber_private(uuid, uuid) is 'Puts a person''s private pages apart, between those that others see, too.';
revoke execute on function private.renumber_private(uuid, uuid) from public, anon, authenticated;

-- Moves each private page right behind the page that came, in the order that its own reader sees.
create function private.step_aside(place uuid, common uuid, number double precision) returns void
language sql volatile security definer
set search_path = ''
as $$
  update public.pages as page
  set order_index = coalesce((
    select (number + min(other.order_index)) / 2 from public.pages as other
    where coalesce(other.parent_id, other.organization_id) = place and not other.is_archived
      and (other.private_to is null or other.private_to = page.private_to) and other.order_index > number
  ), number + 1)
  where coalesce(page.parent_id, page.organization_id) = place and not page.is_archived
    and page.private_to is distinct from common and page.order_index = number
$$;
comment on function private.step_aside(uuid, uuid, double precision) is 'Moves private pages from a number that a shared one has taken.';
revoke execute on function private.step_aside(uuid, uuid, double precision) from public, anon, authenticated;

create function private.renumber_siblings(new public.pages) returns void
language plpgsql
as $$
declare
  place uuid := coalesce(new.parent_id, new.organization_id);
  common uuid;
  near record;
begin
  select
    bool_or(sibling.private_to is null or sibling.private_to = new.private_to) as are_seen_together,
    bool_or(sibling.order_index = new.order_index and sibling.private_to is distinct from new.private_to) as share_a_number
  into near
  from public.pages as sibling
  where coalesce(sibling.parent_id, sibling.organization_id) = place and not sibling.is_archived and sibling.id <> new.id
    and sibling.order_index between new.order_index - 1e-6 and new.order_index + 1e-6;
  -- The limits leave room for as many more halvings and steps as a statement can bring: see pages_order_index_range.
  if not (abs(new.order_index) > 1e8 or coalesce(near.are_seen_together or near.share_a_number, false)) then
    return;
  end if;
  select parent.private_to into common from public.pages as parent where parent.id = new.parent_id;
  perform private.set_arranging(true);
  if new.private_to is not distinct from common then
    perform private.step_aside(place, common, new.order_index);
  end if;
  if abs(new.order_index) > 1e8 or near.are_seen_together then
    if new.private_to is not distinct from common then
      perform private.renumber_common(place, common);
    else
      perform private.renumber_private(place, new.private_to);
    end if;
  end if;
  perform private.set_arranging(false);
end
$$;
comment on function private.renumber_siblings(public.pages) is 'Keeps room between siblings that are seen together.';
revoke execute on function private.renumber_siblings(public.pages) from public, anon, authenticated;
