/** The Markdown of pages: CommonMark with GitHub's tables, tasks, strikethrough and links, and the kinds of our own. */
import { type Input, Parser, type PartialParse, TreeFragment } from '@lezer/common';
import type { MarkdownExtension, MarkdownParser } from '@lezer/markdown';
import { filledItems } from '../grammar/filled-items.ts';
import type { KeptBlocks } from '../grammar/kept-blocks.ts';
import { frontMatterEnd } from '../kinds/front-matter/syntax.ts';
import { SYNTAX } from '../layers/syntax.generated.ts';

/** Front matter is read anew each time: whether a page has any is told by lines that its first block does not reach. */
export class PageParser extends Parser {
  /** Reads a page again after an edit: for those who write. Without it, what is below an edit is read anew. */
  keeping: KeptBlocks | undefined;
  readonly #parser: MarkdownParser;

  /** @param github a parser of GitHub's Markdown @param more what its user needs besides */
  constructor(github: MarkdownParser, more: MarkdownExtension = []) {
    super();
    this.#parser = github.configure([filledItems, ...SYNTAX, more]);
  }

  override createParse(
    input: Input,
    fragments: readonly TreeFragment[],
    ranges: readonly { readonly from: number; readonly to: number }[],
  ): PartialParse {
    const [first] = ranges;
    const isWhole = ranges.length === 1 && first?.from === 0 && first.to === input.length;
    const kept = this.keeping
      ? fragments.map((one) => this.keeping?.whole(input, one) ?? one)
      : fragments.filter(({ openStart }) => !openStart);
    const around = isWhole ? this.keeping?.around(this.#read, input, kept) : undefined;
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

function after(fragments: readonly TreeFragment[], place: number): readonly TreeFragment[] {
  return fragments
    .filter(({ to }) => to > place)
    .map((one) =>
      one.from >= place ? one : new TreeFragment(place, one.to, one.tree, one.offset, true, one.openEnd),
    );
}
