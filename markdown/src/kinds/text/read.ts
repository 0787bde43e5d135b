/** Words and line breaks in the reading view. */
import { type Content, element, words } from '../../read/elements.ts';
import type { Readers } from '../../read/making.ts';

export const read: Pick<Readers, 'text' | 'break'> = {
  text: ({ value }) => readLines(value),
  break: () => [element('br'), words('\n')],
};

/** A line that ends in the text ends when it is read, too: as it does while it is written, and in a mail. */
function readLines(text: string): Content[] {
  return text.split('\n').flatMap((line, index): Content[] => {
    const said = line === '' ? [] : [words(line)];
    return index === 0 ? said : [element('br'), words('\n'), ...said];
  });
}
