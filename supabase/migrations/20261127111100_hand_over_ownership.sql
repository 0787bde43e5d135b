-- Hands a workspace over: the other member becomes its owner and the caller an admin, both or neither. It runs as the
-- caller, so the policies decide who may.

create function public.hand_over_ownership(organization_id uuid, member_id uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  -- The caller's own row is the lock: of two handovers at once, the second one finds no owner any more.
  perform from public.organization_members as member
  where member.organization_id = hand_over_ownership.organization_id
    and member.user_id = (select auth.uid()) and member.role = 'owner' and member.status = 'active'
  for update;
  if found then
    update public.organization_members as member
    set role = 'owner'
    where member.id = member_id and member.organization_id = hand_over_ownership.organization_id
      and member.user_id <> (select auth.uid()) and member.status = 'active';
  end if;
  if not found then
    raise exception using
      errcode = 'TR043', message = 'Only an owner can hand a workspace over, to an active member of it.';
  end if;
  update public.organization_members as member
  set role = 'admin'
  where member.organization_id = hand_over_ownership.organization_id and member.user_id = (select auth.uid());
end
$$;
comment on function public.hand_over_ownership(uuid, uuid) is
  'Makes another member an owner of the workspace, and the caller, who was one, an admin.';
revoke execute on function public.hand_over_ownership(uuid, uuid) from public, anon;
grant execute on function public.hand_over_ownership(uuid, uuid) to authenticated, service_role;
