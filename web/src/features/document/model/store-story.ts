/**
 * Stories of what browsers ask of a page's document, for every server that keeps it: the one in memory that the models run on,
 * and the database's functions. Told alike, each is to answer alike.
 */
import fc from 'fast-check';
import * as Y from 'yjs';
import type { LoggedUpdate, LogState, OpenedDocument, PageServer, SaveAnswer } from '../wire/page-server.ts';
import { readTexts } from '../words/page-document.ts';
import type { PageTexts } from '../words/page-texts.ts';
import { documentOf } from '../words/page-updates.ts';

/** A page with a document, and what else happens to it. */
export interface Store {
  readonly server: PageServer;
  /** A program changes the page's texts. */
  write(texts: Partial<PageTexts>): Promise<void>;
  /** The page goes to the trash, or comes back. */
  bin(isGone: boolean): Promise<void>;
  /** So much time passes that nobody writes any more. */
  rest(): Promise<void>;
}

/** The identities and versions that a browser sends need not be those that it knows. */
const LIES = ['none', 'none', 'none', 'number', 'head', 'no head', 'version', 'epoch', 'former'] as const;

const step = fc.record({
  kind: fc.constantFrom(
    'open',
    'open',
    'save',
    'save',
    'save',
    'save',
    'write',
    'compact',
    'restart',
    'rest',
    'former',
    'bin',
  ),
  who: fc.nat(1),
  lie: fc.constantFrom(...LIES),
  hasUpdate: fc.boolean(),
  hasTexts: fc.boolean(),
  adopts: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 2, arbitrary: fc.constant(true) }),
  needsNewest: fc.boolean(),
  back: fc.nat(3),
});

export type StoreStep = typeof step extends fc.Arbitrary<infer Kind> ? Kind : never;

export const storeStory: fc.Arbitrary<readonly StoreStep[]> = fc.array(step, { minLength: 2, maxLength: 14 });

/** @returns what each step was answered, with every identity and version by the number in which it came */
export async function tellStory(store: Store, story: readonly StoreStep[]): Promise<string[]> {
  const teller = new Teller(store);
  const answers: string[] = [];
  for (const [at, one] of story.entries()) answers.push(`${one.kind}: ${await teller.tell(one, at)}`);
  return answers;
}

const NOWHERE = '00000000-0000-4000-8000-000000000000';

class Teller {
  readonly #store: Store;
  readonly #names = new Map<string, number>();
  readonly #known: (LogState | undefined)[] = [];
  readonly #epochs: string[] = [];
  #isGone = false;

  constructor(store: Store) {
    this.#store = store;
  }

  async tell(one: StoreStep, at: number): Promise<string> {
    try {
      return await this.#do(one, at);
    } catch (error) {
      return `failed: ${(error as { readonly failure?: string }).failure ?? error}`;
    }
  }

  async #do({ kind, who, lie, ...one }: StoreStep, at: number): Promise<string> {
    const { server } = this.#store;
    if (kind === 'write') {
      const texts = one.hasTexts ? { content: `program ${at}` } : { name: `Title ${at}` };
      await this.#store.write(one.hasUpdate ? texts : {});
      return 'done';
    }
    if (kind === 'bin') {
      this.#isGone = !this.#isGone;
      await this.#store.bin(this.#isGone);
      return this.#isGone ? 'gone' : 'back';
    }
    if (kind === 'rest') {
      await this.#store.rest();
      return 'rested';
    }
    const known = this.#known[who];
    if (kind === 'open' || !known)
      return this.#opened(who, await server.open(known && this.#claim(known, lie)));
    const claim = this.#claim(known, lie);
    if (kind === 'restart') return `${await server.restart(claim.epoch)}`;
    if (kind === 'former') {
      const former = await server.openFormer(claim.epoch);
      return former ? textsIn([former.state, ...former.updates]) : 'none';
    }
    if (kind === 'compact') {
      const number = Math.max(claim.number - one.back, 0);
      await server.compact({ ...claim, number }, stateOf(`state ${at}`));
      return 'asked';
    }
    const answer = await server.save({
      epoch: claim.epoch,
      seen: claim.number,
      seenHead: claim.head,
      basedOn: claim.version,
      update: one.hasUpdate ? stateOf(`word ${at}`) : undefined,
      texts: one.hasTexts ? { content: `saved ${at}` } : {},
      beginsVersion: false,
      adopts: one.adopts,
      needsNewest: one.needsNewest,
    });
    return this.#saved(who, answer);
  }

  #claim(known: LogState, lie: StoreStep['lie']): LogState {
    if (lie === 'number') return { ...known, number: known.number + 1 };
    if (lie === 'head') return { ...known, head: NOWHERE };
    if (lie === 'no head') return { ...known, head: undefined };
    if (lie === 'version') return { ...known, version: '2000-01-01T00:00:00+00:00' };
    if (lie === 'epoch') return { ...known, epoch: NOWHERE, head: NOWHERE };
    if (lie === 'former') return { ...known, epoch: this.#epochs[0] ?? known.epoch };
    return known;
  }

  #opened(who: number, answer: OpenedDocument | undefined): string {
    if (!answer) return 'none';
    this.#note(who, answer);
    const { state, updates, texts } = answer;
    const shown = state ? `state ${state.number} ${textsIn([state.update])}` : 'no state';
    return `${this.#log(answer)} ${shown} ${this.#updates(updates)} ${texts ? JSON.stringify(texts) : 'no texts'}`;
  }

  #saved(who: number, answer: SaveAnswer | undefined): string {
    if (!answer) return 'none';
    const { isTaken, isWritten, updates } = answer;
    // A browser whose save was not taken opens the page anew, unless it was too early.
    if (isTaken) this.#note(who, answer);
    const missed = updates ? this.#updates(updates) : 'not known';
    return `${this.#log(answer)} ${isTaken ? 'taken' : 'left'} ${isWritten ? 'written' : 'unwritten'} ${missed}`;
  }

  #note(who: number, answer: LogState): void {
    this.#known[who] = answer;
    if (!this.#epochs.includes(answer.epoch)) this.#epochs.push(answer.epoch);
  }

  #log({ epoch, number, head, textsNumber, textsVersion, version }: LogState): string {
    const [document, newest] = [this.#name(epoch), head === undefined ? 'none' : this.#name(head)];
    return `${document} ${number} ${newest} texts ${textsNumber} ${this.#name(textsVersion)} page ${this.#name(version)}`;
  }

  #updates(updates: readonly LoggedUpdate[]): string {
    return `[${updates.map(({ number, id, update }) => `${number} ${this.#name(id)} ${textsIn([update])}`).join(', ')}]`;
  }

  #name(id: string): string {
    const number = this.#names.get(id) ?? this.#names.size;
    this.#names.set(id, number);
    return `#${number}`;
  }
}

/** Edits of a browser, of which each is whole without the others. */
function stateOf(words: string): Uint8Array {
  const document = new Y.Doc();
  document.getText('content').insert(0, words);
  return Y.encodeStateAsUpdate(document);
}

function textsIn(updates: readonly Uint8Array[]): string {
  const { name, content } = readTexts(documentOf(...updates));
  return JSON.stringify(`${name}/${content}`);
}
