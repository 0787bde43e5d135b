-- What a refusal says reaches a person when its code begins with TR: a 42501 is worded by the app, which cannot know who
-- may do it. And a code has one meaning: TR030 and TR031 were those of deleting an account already, so that the limits of
-- bytes have TR040 and TR041.

create or replace function private.refuse_invitation(rule text) returns void
language plpgsql
set search_path = ''
as $$
declare
  refusal record;
begin
  select known.code, known.message into strict refusal
  from (values
    ('unknown', 'TR020', 'This invitation is not valid. Ask for a new one.'),
    ('revoked', 'TR021', 'This invitation was taken back. Ask for a new one.'),
    ('expired', 'TR022', 'This invitation has expired. Ask for a new one.'),
    ('used', 'TR023', 'This invitation has been used already. Ask for a new one.'),
    ('other_address', 'TR024', 'This invitation is for another email address.'),
    ('too_many', 'TR025', 'Too many invitations. Please wait a while, and try again.'),
    ('addresses', 'TR026', 'Enter between 1 and 50 valid email addresses.'),
    ('role', 'TR027', 'People are invited as members or admins.'),
    ('link_limits', 'TR028', 'A join link is good for 1 to 90 days and for 1 to 1000 people.'),
    ('refused', 'TR029', 'This invitation was made before you left the workspace. Ask for a new one.'),
    ('not_allowed', 'TR042', 'Only owners and admins of the workspace may do this.')
  ) as known (rule, code, message)
  where known.rule = refuse_invitation.rule;
  raise exception using errcode = refusal.code, message = refusal.message;
end
$$;

create or replace function public.hand_over_ownership(organization_id uuid, member_id uuid) returns void
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

create or replace function private.limit_bytes() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  portion constant integer := 65536;
  noted text[] := string_to_array(nullif(current_setting('trellis.bytes_written', true), ''), ' ');
  bytes bigint := coalesce(pg_column_size(new.description), 0)
    -- A text that stays as it was is not stored again.
    + case when tg_op = 'UPDATE' and old.content = new.content then 0 else pg_column_size(new.content) end;
  before bigint := 0;
  room bigint;
begin
  if noted is not null then
    before := noted[1]::bigint;
    room := case when noted[2] = new.organization_id::text then noted[3]::bigint end;
  end if;
  if before + bytes > private.limit_of('request_megabytes') then
    raise exception using errcode = 'TR040',
      message = 'This is too much to save at once. Save fewer pages at a time.';
  end if;
  if room is null and (
    before / portion < (before + bytes) / portion or random() * portion < bytes
  ) then
    room := before + private.limit_of('workspace_megabytes') - private.bytes_in(new.organization_id);
  end if;
  -- Pages can be made short when there is no room, and go to the trash, and be deleted for good.
  if before + bytes > room and bytes > 1024 then
    raise exception using errcode = 'TR041',
      message = 'The workspace is full. Delete pages for good, or ask the operator for more room.';
  end if;
  perform set_config('trellis.bytes_written',
    concat_ws(' ', before + bytes, new.organization_id, room), true);
  return new;
end
$$;
