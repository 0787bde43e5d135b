-- The words of a question, as search looks for them. Signs around the words ask for nothing, as long as there are words.

create function private.like_pattern(term text) returns text
language sql immutable strict
set search_path = ''
as $$
  select case
    -- Found by their edges in the line of pairs: see private.character_pairs.
    when term ~ '^[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]{2}$' then '% ' || term || ' %'
    when term ~ '^[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]$' then '% ' || term || '%'
    else '%' || regexp_replace(term, '([\\%_])', '\\\1', 'g') || '%'
  end
$$;
comment on function private.like_pattern(text) is 'The pattern of texts that hold the word.';
revoke execute on function private.like_pattern(text) from public, anon, authenticated;

-- A word as in a sentence, `"budget:"`, asks for the word. Signs that are part of many words (`C++`, `--dry-run`, `#tag`) are asked
-- for first, and left out where nothing has them.
create function private.question_terms(question text, is_exact boolean) returns text[]
language plpgsql stable
set search_path = ''
as $$
declare
  most_words constant integer := 8;
  around constant text := ',;:!?"''()[]{}<>。、「」『』【】《》〈〉・،؛؟';
  folded constant text := private.fold_words(left(question, 200));
  terms text[];
begin
  terms := array(
    select term
    from regexp_split_to_table(folded, '\s+') with ordinality as words (word, place),
      lateral (select ltrim(rtrim(word, around || '.'), around) as trimmed) as exact,
      lateral (select btrim(trimmed, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~') as core) as cores,
      lateral (select case when is_exact or length(core) < 2 and octet_length(core) < 2 then trimmed else core end as term) as chosen
    where core !~ '^[\u00A0-\u00BF\u2000-\u206F\u3000-\u303F]*$'
    group by term order by min(place) limit most_words
  );
  if terms = '{}' then
    -- Nothing but signs.
    return array(
      select word from regexp_split_to_table(folded, '\s+') with ordinality as words (word, place)
      where word <> '' group by word order by min(place) limit most_words
    );
  end if;
  return terms;
end
$$;
comment on function private.question_terms(text, boolean) is
  'The words of a question as they are looked for, in their order: with the signs that may be part of them, or without.';
revoke execute on function private.question_terms(text, boolean) from public, anon, authenticated;

create function private.longest_term(terms text[]) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select word from unnest(terms) as word
    order by word ~ '[[:alnum:]]{3}' or private.like_pattern(word) like '\% %' desc, length(word) desc, word
    limit 1
  );
end
$$;
comment on function private.longest_term(text[]) is 'The word of a question that the index knows best.';
revoke execute on function private.longest_term(text[]) from public, anon, authenticated;
