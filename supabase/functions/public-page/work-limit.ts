/**
 * Ends the reading of a Markdown text that takes too long. Thousands of openers without an end, such as `![`, let any
 * reader of Markdown look at the rest of the text again for each of them, and while one page is read no other is shown.
 * Supabase's hosts have no threads. So the reader itself looks at its budget, wherever it asks its rules.
 */
import process from 'node:process';
import type { MarkdownIt } from 'markdown-it';

/** The limit, as a text's surroundings hold it. */
export interface Deadline {
  readonly budget: WorkBudget;
}

// By the clock, as others wait meanwhile, and a process that does not answer for ten seconds is ended.
const MOST_TIMES = 5;
// Sixteen times the longest text that is read at all, and more elements than a browser lays out within a second or two.
const MOST_CHARACTERS = 4 * 1024 * 1024;
const MOST_NODES = 200_000;
const MOST_FOOTNOTES = 2000;

/** Time of work: a machine with much else to do makes an ordinary text none that takes too long. */
export class WorkBudget {
  readonly #ms: number;
  readonly #beganAt = performance.now();
  readonly #workedAt = workedMs();
  #characters = 0;
  #nodes = 0;

  constructor(ms: number) {
    this.#ms = ms;
  }

  /** Counts drawn output, too: a short text may name its headings, or a long footnote, thousands of times. @throws {TakesTooLong} */
  draw(characters: number, nodes = 1): void {
    this.#characters += characters;
    this.#nodes += nodes;
    if (this.#characters > MOST_CHARACTERS || this.#nodes > MOST_NODES || this.isSpent())
      throw new TakesTooLong();
  }

  isSpent(): boolean {
    const tookMs = performance.now() - this.#beganAt;
    // The clock is far cheaper to read.
    if (tookMs <= this.#ms) return false;
    return tookMs > MOST_TIMES * this.#ms || workedMs() - this.#workedAt > this.#ms;
  }
}

/** @returns how long this process has worked; a machine with much else to do makes that no longer */
export function workedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
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
    if ((env as Deadline).budget.isSpent()) throw new TakesTooLong();
    return false;
  };
  // Before the first rules: they are asked at each line and at each character that may begin something.
  markdown.block.ruler.before('table', 'in_time', look, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  markdown.inline.ruler.before('text', 'in_time', look);
  markdown.inline.ruler2.before('balance_pairs', 'in_time', look);
  // The rule behind it copies all of the page for each footnote.
  markdown.core.ruler.before('footnote_tail', 'few_footnotes', ({ env }) => {
    const { footnotes } = env as unknown as { readonly footnotes?: { readonly list?: readonly unknown[] } };
    if ((footnotes?.list?.length ?? 0) > MOST_FOOTNOTES) throw new TakesTooLong();
  });
  const { renderer } = markdown;
  const draw: typeof renderer.render = (tokens, options, env) => {
    const { budget } = env as unknown as Deadline;
    let html = '';
    tokens.forEach((token, at) => {
      const isText = token.type === 'inline';
      const rule = renderer.rules[token.type];
      const drawn = isText
        ? draw(token.children ?? [], options, env)
        : (rule?.(tokens, at, options, env, renderer) ?? renderer.renderToken(tokens, at, options));
      if (!isText) budget.draw(drawn.length);
      html += drawn;
    });
    return html;
  };
  renderer.render = draw;
  renderer.renderInline = draw;
}
