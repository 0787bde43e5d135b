/** The Markdown of pages: CommonMark with GitHub's tables, tasks, strikethrough and links, and the kinds of our own. */
import { type Input, Parser, type PartialParse, TreeFragment } from '@lezer/common';
import { GFM, type MarkdownExtension, type MarkdownParser, parser } from '@lezer/markdown';
import type { ReadAround } from '../grammar/kept-blocks.ts';
import { frontMatterEnd } from '../kinds/front-matter/syntax.ts';
import { SYNTAX } from '../layers/syntax.generated.ts';

// Few lines are longer.
const LINE = 256;

/** Front matter is read anew each time: whether a page has any is told by lines that its first block does not reach. */
export class PageParser extends Parser {
  /** Reads a page again after an edit: for those who write. */
  readAround: ReadAround | undefined;
  readonly #parser: MarkdownParser;

  /** @param github a parser of GitHub's Markdown @param more what its user needs besides */
  constructor(github: MarkdownParser, more: MarkdownExtension = []) {
    super();
    this.#parser = github.configure([...SYNTAX, more]);
  }

  override createParse(
    input: Input,
    fragments: readonly TreeFragment[],
    ranges: readonly { readonly from: number; readonly to: number }[],
  ): PartialParse {
    const [first] = ranges;
    const isWhole = ranges.length === 1 && first?.from === 0 && first.to === input.length;
    const kept = fragments.map((fragment) => fromItsFirstWholeLine(input, fragment));
    const around = isWhole ? this.readAround?.(this.#read, input, kept) : undefined;
    return around ?? this.#read(input, kept, ranges);
  }

  readonly #read = (
    input: Input,
    fragments: readonly TreeFragment[],
    ranges: readonly { readonly from: number; readonly to: number }[],
  ): PartialParse => {
    const from = frontMatterEnd(input);
    return this.#parser.createParse(input, from === 0 ? fragments : after(fragments, from), ranges);
  };
}

/** An edit at a line's beginning can change how far in its block stands, and by that which block it is. */
function fromItsFirstWholeLine(input: Input, fragment: TreeFragment): TreeFragment {
  const { from, to, tree, offset, openStart, openEnd } = fragment;
  if (!openStart) return fragment;
  let start = from;
  for (let text = ''; start < to; start += text.length) {
    text = input.read(start, Math.min(to, start + LINE));
    const end = text.indexOf('\n');
    if (end < 0) continue;
    start += end;
    break;
  }
  return new TreeFragment(Math.min(start, to), to, tree, offset, true, openEnd);
}

function after(fragments: readonly TreeFragment[], place: number): readonly TreeFragment[] {
  return fragments
    .filter(({ to }) => to > place)
    .map((one) =>
      one.from >= place ? one : new TreeFragment(place, one.to, one.tree, one.offset, true, one.openEnd),
    );
}

/** For all but the editor, which has one that reads the languages of code blocks, too. */
export const pageParser = new PageParser(parser.configure(GFM));
