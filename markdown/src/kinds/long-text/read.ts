/** The rest of a text that is too long to be formatted, in the reading view. */
import { type Content, element, words } from '../../read/elements.ts';
import type { Making, Readers } from '../../read/making.ts';
import { withoutSecrets } from '../../text/unread.ts';
import type { PlainRest } from './node.ts';
import { piecesOf } from './pieces.ts';
import { PLAIN_REST } from './plain-rest.ts';

export const read: Pick<Readers, 'plainRest'> = { plainRest: readRest };

function readRest({ value, from, to }: PlainRest, making: Making): Content[] {
  const note = element('span', { className: ['plain-rest-note'], role: 'note' }, [words(PLAIN_REST)]);
  const pieces = piecesOf(withoutSecrets(value)).map((piece) => {
    const text = making.inlines([{ type: 'text', value: piece, from, to }]);
    return element('span', { className: ['text-piece'] }, text);
  });
  return [note, ...pieces];
}
