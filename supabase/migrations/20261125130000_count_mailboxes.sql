-- One mailbox has many spellings: full-width letters, code points that nobody sees, a dot behind its domain, a domain in its
-- own letters or in ASCII (xn--…). Counted as they were typed, each spelling got three mails an hour. Now an address has one
-- spelling, private.mailbox_of(), before it is counted and kept, and where it is compared with the address of an account. The
-- addresses of the accounts themselves stay as they were typed.

-- RFC 3492, section 6.3, by the names that it uses.
create function private.punycode(label text) returns text
language plpgsql immutable strict
set search_path = ''
as $$
declare
  digits constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
  points integer[];
  encoded text;
  point integer;
  basic integer;
  handled integer;
  n integer := 128;
  next_n integer;
  delta bigint := 0;
  bias bigint := 72;
  q bigint;
  k bigint;
  t bigint;
begin
  select array_agg(ascii(letter) order by place), string_agg(letter, '' order by place) filter (where ascii(letter) < 128)
  into points, encoded
  from string_to_table(label, null) with ordinality as letters (letter, place);
  encoded := coalesce(encoded || '-', '');
  basic := greatest(char_length(encoded) - 1, 0);
  handled := basic;
  while handled < cardinality(points) loop
    select min(other) into next_n from unnest(points) as other where other >= n;
    delta := delta + (next_n - n)::bigint * (handled + 1);
    n := next_n;
    foreach point in array points loop
      if point < n then
        delta := delta + 1;
      elsif point = n then
        q := delta;
        k := 36;
        loop
          t := least(greatest(k - bias, 1), 26);
          exit when q < t;
          encoded := encoded || substr(digits, (t + (q - t) % (36 - t))::integer + 1, 1);
          q := (q - t) / (36 - t);
          k := k + 36;
        end loop;
        encoded := encoded || substr(digits, q::integer + 1, 1);
        delta := delta / case when handled = basic then 700 else 2 end;
        delta := delta + delta / (handled + 1);
        k := 0;
        while delta > 455 loop
          delta := delta / 35;
          k := k + 36;
        end loop;
        bias := k + 36 * delta / (delta + 38);
        delta := 0;
        handled := handled + 1;
      end if;
    end loop;
    delta := delta + 1;
    n := n + 1;
  end loop;
  return encoded;
end
$$;
comment on function private.punycode(text) is 'A label of a domain in ASCII, without the "xn--" before it.';
revoke execute on function private.punycode(text) from public, anon, authenticated;

create function private.mailbox_of(address text) returns text
language plpgsql immutable strict
set search_path = ''
as $$
declare
  plain text;
  mailbox text;
  host text;
begin
  if octet_length(address) > 1000 then
    return null;
  end if;
  -- Unicode's Default_Ignorable_Code_Point.
  plain := regexp_replace(
    address,
    '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF'
      || '\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]',
    '', 'g'
  );
  plain := btrim(lower(normalize(plain, nfkc)));
  mailbox := substring(plain from '^([^@]*)@[^@]*$');
  host := regexp_replace(replace(split_part(plain, '@', 2), U&'\3002', '.'), '\.$', '');
  select string_agg(case when label ~ '[^\u0001-\u007F]' then 'xn--' || private.punycode(label) else label end, '.' order by place)
  into host
  from string_to_table(host, '.') with ordinality as labels (label, place);
  -- What RFC 5321 allows without quotes, as mail servers do; and letters of every language before the @ (RFC 6531).
  if mailbox ~ '^[^\s[:cntrl:].][^\s[:cntrl:]]*$' and mailbox !~ '\.\.|\.$|[][,;:<>()"\\]' and octet_length(mailbox) <= 64
    and host ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$' and host !~ '\.[0-9]+$'
    and char_length(mailbox || '@' || host) <= 254
  then
    return mailbox || '@' || host;
  end if;
  return null;
end
$$;
comment on function private.mailbox_of(text) is
  'The one spelling of an address: visible characters in lower case, the domain in ASCII. Null when no mail server takes it.';
revoke execute on function private.mailbox_of(text) from public, anon, authenticated;

comment on column public.organization_invitations.email is
  'As private.mailbox_of() spells it: only this address may accept. Null: whoever has the link.';

create or replace function public.create_invitations(organization_id uuid, emails text[], role text default 'member')
returns table (id uuid, email text, token text, expires_at timestamptz, is_member boolean, may_be_mailed boolean)
language plpgsql security definer
set search_path = ''
as $$
declare
  addresses text[];
  members text[];
begin
  perform private.require_administrator(create_invitations.organization_id);
  if create_invitations.role is null or create_invitations.role not in ('admin', 'member') then
    perform private.refuse_invitation('role');
  end if;
  -- Some spellings of each, at the most: reading one takes a moment.
  if cardinality(emails) <= 200 then
    select array_agg(distinct private.mailbox_of(given.address)) into addresses
    from unnest(emails) as given (address)
    where btrim(given.address) <> '';
  end if;
  if addresses is null or cardinality(addresses) > 50 or array_position(addresses, null) is not null then
    perform private.refuse_invitation('addresses');
  end if;
  perform private.count_invitations(create_invitations.organization_id, cardinality(addresses));
  members := array(
    select unnest(array[lower(profile.email), private.mailbox_of(profile.email)])
    from public.organization_members as member
    join public.user_profiles as profile on profile.id = member.user_id
    where member.organization_id = create_invitations.organization_id
  );

  foreach email in array addresses loop
    id := null;
    token := null;
    expires_at := null;
    may_be_mailed := false;
    is_member := coalesce(email = any (members), false);
    if not is_member then
      -- Whoever invites: nobody's mailbox is filled from here.
      may_be_mailed := 3 > (
        select count(*) from public.organization_invitations as invitation
        where invitation.email = create_invitations.email
          and invitation.created_at > clock_timestamp() - interval '1 hour'
      ) + (
        select count(*) from public.deleted_invitations as deleted
        where deleted.address_hash = private.hash_invitation_token(create_invitations.email)
          and deleted.created_at > clock_timestamp() - interval '1 hour'
      );
      update public.organization_invitations as invitation
      set revoked_at = clock_timestamp()
      where invitation.organization_id = create_invitations.organization_id
        and invitation.email = create_invitations.email
        and invitation.revoked_at is null and invitation.uses = 0;
      token := private.new_invitation_token();
      insert into public.organization_invitations as invitation
        (organization_id, email, role, token_hash, invited_by, created_at, expires_at, max_uses)
      values (
        create_invitations.organization_id, create_invitations.email, create_invitations.role,
        private.hash_invitation_token(token), (select auth.uid()),
        clock_timestamp(), clock_timestamp() + interval '7 days', 1
      )
      returning invitation.id, invitation.expires_at into create_invitations.id, create_invitations.expires_at;
    end if;
    return next;
  end loop;
end
$$;

-- Who leaves, or deletes the account, is the same under each spelling.
create or replace function private.revoke_invitations_of_former_member() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.organization_invitations as invitation
  set revoked_at = clock_timestamp()
  from auth.users as account
  where account.id = old.user_id
    and invitation.organization_id = old.organization_id
    and invitation.email in (lower(account.email), private.mailbox_of(account.email))
    and invitation.revoked_at is null and invitation.uses = 0;
  return null;
end
$$;

create or replace function public.delete_my_account(organizations_to_delete uuid[]) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  person uuid := auth.uid();
  blocking text;
  doomed uuid[];
begin
  -- Whoever signs in or changes the password meanwhile waits for this row, or is waited for.
  perform from auth.users where id = person for update;
  if not found or not private.has_passed_second_step() or not private.has_just_signed_in() then
    raise exception using errcode = 'TR030', message = 'Sign in again to delete the account';
  end if;
  perform private.hold_memberships(person);
  select string_agg(affected.name, ', ') filter (where affected.fate = 'blocks'),
    coalesce(array_agg(affected.organization_id) filter (where affected.fate = 'deleted'), '{}')
  into blocking, doomed
  from private.organizations_without(person) as affected;
  if blocking is not null then
    raise exception using errcode = 'TR031', message = 'Others would be left without an owner',
      detail = blocking, hint = 'Hand these workspaces over, or delete them first.';
  end if;
  -- Somebody may have left since the person was told what goes.
  if not doomed <@ coalesce(organizations_to_delete, '{}') then
    raise exception using errcode = 'TR032', message = 'More would be deleted than was said',
      hint = 'Look at what is deleted again.';
  end if;
  -- Invitations that were accepted name the address; those that wait are for whoever has it.
  delete from public.organization_invitations as invitation
    using auth.users as account
    where account.id = person and invitation.email in (lower(account.email), private.mailbox_of(account.email)) and invitation.uses > 0;
  delete from auth.users where id = person;
end
$$;
