/** A writer types marked words in a tab, as the plan says, for as long as there is an editor to type in. */
import { setTimeout as pause } from 'node:timers/promises';
import { planSteps, type Step } from './plan.ts';
import type { Screen, SoakTab } from './soak-tab.ts';
import type { Trace } from './trace.ts';
import type { Pictures } from './written/pictures.ts';
import type { Tasks } from './written/tasks.ts';
import { countWords, type Words } from './written/words.ts';

// After so many steps without an editor a person would load the page again.
const PATIENCE = 4;

// A picture is kept on the device before the text names it.
const LOOKS_FOR_PICTURE = 15;
const LOOK_AGAIN_MS = 200;

interface WriterOptions {
  readonly tab: SoakTab;
  readonly words: Words;
  readonly pictures: Pictures;
  readonly tasks: Tasks;
  readonly trace: Trace;
}

export class Writer {
  readonly tab: SoakTab;
  readonly #number: number;
  readonly #steps: Iterator<Step, never>;
  readonly #words: Words;
  readonly #pictures: Pictures;
  readonly #tasks: Tasks;
  readonly #trace: Trace;
  #typed = 0;
  #added = 0;
  /** Those that stand in the page, as far as the writer knows. */
  readonly #own = new Set<string>();
  #misses = 0;
  /** When the last step began. */
  #begunAt = 0;
  /** The document's last look, with the time in which it was awake until then. */
  #lookedAt: { readonly at: number; readonly awakeMs: number; readonly loadedAt: number } | undefined;
  /** A tab does a single thing at a time. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(seed: number, number: number, { tab, words, pictures, tasks, trace }: WriterOptions) {
    this.tab = tab;
    this.#number = number;
    this.#steps = planSteps(seed, tab.name);
    this.#words = words;
    this.#pictures = pictures;
    this.#tasks = tasks;
    this.#trace = trace;
  }

  async write(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const step = this.#steps.next().value;
      await pause(step.afterMs);
      if (this.tab.isAway) continue;
      try {
        await this.#alone(async () => {
          if (await this.#look()) await this.#take(step);
          await this.#look();
        });
      } catch (error) {
        this.#misses++;
        this.#trace.write(this.tab.name, `${step.kind}: ${error}`);
      }
      if (this.#misses > PATIENCE) await this.#showAgain();
    }
  }

  async moveTask(task: string, isUp: boolean, times = 1): Promise<void> {
    await this.#alone(async () => {
      for (let moved = 0; moved < times; moved++)
        await this.tab.moveTask(task, moved % 2 === 0 ? isUp : !isUp);
    });
  }

  /** Types a word in the line of a task. */
  async typeInTask(task: string): Promise<void> {
    await this.#alone(async () => {
      if (!(await this.#look())?.includes(task)) return;
      const word = this.#nextWord();
      this.#begunAt = this.#trace.now();
      this.#tasks.type(word, task);
      this.#words.begin(word, this.tab.name, `in ${task}`);
      await this.tab.typeInTask(task, word);
      if (countWords((await this.#look()) ?? '').has(word)) this.#change(word, true, 'typed');
    });
  }

  #alone(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  #nextWord(): string {
    this.#typed++;
    // A key that a reload swallows makes no other word of it.
    return `w${this.#number}-${String(this.#typed).padStart(4, '0')};`;
  }

  /** @returns what the screen shows; what it says of the words counts from now on */
  async #look(): Promise<string | undefined> {
    const at = this.#trace.now();
    const screen = await this.tab.read();
    if (!screen) {
      this.#misses++;
      return undefined;
    }
    this.#misses = 0;
    this.#noteRest(at, screen);
    this.#words.read(this.tab.name, at, screen);
    if (screen.status === 'saved') this.#pictures.save(this.tab.name, at);
    void this.#noteStored();
    return screen.text;
  }

  /** A screen that stands still cannot say what it keeps. */
  #noteRest(at: number, { awakeMs }: Screen): void {
    const before = this.#lookedAt;
    this.#lookedAt = { at, awakeMs, loadedAt: this.tab.loadedAt };
    if (before?.loadedAt !== this.tab.loadedAt) return;
    this.#words.rest(this.tab.name, Math.max(0, at - before.at - (awakeMs - before.awakeMs)));
  }

  async #noteStored(): Promise<void> {
    const at = this.#trace.now();
    const handedOverAt = await this.tab.handedOverAt();
    if (handedOverAt !== undefined) this.#words.store(this.tab.name, this.#trace.at(handedOverAt));
    if (await this.tab.isAnswered()) this.#pictures.store(this.tab.name, at);
  }

  async #take(step: Step): Promise<void> {
    this.#begunAt = this.#trace.now();
    const word = [...this.#own][step.at % Math.max(this.#own.size, 1)];
    if (step.kind === 'undo') await this.#undo();
    else if (step.kind === 'move') await this.tab.move(step.at);
    else if (step.kind === 'tick') await this.tab.tick(this.#tasks.at(step.at));
    else if (step.kind === 'picture') await this.#addPicture();
    else if (step.kind === 'remove' && word) await this.#remove(word);
    else await this.#type(step);
  }

  async #type(step: Step): Promise<void> {
    const word = this.#nextWord();
    this.#words.begin(word, this.tab.name, step.isAtOnce ? `at once, ${step.place}` : step.place);
    await this.tab.type(word, step);
    if (countWords((await this.#look()) ?? '').has(word)) this.#change(word, true, 'typed');
  }

  async #addPicture(): Promise<void> {
    this.#added++;
    const name = `f${this.#number}-${this.#added}.png`;
    this.#pictures.begin(name, this.tab.name);
    await this.tab.addPicture(name);
    for (let looks = 0; looks < LOOKS_FOR_PICTURE; looks++) {
      if ((await this.#look())?.includes(`/${name})`)) return this.#pictures.see(name);
      await pause(LOOK_AGAIN_MS);
    }
  }

  async #remove(word: string): Promise<void> {
    let isTried = true;
    const shown = await this.#outcomeOf(async () => {
      isTried = await this.tab.remove(word);
    });
    if (!isTried) return this.#words.note(word, 'not on the screen of its writer');
    if (!shown) this.#change(word, undefined, 'removed');
    else if (!shown.has(word)) this.#change(word, false, 'removed');
  }

  async #undo(): Promise<void> {
    this.#pictures.undo(this.tab.name);
    // A tab can undo what was done since it was loaded.
    const { loadedAt } = this.tab;
    const before = countWords((await this.#look()) ?? '');
    const after = await this.#outcomeOf(() => this.tab.undo());
    for (const { text, writer, changes } of this.#words.all) {
      if (writer !== this.tab.name) continue;
      if (!after && (changes.at(-1)?.at ?? 0) > loadedAt) this.#change(text, undefined, 'undone');
      else if (after && before.has(text) !== after.has(text)) this.#change(text, after.has(text), 'undone');
    }
  }

  /** @returns the words on the screen afterwards; undefined when the tab was gone too early to tell */
  async #outcomeOf(work: () => Promise<void>): Promise<ReadonlyMap<string, number> | undefined> {
    try {
      await work();
      const shown = await this.#look();
      return shown === undefined ? undefined : countWords(shown);
    } catch (error) {
      this.#trace.write(this.tab.name, `nobody saw: ${error}`);
      return undefined;
    }
  }

  #change(word: string, isThere: boolean | undefined, how: string): void {
    const outcome = isThere === undefined ? 'nobody saw it' : isThere ? 'there' : 'gone';
    this.#words.change(word, isThere, `${how}: ${outcome}`, this.#begunAt);
    if (isThere) this.#own.add(word);
    else this.#own.delete(word);
  }

  async #showAgain(): Promise<void> {
    this.#misses = 0;
    try {
      this.#trace.write(this.tab.name, `loads the page again, instead of ${await this.tab.describe()}`);
      this.#pictures.close(this.tab.name, this.#words.aloneAt(this.tab.name));
      this.#words.close(this.tab.name);
      await this.tab.show();
    } catch (error) {
      this.#trace.write(this.tab.name, `not shown: ${error}`);
    }
  }
}
