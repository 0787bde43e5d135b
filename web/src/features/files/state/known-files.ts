/**
 * The server's facts about the files that pages name: asked once for each, many at a time, and again for one on its
 * way.
 */
import { pause } from '../../../lib/browser/time/pause.ts';
import { MOST_AT_ONCE, type PageFile, readPageFiles } from '../api/read-page-files.ts';

const known = new Map<string, PageFile>();
let asking: { readonly ids: Set<string>; readonly answer: Promise<void> } | undefined;

/** @returns undefined for a file that is not there for this person @throws what the request fails with */
export async function knownFile(id: string): Promise<PageFile | undefined> {
  // A file that is on its way may have come by now.
  if (!known.get(id)?.isUploaded) await ask(id);
  return known.get(id);
}

/** The next person to sign in sees other files. */
export function forgetKnownFiles(): void {
  known.clear();
}

/** By the files that are being asked about. */
const answers = new Map<string, Promise<void>>();

function ask(id: string): Promise<void> {
  const underWay = answers.get(id);
  if (underWay) return underWay;
  if (!asking || asking.ids.size >= MOST_AT_ONCE) {
    const ids = new Set<string>();
    asking = { ids, answer: answerSoon(ids) };
  }
  asking.ids.add(id);
  answers.set(id, asking.answer);
  return asking.answer;
}

async function answerSoon(ids: Set<string>): Promise<void> {
  try {
    // Files that come into view in the same moment are asked for together.
    await pause(10);
    if (asking?.ids === ids) asking = undefined;
    for (const file of await readPageFiles([...ids])) known.set(file.id, file);
  } finally {
    for (const id of ids) answers.delete(id);
  }
}
