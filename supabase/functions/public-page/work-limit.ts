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

/** Time of work: a machine with much else to do makes an ordinary text none that takes too long. */
export class WorkBudget {
  readonly #ms: number;
  readonly #beganAt = performance.now();
  readonly #workedAt = workedMs();

  constructor(ms: number) {
    this.#ms = ms;
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
}
