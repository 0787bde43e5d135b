-- Texts as search and names compare them: without case, accents and other forms of the same letter, and without the marks that a
-- reader does not see. Text and question lose the same marks, so each finds the other however it was written.

-- Postgres brings a letter's accents into their order one by one: a megabyte of them at one letter took hours, in the work after
-- saves. No language writes more than a few, so a run of more than thirty is left out.
create function private.fold_text(original text) returns text
language plpgsql stable strict
set search_path = ''
as $$
declare
  -- Every character with a place in that order (canonical combining class), or unfolding to one, as of Unicode 17.
  marks constant text := '\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670'
    || '\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u0711\u0730-\u074A\u07EB-\u07F3\u07FD\u0816-\u0819\u081B-\u0823'
    || '\u0825-\u0827\u0829-\u082D\u0859-\u085B\u0897-\u089F\u08CA-\u08E1\u08E3-\u08FF\u093C\u094D\u0951-\u0954\u09BC\u09CD'
    || '\u09FE\u0A3C-\u0A4D\u0ABC\u0ACD\u0B3C\u0B4D\u0BCD\u0C3C\u0C4D-\u0C56\u0CBC\u0CCD\u0CF3\u0D3B\u0D3C\u0D4D\u0DCA'
    || '\u0E38-\u0E3A\u0E48-\u0E4B\u0EB8-\u0EBA\u0EC8-\u0ECE\u0F18\u0F19\u0F35\u0F37\u0F39\u0F71-\u0F84\u0F86\u0F87\u0FC6'
    || '\u1037-\u103A\u108D\u135D-\u135F\u1714\u1715\u1734\u17D2\u17DD\u18A9\u1939-\u193B\u1A17\u1A18\u1A60-\u1A7F'
    || '\u1AB0-\u1AEB\u1B34-\u1B44\u1B6B-\u1B73\u1BAA\u1BAB\u1BE6-\u1BF3\u1C37\u1CD0-\u1CD2\u1CD4-\u1CE8\u1CED\u1CF4\u1CF8'
    || '\u1CF9\u1DC0-\u1DFF\u20D0-\u20F0\u2CEF-\u2CF1\u2D7F\u2DE0-\u2DFF\u302A-\u302F\u3099\u309A\uA66F\uA674-\uA67D\uA69E'
    || '\uA69F\uA6F0\uA6F1\uA806\uA82C\uA8C4\uA8E0-\uA8F1\uA92B-\uA92D\uA953\uA9B3-\uA9C0\uAAB0\uAAB2-\uAAB4\uAAB7\uAAB8'
    || '\uAABE\uAABF\uAAC1\uAAF6\uABED\uFB1E\uFE20-\uFE2F\U000101FD\U000102E0\U00010376-\U0001037A\U00010A0D-\U00010A0F'
    || '\U00010A38-\U00010A3F\U00010AE5\U00010AE6\U00010D24-\U00010D27\U00010D69-\U00010D6D\U00010EAB\U00010EAC'
    || '\U00010EFA-\U00010EFF\U00010F46-\U00010F50\U00010F82-\U00010F85\U00011046\U00011070\U0001107F\U000110B9\U000110BA'
    || '\U00011100-\U00011102\U00011133\U00011134\U00011173\U000111C0\U000111CA\U00011235\U00011236\U00011241\U000112E9'
    || '\U000112EA\U0001133B\U0001133C\U0001134D\U00011366-\U00011374\U000113B8-\U000113D0\U000113D2\U000113E1\U000113E2'
    || '\U00011442-\U00011446\U0001145E\U000114C2\U000114C3\U000115BF\U000115C0\U0001163F\U000116B6\U000116B7\U0001172B'
    || '\U00011839\U0001183A\U0001193D\U0001193E\U00011943\U000119E0\U00011A34\U00011A47\U00011A99\U00011B60-\U00011B67'
    || '\U00011C3F\U00011D42-\U00011D45\U00011D97\U00011F00\U00011F01\U00011F03\U00011F34-\U00011F42\U00011F5A\U00013440'
    || '\U00013447-\U00013455\U0001611E-\U0001612F\U00016AF0-\U00016AF4\U00016B30-\U00016B36\U00016FF0\U00016FF1\U0001BC9E'
    || '\U0001D165-\U0001D169\U0001D16D-\U0001D172\U0001D17B-\U0001D182\U0001D185-\U0001D18B\U0001D1AA-\U0001D1AD'
    || '\U0001D242-\U0001D244\U0001E000-\U0001E02A\U0001E08F\U0001E130-\U0001E136\U0001E2AE\U0001E2EC-\U0001E2EF'
    || '\U0001E4EC-\U0001E4EF\U0001E5EE\U0001E5EF\U0001E6E3\U0001E6E6\U0001E6EE\U0001E6EF\U0001E6F5\U0001E8D0-\U0001E8D6'
    || '\U0001E944-\U0001E94A\uFF9E\uFF9F';
  bounded text;
begin
  -- In this language Postgres plans it once for a connection, and not at each page.
  -- Most texts have no other characters, or only usual ones: bringing them into one form would take most of the time.
  if octet_length(original) = length(original) then
    return lower(original);
  end if;
  bounded := regexp_replace(original, '[' || marks || ']{31,}', '', 'g');
  return lower(extensions.unaccent('extensions.unaccent'::regdictionary,
    case when bounded is nfkc normalized then bounded else normalize(bounded, NFKC) end));
end
$$;
comment on function private.fold_text(text) is 'A text as search compares it: small letters without accents, in one form each. Lines stay lines.';
revoke execute on function private.fold_text(text) from public, anon, authenticated;

-- Pieces of three characters find words of an alphabet, but two characters are a word in Chinese, Japanese and Korean.
-- So each pair of those stands in a line of its own, apart, where the index knows it by its edges. A window or a sort over each
-- character of a long text would keep the embedded database for seconds.
create function private.character_pairs(folded text) returns text
language plpgsql stable strict
set search_path = ''
as $$
declare
  singles text[];
begin
  if octet_length(folded) = length(folded) then
    return '';
  end if;
  singles := string_to_array(regexp_replace(folded, '[^\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+', ' ', 'g'), null);
  return (
    select coalesce(string_agg(pair, ' '), '')
    from (
      select distinct rtrim(single || coalesce(next, '')) as pair
      from unnest(singles, singles[2:]) as neighbours (single, next)
      where single <> ' '
    ) as pairs
  );
end
$$;
comment on function private.character_pairs(text) is 'The pairs of neighbouring Chinese, Japanese and Korean characters of a text, each once, and the last of each run.';
revoke execute on function private.character_pairs(text) from public, anon, authenticated;

create function private.as_read(source text) returns text
language plpgsql immutable strict
set search_path = ''
as $$
declare
  shown text := source;
begin
  if strpos(shown, '\') > 0 then
    -- Two of them show one, and one before another sign shows none.
    shown := replace(regexp_replace(replace(shown, '\\', E'\x01'), '\\(?=[!-/:-@[-`{-~])', '', 'g'), E'\x01', '\');
  end if;
  if shown like '%&%;%' then
    shown := replace(replace(replace(replace(replace(replace(replace(
      shown, '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&apos;', ''''), '&amp;', '&');
  end if;
  return shown;
end
$$;
comment on function private.as_read(text) is
  'A text with the signs that its escapes and entities stand for. Lines stay lines.';
revoke execute on function private.as_read(text) from public, anon;
grant execute on function private.as_read(text) to authenticated, service_role;

create function private.fold_words(source text) returns text
language plpgsql stable strict
set search_path = ''
as $$
declare
  -- Marks of emphasis and code are not shown, and may stand within a word.
  folded constant text := private.fold_text(
    replace(replace(translate(private.as_read(source), '*`', ''), '~~', ''), '==', ''));
begin
  if octet_length(folded) = length(folded) then
    return folded;
  end if;
  -- Accents without a letter of their own, points of Hebrew, vowel marks of Arabic, its line that makes words longer, and
  -- characters without a width.
  return regexp_replace(folded, '[\u00AD\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F'
    || '\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED\u08CA-\u08E1\u08E3-\u08FF\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E'
    || '\u2060-\u2064\u2066-\u206F\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]+', '', 'g');
end
$$;
comment on function private.fold_words(text) is 'A text as it is read, folded for search.';
revoke execute on function private.fold_words(text) from public, anon, authenticated;
