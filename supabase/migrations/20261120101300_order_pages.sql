-- Clients place a page by a number between its neighbours' (the middle, or the highest plus one). The server makes
-- sure that there always is such a number: no two siblings share one, and before the gaps become too small for the
-- precision of a double, the siblings are renumbered 1, 2, 3 … in the order they have. What is in the trash does not
-- count.

-- A page that comes without a number goes last; one that comes to a number that is taken (a move keeps its number,
-- two people add at once) goes right behind the one that has it.
create function private.place_page() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  place uuid := coalesce(new.parent_id, new.organization_id);
  next double precision;
begin
  if private.is_arranging() or (tg_op = 'UPDATE' and (new.parent_id, new.order_index, new.is_archived)
    is not distinct from (old.parent_id, old.order_index, old.is_archived)) then
    return new;
  end if;
  perform private.lock_tree(new.organization_id);
  if new.order_index is null then
    select coalesce(max(order_index), 0) + 1 into new.order_index
    from public.pages
    where coalesce(parent_id, organization_id) = place and not is_archived and id <> new.id;
  elsif not new.is_archived and exists (
    select from public.pages
    where coalesce(parent_id, organization_id) = place and not is_archived and id <> new.id
      and order_index = new.order_index
  ) then
    select min(order_index) into next
    from public.pages
    where coalesce(parent_id, organization_id) = place and not is_archived and id <> new.id
      and order_index > new.order_index;
    new.order_index := coalesce((new.order_index + next) / 2, new.order_index + 1);
  end if;
  return new;
end
$$;
comment on function private.place_page() is 'Trigger: a page has a number that none of its siblings has.';
revoke execute on function private.place_page() from public, anon, authenticated;

create trigger pages_40_place before insert or update of parent_id, order_index, is_archived on public.pages
  for each row execute function private.place_page();

create function private.renumber_siblings() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  place uuid := coalesce(new.parent_id, new.organization_id);
begin
  -- The limits leave room for as many more halvings and steps as a statement can bring: see pages_order_index_range.
  if private.is_arranging() or new.is_archived or not (abs(new.order_index) > 1e8 or exists (
    select from public.pages
    where coalesce(parent_id, organization_id) = place and not is_archived and id <> new.id
      and order_index between new.order_index - 1e-6 and new.order_index + 1e-6
  )) then
    return null;
  end if;
  perform private.set_arranging(true);
  update public.pages as page
  set order_index = numbered.position
  from (
    select id, row_number() over (order by order_index, created_at, id) as position
    from public.pages
    where coalesce(parent_id, organization_id) = place and not is_archived
  ) as numbered
  where page.id = numbered.id and page.order_index <> numbered.position;
  perform private.set_arranging(false);
  return null;
end
$$;
comment on function private.renumber_siblings() is 'Trigger: keeps room between siblings.';
revoke execute on function private.renumber_siblings() from public, anon, authenticated;

create trigger pages_80_renumber after insert or update of parent_id, order_index, is_archived on public.pages
  for each row execute function private.renumber_siblings();
