/** The process of some writers: opens their pages, types by plan, and tells how late the letters came to each other. */
import { performance } from 'node:perf_hooks';
import type * as Y from 'yjs';
import { processorTime } from '../measure/processor-time.ts';
import { percentile } from '../measure/statistics.ts';
import type { Counts } from './counted-socket.ts';
import { type Flooded, type FloodTask, openFlood } from './flood.ts';
import { LetterTimes } from './letter-times.ts';
import { type Address, FIELD, type OpenPage, type PageOpener } from './open-page.ts';
import { type Key, typingPlan } from './typing-plan.ts';

export interface WritersTask {
  readonly address: Address;
  /** The page of each writer. */
  readonly pages: readonly string[];
  /** The number of the first one. */
  readonly first: number;
  /** They write and save, and do not read what others are typing. */
  readonly areDeaf: boolean;
}

export interface TypingTask {
  readonly warmUpMs: number;
  readonly measureMs: number;
}

export interface Typed {
  /** Keys that were pressed while it was measured. */
  readonly keys: number;
  /** Letters that came to somebody. */
  readonly arrivals: number;
  readonly p50: number;
  readonly p95: number;
  /** Messages of the server in that time. */
  readonly messages: number;
  readonly bytes: number;
  /** How much of the time this process was busy. */
  readonly busy: number;
}

export type Question =
  | { readonly kind: 'open'; readonly task: WritersTask }
  | { readonly kind: 'type'; readonly task: TypingTask }
  | { readonly kind: 'flood'; readonly task: FloodTask }
  | { readonly kind: 'texts' }
  | { readonly kind: 'close' };

// A server has the work of an opening once, and does not have to do it for a hundred at the same moment.
const OPENED_AT_ONCE = 10;

class Writers {
  readonly #counts: Counts = { messages: 0, bytes: 0 };
  readonly #times = new LetterTimes();
  #opener: PageOpener | undefined;
  #open: OpenPage[] = [];
  #first = 0;

  async open({ address, pages, first, areDeaf }: WritersTask): Promise<void> {
    const opener =
      address.side === 'trellis'
        ? (await import('./contestants/trellis-page.ts')).trellisPages(address, this.#counts)
        : await (await import('./contestants/hocuspocus-page.ts')).hocuspocusPages(address, this.#counts);
    this.#opener = opener;
    this.#first = first;
    for (let n = 0; n < pages.length; n += OPENED_AT_ONCE) {
      const some = pages.slice(n, n + OPENED_AT_ONCE);
      this.#open.push(
        ...(await Promise.all(some.map((page, at) => opener.open(first + n + at, page, { areDeaf })))),
      );
    }
    if (!areDeaf) for (const { document } of this.#open) this.#times.watch(document);
  }

  async type({ warmUpMs, measureMs }: TypingTask): Promise<Typed> {
    const start = performance.now();
    const [from, until] = [start + warmUpMs, start + warmUpMs + measureMs];
    this.#times.count(from, until);
    let keys = 0;
    const onKey = () => {
      const now = performance.now();
      if (now >= from && now < until) keys++;
    };
    const everybody = this.#open.map((page, index) => this.#write(page, index, warmUpMs + measureMs, onKey));
    await waitUntil(from);
    const [before, load] = [{ ...this.#counts }, performance.eventLoopUtilization()];
    await waitUntil(until);
    const { messages, bytes } = this.#counts;
    const busy = performance.eventLoopUtilization(load).utilization;
    await Promise.all(everybody);
    await Promise.all(this.#open.map((page) => page.saved()));
    const { latencies } = this.#times;
    return {
      keys,
      arrivals: latencies.length,
      p50: percentile(latencies, 0.5),
      p95: percentile(latencies, 0.95),
      messages: messages - before.messages,
      bytes: bytes - before.bytes,
      busy,
    };
  }

  /** Says a letter in each page as soon as the one before has come to a reader. */
  async flood({ pages, processId, durationMs }: FloodTask): Promise<Flooded> {
    const opener = this.#opener;
    if (!opener) throw new Error('The address is not known yet.');
    const floods = await Promise.all(pages.map((page, index) => openFlood(opener, page, index)));
    const [start, before] = [performance.now(), processorTime(processId) ?? Number.NaN];
    const letters = await Promise.all(floods.map(({ run }) => run(start + durationMs)));
    const spent = (processorTime(processId) ?? Number.NaN) - before;
    await Promise.all(floods.map(({ close }) => close()));
    const sum = letters.reduce((total, one) => total + one, 0);
    return {
      perSecond: sum / ((performance.now() - start) / 1000),
      perProcessorSecond: sum / (spent / 1000),
    };
  }

  texts(): readonly string[] {
    return this.#open.map((page) => page.read());
  }

  async close(): Promise<void> {
    await Promise.all(this.#open.map((page) => page.close()));
  }

  async #write(page: OpenPage, index: number, durationMs: number, onKey: () => void): Promise<void> {
    const { yjs } = this.#opener ?? {};
    if (!yjs) return;
    const writer = this.#first + index;
    const text = page.document.getText(FIELD);
    const caret = new Caret(yjs, text, Math.floor(text.length * ((writer * 0.618) % 1)));
    page.placeCaret(caret.index);
    const start = performance.now();
    for (const { at, letter } of typingPlan(writer, durationMs)) {
      await waitUntil(start + at);
      this.#press(yjs, page.document, caret, letter);
      onKey();
    }
  }

  #press(yjs: typeof Y, document: Y.Doc, caret: Caret, letter: Key['letter']): void {
    const { index } = caret;
    if (letter === undefined) caret.erase(index);
    else {
      this.#times.typing(document, yjs.getState(document.store, document.clientID));
      caret.write(index, letter);
    }
  }
}

/** Stays after the letter that was typed last, whatever others write before it. */
class Caret {
  readonly #yjs: typeof Y;
  readonly #text: Y.Text;
  #place: Y.RelativePosition;

  constructor(yjs: typeof Y, text: Y.Text, index: number) {
    this.#yjs = yjs;
    this.#text = text;
    this.#place = this.#at(index);
  }

  get index(): number {
    const { doc } = this.#text;
    const place = doc && this.#yjs.createAbsolutePositionFromRelativePosition(this.#place, doc);
    return place?.index ?? 0;
  }

  write(index: number, letter: string): void {
    this.#text.insert(index, letter);
    this.#place = this.#at(index + letter.length);
  }

  erase(index: number): void {
    if (index === 0) return;
    this.#text.delete(index - 1, 1);
    this.#place = this.#at(index - 1);
  }

  #at(index: number): Y.RelativePosition {
    return this.#yjs.createRelativePositionFromTypeIndex(this.#text, index, -1);
  }
}

function waitUntil(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, time - performance.now())));
}

const writers = new Writers();
process.on('message', async (question: Question) => {
  try {
    const answer = await answerTo(question);
    process.send?.({ answer });
  } catch (error) {
    process.send?.({ error: (error as Error).stack });
  }
});
process.on('disconnect', () => process.exit());

function answerTo(question: Question): unknown {
  switch (question.kind) {
    case 'open':
      return writers.open(question.task);
    case 'type':
      return writers.type(question.task);
    case 'flood':
      return writers.flood(question.task);
    case 'texts':
      return writers.texts();
    case 'close':
      return writers.close();
  }
}
