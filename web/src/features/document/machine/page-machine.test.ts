/** The machine of an open page by itself: what it asks and orders when something happens. */
import { beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { type Progress, Superseded } from '../drafts/drafts.ts';
import { type OpenedDocument, PageServerError, type SaveAnswer } from '../wire/page-server.ts';
import { stateVectorOf } from '../words/page-document.ts';
import { documentOf } from '../words/page-updates.ts';
import type { Ask, Facts, Orders, Put, TabMessage, Work } from './commands.ts';
import { PageMachine } from './page-machine.ts';

const LOG = {
  epoch: 'document',
  number: 0,
  head: 'document',
  textsNumber: 0,
  textsVersion: 'version 0',
  version: 'version 0',
  channel: 'channel',
} as const;

/** The page as the server tells it at first: the letter a. */
function opened(): OpenedDocument {
  const document = documentOf();
  document.getText('content').insert(0, 'a');
  return {
    ...LOG,
    state: { update: Y.encodeStateAsUpdate(document), number: 0 },
    updates: [],
    texts: undefined,
  };
}

const SAVED: SaveAnswer = {
  ...LOG,
  number: 1,
  head: 'update 1',
  textsNumber: 1,
  textsVersion: 'version 1',
  version: 'version 1',
  isTaken: true,
  isWritten: true,
  updates: [],
};

type Order = { [Name in keyof Orders]: readonly [Name, ...Parameters<Orders[Name]>] }[keyof Orders];

let document: Y.Doc;
let orders: Order[];
let machine: PageMachine;
let drafts: {
  isShared: boolean;
  epoch: string | undefined;
  ownClients: Set<number>;
  progress: Progress | undefined;
};

beforeEach(() => {
  document = documentOf();
  orders = [];
  drafts = {
    isShared: true,
    epoch: undefined,
    ownClients: new Set([document.clientID]),
    progress: undefined,
  };
  const facts: Facts = { drafts, now: 0, isCrowded: false };
  const put: Put = (name, ...given) => {
    orders.push([name, ...given] as unknown as Order);
  };
  machine = new PageMachine(document, facts, put);
  document.on('update', (update: Uint8Array, origin: unknown, _: Y.Doc, { local }: Y.Transaction) =>
    machine.take('edited', update, origin, local),
  );
});

/** @returns what was ordered under that name since the last time, and forgets all orders */
function ordered<Name extends keyof Orders>(name: Name): Parameters<Orders[Name]>[] {
  const found = orders.filter(([its]) => its === name).map(([, ...given]) => given);
  orders = [];
  return found as Parameters<Orders[Name]>[];
}

/** Begins work, and goes on with answers, one after the other. @returns the question after them */
function answer(work: Work<unknown>, ...answers: unknown[]): Ask | undefined {
  let step = work.next();
  for (const one of answers) step = work.next(one);
  return step.done ? undefined : step.value;
}

/** This tab saves, and shows what the server told. @returns the work, which waits for its end */
function lead(): Work<void> {
  const work = machine.lead();
  const asked = answer(work, undefined, undefined, opened());
  expect(asked?.ask).toBe('write');
  drafts.epoch = LOG.epoch;
  expect(work.next().value).toMatchObject({ ask: 'until' });
  orders = [];
  return work;
}

/** @returns an update with a line of another writer */
function lineOf(words: string): Uint8Array {
  const other = documentOf();
  other.getText('content').insert(0, `${words}\n`);
  return Y.encodeStateAsUpdate(other);
}

function type(letter: string): void {
  document.getText('content').insert(document.getText('content').length, letter);
}

/** The work that the next clock begins. */
function wake(timer: 'save' | 'texts' | 'rescue'): Work<unknown> | undefined {
  machine.take('time', timer);
  return ordered('run')[0]?.[0];
}

test('a page is opened step by step, and is noted before it is shown', () => {
  const work = machine.lead();
  expect(answer(work)).toEqual({ ask: 'lead', given: [] });
  expect(answer(work)).toEqual({ ask: 'read', given: [] });
  expect(answer(work)).toEqual({ ask: 'open', given: [undefined] });
  const { value } = work.next(opened());
  const [noted] = (value as Ask).given as [Progress];
  expect([(value as Ask).ask, noted.revision, noted.version]).toEqual(['write', 1, 'version 0']);
  expect(`${document.getText('content')}`).toBe('');
  work.next();
  expect(`${document.getText('content')}`).toBe('a');
  expect(machine.snapshot).toMatchObject({ phase: 'ready', status: 'saved', channel: 'channel' });
  expect(ordered('join')).toEqual([['channel']]);
});

test('a letter is told at once, and saved when its clock runs out', () => {
  lead();
  type('b');
  expect(orders.map(([name]) => name)).toEqual(['send', 'wait', 'show', 'wait']);
  expect(ordered('wait')).toEqual([
    ['latest', 10_000],
    ['save', 2000],
  ]);
  const save = wake('save') as Work<unknown>;
  expect(answer(save)).toEqual({ ask: 'isLeading', given: [] });
  expect(machine.snapshot.status).toBe('saving');
  const asked = save.next(true).value as Ask;
  expect(asked).toMatchObject({ ask: 'save', given: [{ seen: 0, texts: { content: 'ab' } }] });
  expect(save.next(SAVED).value).toMatchObject({ ask: 'write' });
  expect(save.next().done).toBe(true);
  expect(machine.snapshot.status).toBe('saved');
  expect(ordered('saved')).toMatchObject([[{ content: 'ab', version: 'version 1' }]]);
});

test('a save that has failed is tried again, later each time', () => {
  lead();
  type('b');
  const delays = [];
  for (let tries = 0; tries < 5; tries++) {
    const save = wake('save') as Work<unknown>;
    expect(answer(save, true)?.ask).toBe('save');
    expect(save.throw(new PageServerError('offline', undefined)).done).toBe(true);
    expect(machine.snapshot.status).toBe('offline');
    delays.push(ordered('wait').at(-1));
  }
  expect(delays).toEqual([1000, 2000, 5000, 10_000, 10_000].map((ms) => ['save', ms]));
});

test('words that could not be saved are saved as soon as the server answers again', () => {
  lead();
  type('b');
  const save = wake('save') as Work<unknown>;
  answer(save, true);
  save.throw(new PageServerError('offline', undefined));
  machine.take('changed');
  const [looking] = ordered('run').at(-1) ?? [];
  expect(looking && answer(looking)?.ask).toBe('open');
  looking?.next({ ...opened(), state: undefined });
  looking?.next();
  const [flushing] = ordered('run').at(-1) ?? [];
  expect(flushing && answer(flushing)?.ask).toBe('isLeading');
});

test('a tab that has lost its turn asks the server for nothing more', () => {
  const work = lead();
  type('b');
  const save = wake('save') as Work<unknown>;
  answer(save);
  expect(save.next(false).done).toBe(true);
  expect(orders.map(([name]) => name)).toContain('happen');
  expect(work.next().done).toBe(true);
  orders = [];
  type('c');
  expect(ordered('wait')).toEqual([]);
});

test('a tab that hears of its lost turn while it shows what waited for a refused save leads no more', () => {
  const work = lead();
  type('b');
  const branches = { bringsAnything: () => true, bringTogether: () => undefined };
  const next = { ...LOG, number: 1, head: 'update 1', after: LOG.head, textsNumber: 1 };
  machine.take('logged', next, { number: 1, id: 'update 1', update: lineOf('c') });
  const [hearing] = ordered('run').at(-1) ?? [];
  expect(hearing && answer(hearing)).toEqual({ ask: 'loadBranches', given: [] });
  hearing?.next(branches);
  expect(`${document.getText('content')}`).toBe('ab');
  const save = wake('save') as Work<unknown>;
  answer(save, true);
  save.throw(new PageServerError('refused', undefined));
  const [showing] = ordered('run').at(-1) ?? [];
  expect(showing && answer(showing)?.ask).toBe('write');
  expect(showing?.throw(new Superseded()).done).toBe(true);
  expect(work.next().done).toBe(true);
});

test('two saves are one conversation after the other', () => {
  lead();
  type('b');
  const first = wake('save') as Work<unknown>;
  answer(first);
  const second = machine.saveNow();
  expect(answer(second)).toMatchObject({ ask: 'until' });
  first.next(true);
  first.next(SAVED);
  first.next();
  expect(ordered('happen')).toHaveLength(1);
  expect(answer(second)).toBeUndefined();
});

test('a tab that does not save shows the state of the one that does', () => {
  machine.take('shared', 'this tab');
  expect(ordered('post')).toEqual([[{ kind: 'opened' }]]);
  drafts.epoch = LOG.epoch;
  const state = { phase: 'ready', status: 'saved' } as const;
  const message: TabMessage = { kind: 'state', state, heard: {}, epoch: LOG.epoch };
  machine.take('heard', message);
  expect(machine.snapshot).toEqual(state);
  type('b');
  expect(machine.snapshot.status).toBe('unsaved');
  expect(ordered('post')).toMatchObject([[{ kind: 'update', from: 'this tab', told: 1 }]]);
  // The other tab has not heard of it.
  machine.take('heard', message);
  expect(machine.snapshot.status).toBe('unsaved');
  machine.take('heard', { ...message, heard: { 'this tab': 1 } });
  expect(machine.snapshot.status).toBe('saved');
  expect(answer(machine.saveNow())).toBeUndefined();
  expect(ordered('post')).toEqual([[{ kind: 'save-now' }]]);
});

test('a tab that is left keeps what is unsaved before it asks anybody', () => {
  lead();
  type('b');
  orders = [];
  machine.take('left');
  expect(orders.map(([name]) => name)).toEqual(['keep', 'run']);
  expect(ordered('keep')).toMatchObject([[{ epoch: LOG.epoch, own: [document.clientID] }]]);
});

test('a tab that does not save keeps what is unsaved as it is left: the other may not have heard it', () => {
  machine.take('shared', 'this tab');
  Object.assign(drafts, {
    epoch: LOG.epoch,
    progress: { ...LOG, revision: 1, state: opened().state?.update },
  });
  type('b');
  machine.take('left');
  const [[kept] = []] = ordered('keep');
  expect(kept).toMatchObject({ epoch: LOG.epoch, own: [document.clientID] });
  const found = documentOf(kept?.update ?? new Uint8Array());
  expect(found.getText('content').toString()).toBe('b');
});

test('a document that another one has replaced takes no more saves, and says what was typed since', () => {
  lead();
  machine.take('shared', 'this tab');
  orders = [];
  const taken = stateVectorOf(document);
  machine.take('heard', { kind: 'replaced', epoch: LOG.epoch, taken });
  expect(machine.snapshot).toMatchObject({ phase: 'replaced', status: 'unsaved' });
  type('b');
  expect(ordered('wait')).toEqual([]);
  expect(machine.carriedEdits).toMatchObject({ before: { content: 'a' }, after: { content: 'ab' } });
});
