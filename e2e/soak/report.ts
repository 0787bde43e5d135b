/** Says what a soak has found. */
import type { Faults, PastFault } from './faults.ts';
import type { PictureFault } from './written/pictures.ts';
import type { Stray } from './written/tasks.ts';
import type { Judgement, Word, Words } from './written/words.ts';

// A fault that was over so long before a word was begun has little to do with it.
const AROUND_MS = 30_000;

export interface Findings {
  readonly engine: string;
  readonly seed: number;
  readonly minutes: number;
  readonly words: Words;
  readonly faults: Faults;
  /** How many pictures were added, and those that are not right. */
  readonly pictureCount: number;
  readonly wrongPictures: readonly PictureFault[];
  /** How many words were typed in tasks, and those that are elsewhere. */
  readonly taskWords: number;
  readonly strays: readonly Stray[];
  readonly doubleTicks: number;
  /** The page's text in the database. */
  readonly content: string;
  readonly disagreement: readonly string[];
  /** The app's messages on the console, and how often each came. */
  readonly complaints: ReadonlyMap<string, number>;
  readonly print: (line: string) => void;
}

/** @returns whether every word is right and everyone agrees */
export function report(findings: Findings): boolean {
  const { engine, seed, minutes, words, faults, content, disagreement, complaints, print } = findings;
  const { judgements, doubtful, unseen } = words.judge(content);
  const changes = words.all.flatMap((word) => word.changes);
  const alone = doubtful.filter(({ wasAlone }) => wasAlone);
  const last = doubtful.filter(({ wasAlone }) => !wasAlone);
  const lost = last.filter(({ isKept }) => !isKept).map(({ goneAfterMs }) => goneAfterMs);
  const wrong = judgements.filter(({ fate }) => fate !== 'right' && fate !== 'split');
  const countOf = (sought: Judgement['fate']) => judgements.filter(({ fate }) => fate === sought).length;
  print(`Soak on ${engine}, ${minutes} minutes, seed ${seed}`);
  print(`  faults: ${faults.past.length} (${countKinds(faults.past)}), left out: ${faults.leftOut}`);
  print(
    `  words: ${words.all.length} begun, ${changes.filter(({ isThere }) => isThere).length} seen by their writer, ` +
      `${changes.filter(({ isThere }) => isThere === false).length} removed or undone, ` +
      `${unseen} undone where nobody saw it`,
  );
  print(
    `  in a tab that said so, when it was closed or killed, alone: ${alone.length}, of these not kept: ` +
      alone.filter(({ isKept }) => !isKept).length,
  );
  print(
    `  before the disk had answered for them, when a browser was killed: ${last.length}, of these not kept: ${lost.length}` +
      (lost.length > 0 ? ` (at most ${Math.max(...lost)} ms old)` : ''),
  );
  print(
    `  lost: ${countOf('lost')}, doubled: ${countOf('doubled')}, came back: ${countOf('came back')}, ` +
      `split by a word typed inside: ${countOf('split')}, tabs that disagree: ${disagreement.length}`,
  );
  const { pictureCount, wrongPictures } = findings;
  const picturesOf = (sought: PictureFault['fate']) =>
    wrongPictures.filter(({ fate }) => fate === sought).length;
  print(
    `  pictures: ${pictureCount} added; lost: ${picturesOf('lost')}, doubled: ${picturesOf('doubled')}, ` +
      `left behind: ${picturesOf('left behind')}`,
  );
  const { taskWords, strays } = findings;
  print(`  words typed in tasks while these moved: ${taskWords}, of these in another line: ${strays.length}`);
  if (findings.doubleTicks > 0) print(`  tasks with two marks in their box: ${findings.doubleTicks}`);
  for (const { word, task, line } of strays) print(`  strayed: ${word} of ${task} in "${line}"`);
  for (const { name, writer, fate } of wrongPictures) print(`  ${fate}: ${name} of ${writer}`);
  for (const [complaint, count] of complaints) print(`  on the console ${count} times: ${complaint}`);
  for (const sentence of disagreement) print(`  ${sentence}`);
  for (const judgement of wrong) printWrong(judgement, faults.past, print);
  const isAllRight = wrong.length === 0 && wrongPictures.length === 0 && strays.length === 0;
  return isAllRight && findings.doubleTicks === 0 && disagreement.length === 0;
}

function countKinds(past: readonly PastFault[]): string {
  const counts = new Map<string, number>();
  for (const { kind } of past) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${kind} ${count}`).join(', ');
}

function printWrong(
  { word, fate, count }: Judgement,
  past: readonly PastFault[],
  print: (line: string) => void,
): void {
  print(`  ${fate}: ${word.text} of ${word.writer}, ${count} times`);
  for (const line of word.history) print(`    ${line}`);
  for (const fault of past.filter((each) => isAround(word, each))) {
    const to = fault.toMs === undefined ? 'the end' : `${(fault.toMs / 1000).toFixed(1)} s`;
    print(`    (${(fault.fromMs / 1000).toFixed(1)} s to ${to}: ${fault.whom}, ${fault.kind})`);
  }
}

function isAround({ begunAt }: Word, { fromMs, toMs = Number.POSITIVE_INFINITY }: PastFault): boolean {
  return fromMs < begunAt + AROUND_MS && toMs > begunAt - AROUND_MS;
}
