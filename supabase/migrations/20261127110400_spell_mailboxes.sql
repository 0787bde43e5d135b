-- One mailbox has many spellings: full-width letters, code points that nobody sees, a dot behind its domain, a domain in its
-- own letters or in ASCII (xn--…). Counted as they were typed, each spelling would get three mails an hour. So an address has
-- one spelling, private.mailbox_of(), before it is counted and kept, and where it is compared with the address of an account.
-- The addresses of the accounts themselves stay as they were typed.

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
  -- Allows what RFC 5321 does without quotes, as mail servers do, and letters of every language before the @ (RFC 6531).
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

-- An invitation is for an address that can have an account: whoever is invited has to sign up with it. Letters that are only like those
-- of an address must not invite somebody else (a capital I with a dot would become an i), and an address that the sign-up refuses nobody.
create function private.invited_mailbox_of(address text) returns text
language sql immutable strict
set search_path = ''
as $$
  -- As server/src/protocols/auth/request/email-address.ts has it, and before anything is folded.
  select case
    when octet_length(address) <= 1000 and btrim(address, E' \t\r\n')
      ~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$'
    then private.mailbox_of(address)
  end
$$;
comment on function private.invited_mailbox_of(text) is 'The spelling of an address that an account can have; null for any other.';
revoke execute on function private.invited_mailbox_of(text) from public, anon, authenticated;
