/**
 * Ends the reading of a Markdown text that takes too long. Thousands of openers without an end, such as `![`, let any
 * reader of Markdown look at the rest of the text again for each of them, and while one page is read no other is shown.
 * Supabase's hosts have no threads. So the reader itself looks at the clock, wherever it asks its rules.
 */
import type { MarkdownIt } from 'markdown-it';

/** The limit, as a text's surroundings hold it. */
export interface Deadline {
  /** As of `performance.now()`. */
  readonly endsAt: number;
}

export class TakesTooLong extends Error {
  constructor() {
    super('The text takes too long to be read as Markdown.');
    this.name = 'TakesTooLong';
  }
}

/** @param markdown whose surroundings hold a {@link Deadline} from now on; it throws {@link TakesTooLong} then */
export function limitWork(markdown: MarkdownIt): void {
  const look = ({ env }: { readonly env: unknown }) => {
    if (performance.now() > (env as Deadline).endsAt) throw new TakesTooLong();
    return false;
  };
  // Before the first rules: they are asked at each line and at each character that may begin something.
  markdown.block.ruler.before('table', 'in_time', look, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  markdown.inline.ruler.before('text', 'in_time', look);
  markdown.inline.ruler2.before('balance_pairs', 'in_time', look);
}
