-- Search finds named and numbered entities by the sign that they show, and a word that is a link in a part of it alone: `[lin](…)ked`.

create function private.signs_of_entities() returns jsonb
language sql immutable parallel safe
set search_path = ''
as $$
  select jsonb_object(regexp_split_to_array(btrim($names$
    Aacute Á aacute á Abreve Ă abreve ă Acirc Â acirc â acute ´ AElig Æ aelig æ Agrave À agrave à alefsym ℵ Alpha Α alpha α Amacr
    Ā amacr ā AMP & amp & and ∧ ang ∠ angst Å Aogon Ą aogon ą apos ' Aring Å aring å ast * asymp ≈ Atilde Ã atilde ã Auml Ä auml ä
    bdquo „ Beta Β beta β brvbar ¦ bsol \ bull • Cacute Ć cacute ć cap ∩ Ccaron Č ccaron č Ccedil Ç ccedil ç Ccirc Ĉ ccirc ĉ Cdot
    Ċ cdot ċ cedil ¸ Cedilla ¸ cent ¢ CenterDot · centerdot · Chi Χ chi χ circ ˆ circledR ® clubs ♣ colon : comma , commat @ cong
    ≅ COPY © copy © crarr ↵ cup ∪ curren ¤ Dagger ‡ dagger † dArr ⇓ darr ↓ Dcaron Ď dcaron ď deg ° Delta Δ delta δ
    DiacriticalAcute ´ DiacriticalGrave ` diams ♦ die ¨ div ÷ divide ÷ dollar $ Dot ¨ DoubleDot ¨ Dstrok Đ dstrok đ Eacute É
    eacute é Ecaron Ě ecaron ě Ecirc Ê ecirc ê Edot Ė edot ė Egrave È egrave è Emacr Ē emacr ē empty ∅ ENG Ŋ eng ŋ Eogon Ę eogon ę
    Epsilon Ε epsilon ε equals = equiv ≡ Eta Η eta η ETH Ð eth ð Euml Ë euml ë euro € excl ! exist ∃ fnof ƒ forall ∀ frac12 ½
    frac14 ¼ frac34 ¾ frasl ⁄ Gamma Γ gamma γ Gbreve Ğ gbreve ğ Gcedil Ģ Gcirc Ĝ gcirc ĝ Gdot Ġ gdot ġ ge ≥ grave ` GT > gt > half
    ½ hArr ⇔ harr ↔ Hat ^ Hcirc Ĥ hcirc ĥ hearts ♥ hellip … Hstrok Ħ hstrok ħ Iacute Í iacute í Icirc Î icirc î Idot İ iexcl ¡
    Igrave Ì igrave ì IJlig Ĳ ijlig ĳ Imacr Ī imacr ī image ℑ imath ı infin ∞ inodot ı int ∫ Iogon Į iogon į Iota Ι iota ι iquest
    ¿ isin ∈ Itilde Ĩ itilde ĩ Iuml Ï iuml ï Jcirc Ĵ jcirc ĵ Kappa Κ kappa κ Kcedil Ķ kcedil ķ kgreen ĸ Lacute Ĺ lacute ĺ Lambda Λ
    lambda λ lang ⟨ laquo « lArr ⇐ larr ← lbrace { lbrack [ Lcaron Ľ lcaron ľ Lcedil Ļ lcedil ļ lceil ⌈ lcub { ldquo “ le ≤ lfloor
    ⌊ Lmidot Ŀ lmidot ŀ lowast ∗ lowbar _ loz ◊ lpar ( lsaquo ‹ lsqb [ lsquo ‘ Lstrok Ł lstrok ł LT < lt < macr ¯ mdash — micro µ
    midast * middot · minus − Mu Μ mu μ nabla ∇ Nacute Ń nacute ń napos ŉ Ncaron Ň ncaron ň Ncedil Ņ ncedil ņ ndash – ne ≠ ni ∋
    not ¬ notin ∉ nsub ⊄ Ntilde Ñ ntilde ñ Nu Ν nu ν num # Oacute Ó oacute ó Ocirc Ô ocirc ô Odblac Ő odblac ő OElig Œ oelig œ
    Ograve Ò ograve ò oline ‾ Omacr Ō omacr ō Omega Ω omega ω Omicron Ο omicron ο oplus ⊕ or ∨ ordf ª ordm º Oslash Ø oslash ø
    Otilde Õ otilde õ otimes ⊗ Ouml Ö ouml ö para ¶ part ∂ percnt % period . permil ‰ perp ⊥ Phi Φ phi φ Pi Π pi π piv ϖ plus +
    PlusMinus ± plusmn ± pm ± pound £ Prime ″ prime ′ prod ∏ prop ∝ Psi Ψ psi ψ quest ? QUOT " quot " Racute Ŕ racute ŕ radic √
    rang ⟩ raquo » rArr ⇒ rarr → rbrace } rbrack ] Rcaron Ř rcaron ř Rcedil Ŗ rcedil ŗ rceil ⌉ rcub } rdquo ” real ℜ REG ® reg ®
    rfloor ⌋ Rho Ρ rho ρ rpar ) rsaquo › rsqb ] rsquo ’ Sacute Ś sacute ś sbquo ‚ Scaron Š scaron š Scedil Ş scedil ş Scirc Ŝ
    scirc ŝ sdot ⋅ sect § semi ; Sigma Σ sigma σ sigmaf ς sim ∼ sol / spades ♠ strns ¯ sub ⊂ sube ⊆ sum ∑ sup ⊃ sup1 ¹ sup2 ² sup3
    ³ supe ⊇ szlig ß Tau Τ tau τ Tcaron Ť tcaron ť Tcedil Ţ tcedil ţ there4 ∴ Theta Θ theta θ thetasym ϑ THORN Þ thorn þ tilde ˜
    times × trade ™ Tstrok Ŧ tstrok ŧ Uacute Ú uacute ú uArr ⇑ uarr ↑ Ubreve Ŭ ubreve ŭ Ucirc Û ucirc û Udblac Ű udblac ű Ugrave Ù
    ugrave ù Umacr Ū umacr ū uml ¨ UnderBar _ Uogon Ų uogon ų upsih ϒ Upsilon Υ upsilon υ Uring Ů uring ů Utilde Ũ utilde ũ Uuml Ü
    uuml ü verbar | vert | VerticalLine | Wcirc Ŵ wcirc ŵ weierp ℘ Xi Ξ xi ξ Yacute Ý yacute ý Ycirc Ŷ ycirc ŷ yen ¥ Yuml Ÿ yuml ÿ
    Zacute Ź zacute ź Zcaron Ž zcaron ž Zdot Ż zdot ż Zeta Ζ zeta ζ
  $names$, E' \n'), '\s+'))
$$;
comment on function private.signs_of_entities() is 'The signs of named entities: of HTML 4, of ASCII, and of the Latin letters.';
revoke execute on function private.signs_of_entities() from public, anon;
grant execute on function private.signs_of_entities() to authenticated, service_role;

create or replace function private.as_read(source text) returns text
language plpgsql immutable strict
set search_path = ''
as $$
declare
  shown text := source;
  signs jsonb;
begin
  if strpos(shown, '\') > 0 then
    -- Two of them show one, and one before another sign shows none. After one, nothing begins an entity.
    shown := replace(regexp_replace(replace(replace(shown, '\\', E'\x01'), '\&', '&amp;'), '\\(?=[!-/:-@[-`{-~])', '', 'g'), E'\x01', '\');
  end if;
  if shown like '%&%;%' then
    signs := private.signs_of_entities();
    shown := (
      select string_agg(
        case
          when place = 1 then piece
          when name is null then '&' || piece
          else coalesce(
            signs ->> name,
            case
              when name in ('nbsp', 'NonBreakingSpace', 'ensp', 'emsp', 'thinsp') then ' '
              when name in ('shy', 'zwj', 'zwnj', 'lrm', 'rlm') then ''
              when code < 160 and code not between 33 and 126 then ' '
              when code <= 1114111 and code not between 55296 and 57343 then chr(code)
            end,
            '&' || name || ';'
          ) || substr(piece, length(name) + 2)
        end, '' order by place)
      from (
        -- Each is read once.
        select place, piece, case when place > 1 and strpos(left(piece, 33), ';') > 0 then split_part(piece, ';', 1) end as name
        from string_to_table(shown, '&') with ordinality as pieces (piece, place)
        offset 0
      ) as named
      cross join lateral (
        select case
          when name ~ '^#[0-9]{1,7}$' then substr(name, 2)::integer
          when name ~ '^#[xX][0-9a-fA-F]{1,6}$' then ('x' || lpad(substr(name, 3), 8, '0'))::bit(32)::integer
        end as code
        offset 0
      ) as coded
    );
  end if;
  return shown;
end
$$;

-- A word that is a link in a part of it follows its link once more, as it is read. The link stays as it is written, for programs in a page
-- have the same signs.
create function private.with_joined_words(source text) returns text
language plpgsql immutable strict
set search_path = ''
as $$
declare
  link constant text := '(?:\[([^][\n]*)\]\([^()\n]*\)|\[\[(?:[^][|\n]*\|)?([^][|\n]+)\]\])';
begin
  if strpos(source, '](') = 0 and strpos(source, ']]') = 0 then
    return source;
  end if;
  return regexp_replace(
    regexp_replace(source, '(\m\w+)?' || link || '(\w+)', '\& \1\2\3\4', 'g'),
    '(\m\w+)' || link || '(?!\w)', '\& \1\2\3', 'g');
end
$$;
comment on function private.with_joined_words(text) is 'A Markdown text, and beside each link that is a part of a word the whole word.';
revoke execute on function private.with_joined_words(text) from public, anon, authenticated;

create or replace function private.fold_words(source text) returns text
language plpgsql stable strict
set search_path = ''
as $$
declare
  -- Marks of emphasis and code are not shown, and may stand within a word. A soft hyphen would become a hyphen.
  folded constant text := private.fold_text(
    replace(replace(translate(private.as_read(private.with_joined_words(source)), E'*`\u00AD', ''), '~~', ''), '==', ''));
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
