/** Finds the places that name a footnote of a page, and the place of its text. */
import type { Tree } from '@lezer/common';
import { outermostBlocks } from '../../../../../markdown/src/grammar/outermost-blocks.ts';
import { firstLines } from './first-lines.ts';
import { pageLanguage } from './page-language.ts';

type Read = (from: number, to: number) => string;

const LONGEST_MARK = 1010;

/** @returns where its text begins and ends; the first, where a page has it twice */
export function footnoteDefinition(tree: Tree, read: Read, label: string) {
  for (const { block, from } of outermostBlocks(tree, 'FootnoteDefinition')) {
    const to = from + block.length;
    const [mark = '', found] =
      /^\[\^([^\s[\]]+)\]:[ \t]*/.exec(read(from, Math.min(to, from + LONGEST_MARK))) ?? [];
    if (found?.toUpperCase() === label.toUpperCase()) return { from: from + mark.length, to };
  }
  return undefined;
}

/** @returns the end of the first mark that names it */
export function footnoteReference(tree: Tree, read: Read, label: string): number | undefined {
  let end: number | undefined;
  tree.iterate({
    enter: ({ name, from, to }) => {
      const isIt = name === 'Footnote' && read(from + 2, to - 1).toUpperCase() === label.toUpperCase();
      if (isIt) end ??= to;
      return end === undefined;
    },
  });
  return end;
}

/** @returns the words of a footnote, without their marks */
export function footnoteText(markdown: string, label: string): string | undefined {
  const read: Read = (from, to) => markdown.slice(from, to);
  const found = footnoteDefinition(pageLanguage.parser.parse(markdown), read, label);
  return found && firstLines(read(found.from, found.to)).join('\n');
}
