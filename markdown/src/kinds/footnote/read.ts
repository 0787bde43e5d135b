/** The numbers of footnotes, and the list at the page's end, with the ways back. */
import { type Content, type Element, element, isParagraph, onLines, words } from '../../read/elements.ts';
import type { Making, Readers } from '../../read/making.ts';
import { encodeAddress } from '../../text/decode.ts';
import type { FootnoteDefinition } from '../../tree/nodes.ts';
import type { FootnoteReference } from './node.ts';

export const read: Pick<Readers, 'footnoteReference'> = { footnoteReference: readReference };

const PREFIX = 'user-content-';

function readReference({ identifier }: FootnoteReference, making: Making): Content[] {
  const count = (making.referred.get(identifier) ?? 0) + 1;
  making.referred.set(identifier, count);
  const name = nameIn(identifier);
  const link = element(
    'a',
    {
      href: `#${PREFIX}fn-${name}`,
      id: `${PREFIX}fnref-${name}${times(count)}`,
      dataFootnoteRef: true,
      ariaDescribedBy: ['footnote-label'],
    },
    [words(String(making.numbers.get(identifier) ?? 0))],
  );
  return [element('sup', {}, [link])];
}

/** @param notes by their names, in the order of their numbers */
export function readNotes(
  notes: readonly (readonly [name: string, note: FootnoteDefinition])[],
  making: Making,
): Element[] {
  // Footnotes may name each other, so the ways back are known when all were read.
  const texts = notes.map(([, note]) => making.blocks(note.children));
  return notes.map(([name, note], index) => {
    const content = texts[index] ?? [];
    const back = waysBack(name, making);
    const last = content.at(-1);
    if (isParagraph(last)) {
      const end = last.children.at(-1);
      if (end?.type === 'text') end.value += ' ';
      else last.children.push(words(' '));
      last.children.push(...back);
    } else content.push(...back);
    return element('li', { id: `${PREFIX}fn-${nameIn(name)}` }, onLines(content, true), note);
  });
}

/** @param first the number of its first note: all lists of a page look as one */
export function listOfNotes(items: readonly Element[], first = 1): Element {
  const list = element('ol', first === 1 ? {} : { start: first }, onLines(items, true));
  if (first > 1)
    return element('section', { dataFootnotes: true, className: ['footnotes', 'more-footnotes'] }, [list]);
  const label = element('p', { className: ['footnotes-label'], id: 'footnote-label' }, [words('Footnotes')]);
  return element('section', { dataFootnotes: true, className: ['footnotes'] }, [
    label,
    words('\n'),
    list,
    words('\n'),
  ]);
}

function waysBack(name: string, { numbers, referred, budget }: Making): Content[] {
  const number = numbers.get(name) ?? 0;
  const ways: Content[] = [];
  for (let count = 1; count <= (referred.get(name) ?? 0); count++) {
    budget.print(0);
    if (count > 1) ways.push(words(' '));
    ways.push(
      element(
        'a',
        {
          href: `#${PREFIX}fnref-${nameIn(name)}${times(count)}`,
          dataFootnoteBackref: '',
          ariaLabel: `Back to reference ${number}${times(count)}`,
          className: ['data-footnote-backref'],
        },
        [words('↩'), ...(count > 1 ? [element('sup', {}, [words(String(count))])] : [])],
      ),
    );
  }
  return ways;
}

function times(count: number): string {
  return count > 1 ? `-${count}` : '';
}

function nameIn(identifier: string): string {
  return encodeAddress(identifier.toLowerCase());
}

/** @returns the name of the footnote that a link leads to */
export function footnoteName(href: string): string | undefined {
  const name = /^#user-content-fn-(.+)$/.exec(href)?.[1];
  return name === undefined ? undefined : decodeURIComponent(name);
}
