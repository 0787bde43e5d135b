-- Search takes letters as the same that two keyboards write for one: the forms of alef, yeh, kaf and heh in Arabic and Persian, their digits,
-- every dash, the marks of Hebrew that look like quotes, and the sigma that ends a Greek word.

create or replace function private.fold_words(source text) returns text
language plpgsql stable strict
set search_path = ''
as $$
declare
  -- Marks of emphasis and code are not shown, and may stand within a word. A soft hyphen would become a hyphen.
  folded constant text := private.fold_text(
    replace(replace(translate(private.as_read(source), E'*`\u00AD', ''), '~~', ''), '==', ''));
begin
  if octet_length(folded) = length(folded) then
    return folded;
  end if;
  -- Accents without a letter of their own, points of Hebrew, vowel marks of Arabic, its line that makes words longer, and
  -- characters without a width.
  return translate(
    regexp_replace(folded, '[\u00AD\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F'
      || '\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED\u08CA-\u08E1\u08E3-\u08FF\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E'
      || '\u2060-\u2064\u2066-\u206F\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]+', '', 'g'),
    -- Arabic and Persian letters, their digits, and the other signs.
    E'\u0623\u0625\u0622\u0671\u0649\u06CC\u06D2\u06A9\u0629\u06C0\u06C1\u06C2'
      || E'\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669\u06F0\u06F1\u06F2\u06F3\u06F4\u06F5\u06F6\u06F7\u06F8\u06F9'
      || E'\u03C2\u05F3\u05F4\u058A\u05BE\u1400\u1806\u2E17\u2E1A\u2E3A\u2E3B\u2E40\u2E5D\u30A0\U00010EAD',
    E'\u0627\u0627\u0627\u0627\u064A\u064A\u064A\u0643\u0647\u0647\u0647\u0647'
      || '01234567890123456789'
      || E'\u03C3''"------------');
end
$$;

-- The texts that search knows are folded anew.
insert into public.page_work (page_id) select page.id from public.pages as page
on conflict (page_id) do update
set ticket = excluded.ticket, due_at = excluded.due_at, tries = 0, problem = null, begun_at = null, part = 0;
