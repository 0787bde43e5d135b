/**
 * Several people type at once, letter by letter, while blocks move, other programs write and connections come and go.
 * Each word stays in one piece: a caret stays at its letters, and whatever others do comes before or after the word.
 */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { ModelBrowser } from '../../document/model/model-browser.ts';
import { ModelLine } from '../../document/model/model-line.ts';
import { ModelServer } from '../../document/model/model-server.ts';
import type { ModelTab } from '../../document/model/model-tab.ts';
import { Queues } from '../../document/model/queues.ts';
import { repeatChance, settled } from '../../document/model/world.ts';
import { moveBlocksDown, moveBlocksUp } from '../blocks/moving/move-commands.ts';
import { undo } from '../commands/undo/undo-history.ts';
import { PageWithoutWindow } from '../corpus/page-without-window.ts';
import { StoryWords } from './story-words.ts';
// Otherwise the first story that needs it would wait for it.
import '../../document/together/branches.ts';

const RUNS = Number(process.env.MODEL_RUNS ?? 40);
const SEED = process.env.MODEL_SEED
  ? {
      seed: Number(process.env.MODEL_SEED),
      endOnFailure: !process.env.MODEL_SHRINK,
      interruptAfterTimeLimit: 400_000,
    }
  : {};
const LIVE = ['type', 'type', 'type', 'move', 'hear', 'hear', 'enter', 'picture', 'remove', 'undo'] as const;
const PAGE = ['one; two;', '', '- [ ] task;', '- [ ] more;', '', 'six; ten;', ''].join('\n');
/** Between words, and never among the marks of a task. */
const PLACES = [/(?<=^|[\s;])/g, /^(?!\s*- )/gm, /(?<=^|[\s;])$/gm, /(?<=[\s;])(?=[^\s\-[\]])/g] as const;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A person who types words in an editor of the page. */
class Writer {
  readonly page: PageWithoutWindow;
  /** Letters of the word that are still to be typed. */
  #left = '';

  constructor(text: Y.Text) {
    this.page = new PageWithoutWindow(text);
  }

  get shown(): string {
    return this.page.state.sliceDoc();
  }

  get text(): Y.Text {
    return this.page.text;
  }

  get isInWord(): boolean {
    return this.#left !== '';
  }

  begin(word: string, kind: number, at: number): void {
    this.page.manager.stopCapturing();
    const text = this.shown;
    const places = [...text.matchAll(PLACES[kind % PLACES.length] ?? /^/g)].map(({ index }) => index);
    const anchor = places[at % places.length] ?? 0;
    this.page.dispatch({ selection: { anchor } });
    this.#left = `${/\S$/.test(text.slice(0, anchor)) ? ' ' : ''}${word} `;
  }

  type(count: number): void {
    for (const letter of this.#left.slice(0, count)) this.#press(letter);
    this.#left = this.#left.slice(count);
  }

  /** A new line, but never in a word, unless it is the last one. */
  enter(): void {
    const { state } = this.page;
    const { head } = state.selection.main;
    const isOutside = head === state.doc.length || /(?:^|\s)$/.test(state.sliceDoc(0, head));
    if (!this.isInWord && isOutside) this.#press('\n');
  }

  move(at: number): void {
    if (this.isInWord) return;
    this.page.dispatch({ selection: { anchor: at % (this.shown.length + 1) } });
    this.page.run((view) => (at % 2 === 0 ? moveBlocksUp : moveBlocksDown)(view));
    // After the blank that ends a word, Enter may follow.
    this.page.dispatch({ selection: { anchor: 0 } });
  }

  /** Pastes a picture below all that is there. */
  addPicture(name: string): void {
    this.page.manager.stopCapturing();
    const { state } = this.page;
    const changes = { from: state.doc.length, insert: `\n\n![](${name})\n\n` };
    this.page.dispatch(state.update({ changes, userEvent: 'input.paste' }));
  }

  remove(word: string): void {
    const from = this.shown.indexOf(word);
    if (this.isInWord || from === -1) return;
    this.page.manager.stopCapturing();
    const { state } = this.page;
    const changes = { from, to: from + word.length };
    this.page.dispatch(state.update({ changes, userEvent: 'delete.selection' }));
  }

  undo(): void {
    if (!this.isInWord) this.page.run(undo);
  }

  #press(letter: string): void {
    const { state } = this.page;
    this.page.dispatch(state.update({ ...state.replaceSelection(letter), userEvent: 'input.type' }));
  }
}

interface Step<Kind extends string> {
  readonly who: number;
  readonly kind: Kind;
  readonly at: number;
  readonly count: number;
}

function storyOf<Kind extends string>(...kinds: readonly Kind[]): fc.Arbitrary<Step<Kind>[]> {
  const step = fc.record({
    who: fc.nat(2),
    kind: fc.constantFrom(...kinds),
    at: fc.nat(300),
    count: fc.nat(8),
  });
  return fc.array(step, { maxLength: 120, size: 'max' });
}

function take(writer: Writer, step: Step<string>, words: StoryWords): void {
  words.watch('wvu'[step.who] ?? '', writer, () => act(writer, step, words));
}

function act(writer: Writer, { who, kind, at, count }: Step<string>, words: StoryWords): void {
  const name = 'wvu'[who] ?? '';
  const own = words.of(name);
  if (kind === 'move') writer.move(at);
  else if (kind === 'remove') writer.remove(own[at % own.length] ?? ';;');
  else if (kind === 'undo') writer.undo();
  else if (kind === 'enter') writer.enter();
  else if (kind === 'picture' && !writer.isInWord) writer.addPicture(words.next(name));
  else if (kind === 'type') {
    if (!writer.isInWord) writer.begin(words.next(name), count, at);
    writer.type(1 + count);
  }
}

function shownBy(writers: readonly Writer[]): string {
  const shown = writers.map(({ page, shown }) => {
    const { head } = page.state.selection.main;
    return `${shown.slice(0, head)}‸${shown.slice(head)}`;
  });
  return JSON.stringify(shown);
}

test('each word is in one piece, whoever hears of whom first', () => {
  fc.assert(
    fc.property(storyOf(...LIVE), (steps) => {
      const start = new Y.Doc();
      start.clientID = 1;
      start.getText('content').insert(0, PAGE);
      const documents = [2, 3, 4].map((clientID) => {
        const document = new Y.Doc();
        Y.applyUpdate(document, Y.encodeStateAsUpdate(start));
        return Object.assign(document, { clientID });
      });
      const writers = documents.map((document) => new Writer(document.getText('content')));
      const hear = (here: Y.Doc, there: Y.Doc) =>
        Y.applyUpdate(here, Y.encodeStateAsUpdate(there, Y.encodeStateVector(here)), 'others');
      const words = new StoryWords();
      const story: string[] = [];
      for (const step of steps) {
        const { who, kind, at } = step;
        if (kind === 'hear') hear(documents[who] as Y.Doc, documents[(who + 1 + (at % 2)) % 3] as Y.Doc);
        else take(writers[who] as Writer, step, words);
        story.push(`${who} ${kind} ${shownBy(writers)}`);
      }
      for (const writer of writers) writer.type(99);
      for (const here of [...documents, ...documents]) for (const there of documents) hear(here, there);
      const [text = '', ...others] = writers.map(({ shown }) => shown);
      for (const other of others) expect(other).toBe(text);
      words.expectWhole(text, story);
    }),
    { numRuns: RUNS, ...SEED },
  );
});

class House {
  readonly queues = new Queues();
  readonly server = new ModelServer(this.queues);
  readonly line = new ModelLine(this.queues, this.server);
  readonly words = new StoryWords();
  tabs: readonly ModelTab[] = [];
  writers: readonly Writer[] = [];

  async open(): Promise<void> {
    this.server.change({ content: PAGE });
    this.tabs = [0, 1, 2].map(() => new ModelBrowser(this.queues, this.server, this.line).open());
    await this.rest();
    this.writers = this.tabs.map(({ content }) => new Writer(content));
  }

  async run(most: number, choice = 0): Promise<void> {
    for (let steps = 0; steps < most && !this.queues.isEmpty; steps++) {
      this.queues.step(steps * 7 + choice);
      await settled();
    }
  }

  async pass(ms: number): Promise<void> {
    vi.advanceTimersByTime(ms);
    await settled();
  }

  async rest(): Promise<void> {
    for (let round = 0; round < 6; round++) {
      await this.run(400);
      await this.pass(10_000);
    }
  }

  part(tab: ModelTab): void {
    if (tab.isApart) return;
    tab.browser.isApart = true;
    this.line.lose(tab);
  }

  join(tab: ModelTab): void {
    if (!tab.isApart) return;
    tab.browser.isApart = false;
    this.line.restore(tab);
    tab.events?.onReturn();
  }

  /** A browser ends in the middle of whatever it does, and opens the page again. */
  async kill(who: number): Promise<void> {
    const tab = this.tabs[who] as ModelTab;
    tab.browser.kill(tab);
    this.words.end('wvu'[who] ?? '', [tab.browser.keptDocument, this.server.loggedDocument]);
    const next = tab.browser.open();
    this.tabs = this.tabs.map((one) => (one === tab ? next : one));
    await this.run(30);
    if (next.session.getSnapshot().phase !== 'ready') {
      this.join(next);
      await this.rest();
    }
    this.writers = this.writers.map((writer, at) => (at === who ? new Writer(next.content) : writer));
  }

  /** Another program writes a word, never after one that somebody has not finished. */
  write(at: number): void {
    const { content } = this.server.page;
    const places = [...content.matchAll(/(?<=^|\s)(?![-[\]])/g)].map(({ index }) => index);
    const place = places[at % places.length] ?? 0;
    const word = this.words.next('p');
    this.server.change({ content: `${content.slice(0, place)}${word} ${content.slice(place)}` });
  }
}

test('also of those who lose their connection, while another program writes', {
  timeout: 600_000,
}, async () => {
  const kinds = [
    'type',
    'type',
    'type',
    'type',
    'move',
    'enter',
    'picture',
    'remove',
    'undo',
    'run',
    'run',
    'run',
    'pass',
    'part',
    'join',
    'write',
    'kill',
    'fault',
  ] as const;
  await fc.assert(
    fc.asyncProperty(storyOf(...kinds), async (steps) => {
      vi.clearAllTimers();
      repeatChance();
      const house = new House();
      await house.open();
      const story: string[] = [];
      for (const step of steps) {
        const { who, kind, at, count } = step;
        const tab = house.tabs[who] as ModelTab;
        if (kind === 'run') await house.run(1 + count * 3, at);
        else if (kind === 'pass') await house.pass(count * 500);
        else if (kind === 'part') house.part(tab);
        else if (kind === 'join') house.join(tab);
        else if (kind === 'write') house.write(at);
        else if (kind === 'kill') await house.kill(who);
        else if (kind === 'fault') house.server.fault = at % 3 === 0 ? 'request lost' : 'answer lost';
        else take(house.writers[who] as Writer, step, house.words);
        await settled();
        story.push(`${who} ${kind} ${shownBy(house.writers)} ${JSON.stringify(house.server.page.content)}`);
      }
      for (const writer of house.writers) writer.type(99);
      for (const tab of house.tabs) house.join(tab);
      await house.rest();
      const { content } = house.server.page;
      for (const { shown } of house.writers) expect(shown).toBe(content);
      house.words.expectWhole(content, story);
    }),
    { numRuns: RUNS, ...SEED },
  );
});

test.each([
  ['answer lost', false],
  ['request lost', false],
  ['answer lost', true],
  ['request lost', true],
] as const)(
  'a word that another one takes away and puts back stays: %s meanwhile, killed: %s',
  async (fault, isKilled) => {
    const house = new House();
    await house.open();
    const [mine, theirs] = house.writers as [Writer, Writer];
    mine.begin('word', 1, 0);
    mine.type(2);
    await house.pass(1000);
    theirs.remove('six;');
    await house.run(100);
    expect(mine.shown).not.toContain('six;');
    house.server.fault = fault;
    await house.pass(1000);
    await house.run(100);
    expect(house.server.fault).toBe('none');
    house.part(house.tabs[0] as ModelTab);
    if (isKilled) await house.kill(0);
    theirs.undo();
    await house.pass(2000);
    await house.run(100);
    expect(house.server.page.content).toContain('six;');
    house.join(house.tabs[0] as ModelTab);
    await house.rest();
    for (const { shown } of house.writers) expect(shown).toBe(house.server.page.content);
    expect(house.server.page.content).toMatch(/^wo.*six; ten;/s);
  },
);
