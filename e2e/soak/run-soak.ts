/** A soak on one database: five browsers, three people, one page. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findDisagreement } from './agreement.ts';
import { Faults } from './faults.ts';
import { House } from './house.ts';
import { report } from './report.ts';
import { SoakBrowser } from './soak-browser.ts';
import { SoakTab } from './soak-tab.ts';
import { Trace } from './trace.ts';
import { Writer } from './writer.ts';
import { Pictures } from './written/pictures.ts';
import { TASKS, Tasks } from './written/tasks.ts';
import { countWords, Words } from './written/words.ts';

const PEOPLE = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing'];

/** The first is in two tabs of a browser and in a second browser, another one in a browser without a secure context. */
const BROWSERS = [
  { name: 'ada', person: 0, tabs: 2, isSecureContext: true },
  { name: 'ada-elsewhere', person: 0, tabs: 1, isSecureContext: true },
  { name: 'grace', person: 1, tabs: 1, isSecureContext: true },
  { name: 'alan-plain', person: 2, tabs: 2, isSecureContext: false },
  { name: 'alan', person: 2, tabs: 1, isSecureContext: true },
];

const WATCH_MS = 3000;
const LAST_STEP_MS = 60_000;
const SETTLE_MS = 120_000;

export interface SoakOptions {
  readonly engine: 'embedded' | 'postgres';
  readonly minutes: number;
  readonly seed: number;
  readonly print: (line: string) => void;
}

/** @returns whether every word is right */
export async function runSoak(options: SoakOptions): Promise<boolean> {
  const { seed, minutes, print } = options;
  const folder = await mkdtemp(path.join(os.tmpdir(), `trellis-soak-${options.engine}-`));
  const trace = new Trace(folder);
  const words = new Words(trace.now);
  const pictures = new Pictures(trace.now);
  const tasks = new Tasks();
  for (const task of TASKS) {
    words.begin(task, 'house', 'as the page was made');
    words.change(task, true, 'there');
  }
  words.save('house', trace.now());
  await using stack = new AsyncDisposableStack();
  const house = stack.use(await House.open(PEOPLE));
  const tabs = await openTabs(house, trace, stack);
  const writers = tabs
    .flat()
    .map((tab, index) => new Writer(seed, index + 1, { tab, words, pictures, tasks, trace }));
  const session = await house.signIn(personAt(house, 1));
  const faults = new Faults({ seed, house, tabs, writers, tasks, words, pictures, trace, session });
  const writing = new AbortController();
  print(`${tabs.flat().length} tabs are open; the faults begin. Traces: ${folder}`);
  const ended = AbortSignal.timeout(minutes * 60_000);
  const watched = watch(house, words, writing.signal);
  const written = writers.map((writer) => writer.write(writing.signal));
  await faults.bring(ended);
  writing.abort();
  // A tab that does not answer any more is reported below.
  await Promise.race([Promise.all([watched, ...written]), pause(LAST_STEP_MS)]);
  print(`${(trace.now() / 1000).toFixed(0)} s: the faults are over.`);
  const disagreement = await settle(house, tabs.flat(), trace);
  const { content } = await house.readPage();
  const wrongPictures = pictures.judge(content, await house.readFiles());
  const { complaints } = trace;
  const strays = tasks.judge(content);
  const found = {
    words,
    faults,
    taskWords: tasks.count,
    strays,
    doubleTicks: tasks.doubleTicks(content),
    pictureCount: pictures.count,
    wrongPictures,
    content,
    disagreement,
  };
  const isRight = report({ ...options, ...found, complaints });
  await trace.end();
  if (isRight) await rm(folder, { recursive: true });
  else {
    await writeFile(path.join(folder, 'page.json'), JSON.stringify(await house.readDocument(), undefined, 1));
    await writeFile(path.join(folder, 'words.json'), JSON.stringify(words.all, undefined, 1));
    print(`Traces: ${folder}`);
  }
  return isRight;
}

function personAt(house: House, index: number) {
  const person = house.people[index];
  if (!person) throw new Error(`There is no person ${index}.`);
  return person;
}

async function openTabs(house: House, trace: Trace, stack: AsyncDisposableStack) {
  const groups: [SoakTab, ...SoakTab[]][] = [];
  for (const [index, { name, person, tabs, isSecureContext }] of BROWSERS.entries()) {
    const serverPort = () => house.portFor(index);
    const browser = stack.use(await SoakBrowser.open({ name, serverPort }));
    const pageUrl = house.pageUrl(isSecureContext);
    const signIn = () => house.signIn(personAt(house, person));
    const tabOf = (number: number) =>
      new SoakTab({ name: `${name}-${number}`, browser, pageUrl, trace, signIn });
    const first = tabOf(1);
    const group: [SoakTab, ...SoakTab[]] = [first];
    for (let number = 2; number <= tabs; number++) group.push(tabOf(number));
    for (const tab of group) await tab.open();
    if ((await first.isSecureContext()) !== isSecureContext)
      throw new Error(`${name} has ${isSecureContext ? 'no' : 'a'} secure context.`);
    groups.push(group);
  }
  return groups;
}

/** Notes when a word comes into the page's text, and when it is gone from it. */
async function watch(house: House, words: Words, signal: AbortSignal): Promise<void> {
  let before: ReadonlyMap<string, number> = new Map();
  while (!signal.aborted) {
    await pause(WATCH_MS);
    const page = await house.readPage().catch(() => undefined);
    if (!page) continue;
    const after = countWords(page.content);
    for (const text of new Set([...before.keys(), ...after.keys()])) {
      const count = after.get(text) ?? 0;
      if (count !== (before.get(text) ?? 0)) words.note(text, `${count} times in the database's text`);
    }
    before = after;
  }
}

/** Gives everyone time to save and to agree. @returns what is still different then */
async function settle(house: House, tabs: readonly SoakTab[], trace: Trace): Promise<readonly string[]> {
  const deadline = Date.now() + SETTLE_MS;
  for (;;) {
    const found = await findDisagreement(house, tabs);
    if (found.length === 0 || Date.now() > deadline) return found;
    trace.write('faults', `not settled: ${found.join(' | ')}`);
    await pause(1000);
  }
}
