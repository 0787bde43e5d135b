/**
 * Brings one page and its counterpart in step: reads both, decides, writes, and remembers both texts. After a
 * failure, the next sync begins with the texts as they are, since every step follows from the texts.
 */
import { NotionConnectionError } from '../_shared/notion/connection.ts';
import { type Base, type Decision, decide, type Texts } from './core/decide.ts';
import { splitFrontMatter } from './core/dialect.ts';
import { refuseUnsafeBlocks } from './notion/blocks-in-the-way.ts';
import { type RemotePage, readRemotePage, writeRemotePage } from './notion/remote-page.ts';
import { type NotionRequests, NotionStopped } from './notion/requests.ts';
import { PageProblem } from './page-problem.ts';
import {
  type Claim,
  claimPage,
  IN_STEP,
  type Outcome,
  releaseClaim,
  settleClaim,
} from './store/page-syncs.ts';
import { hasRival, keepVersion, type LocalPage, noteSynced, readPage, writePage } from './store/pages.ts';
import { syncIcon } from './sync-icon.ts';

const ATTEMPTS = 3;

/** The side that a person has chosen to keep. */
export type Choice = 'ours' | 'theirs';

interface Learnt {
  base?: Base;
  cleanHash?: string;
  icon?: string | null | undefined;
}

/**
 * @returns undefined when there was nothing to do: another sync is at it, or the page is not linked any more
 * @throws {NotionStopped} @throws {NotionConnectionError} when no page can be synced now
 */
export async function syncPage(
  requests: NotionRequests,
  pageId: string,
  choice?: Choice,
): Promise<Outcome | undefined> {
  const claim = await claimPage(pageId);
  if (!claim) return undefined;
  const learnt: Learnt = {};
  try {
    const outcome = await bringInStep(requests, claim, learnt, choice);
    if (!outcome) await releaseClaim(claim);
    else await settleClaim(claim, outcome, learnt);
    return outcome;
  } catch (error) {
    if (error instanceof NotionStopped || error instanceof NotionConnectionError) {
      await releaseClaim(claim);
      throw error;
    }
    const outcome = outcomeOf(error);
    await settleClaim(claim, outcome, learnt);
    return outcome;
  }
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof PageProblem) {
    if (error.state === 'failed') console.error(error);
    return { state: error.state, reason: error.reason, blocks: error.blocks };
  }
  console.error(error);
  return { state: 'failed', reason: 'error', blocks: [] };
}

async function bringInStep(
  requests: NotionRequests,
  claim: Claim,
  learnt: Learnt,
  choice: Choice | undefined,
): Promise<Outcome | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const remote = await readRemotePage(requests, claim.notionPageId);
    // Read last, to have people's latest words.
    const page = await readPage(claim.pageId);
    if (page?.notion_page_id !== claim.notionPageId) return undefined;
    const { frontMatter, body } = splitFrontMatter(page.content);
    const local: Texts = { name: page.name, text: body };
    const decision = choose(
      decide({ direction: page.notion_direction, local, remote: remote.texts, base: claim.base }),
      choice,
      page,
      { local, remote },
    );
    const work = { requests, claim, learnt, page, frontMatter, local, remote };
    if (!(await carryOut(decision, work))) continue;
    learnt.icon = await syncIcon(requests, page, remote, claim.icon);
    await noteSynced(page, remote.url);
    return IN_STEP;
  }
  // Somebody writes faster than we can: next time.
  throw new PageProblem('failed', 'changed-meanwhile');
}

/** A person's choice counts where the sync cannot decide: conflicts, and sides that were emptied. */
function choose(
  decision: Decision,
  choice: Choice | undefined,
  { notion_direction: direction }: LocalPage,
  { local, remote }: Pick<Work, 'local' | 'remote'>,
): Decision {
  if (choice === undefined || (decision.kind !== 'conflict' && decision.kind !== 'emptied')) return decision;
  if (choice === 'theirs')
    return { kind: 'pull', local: { ...remote.texts, name: remote.texts.name || local.name } };
  // Direction `bring` never writes to Notion: both texts stay as they are.
  return direction === 'bring'
    ? { kind: 'none', isSame: true }
    : { kind: 'push', remote: local, overwrites: true };
}

interface Work {
  readonly requests: NotionRequests;
  readonly claim: Claim;
  readonly learnt: Learnt;
  readonly page: LocalPage;
  readonly frontMatter: string;
  readonly local: Texts;
  readonly remote: RemotePage;
}

/** @returns false when the page has changed by now */
async function carryOut(decision: Decision, work: Work): Promise<boolean> {
  const { learnt, local, remote } = work;
  switch (decision.kind) {
    case 'none':
      if (decision.isSame) learnt.base = { local, remote: remote.texts };
      return true;
    case 'pull':
      if (remote.isTruncated) throw new PageProblem('blocked', 'truncated');
      if (!(await writeHere(work, decision.local))) return false;
      learnt.base = { local: decision.local, remote: remote.texts };
      return true;
    case 'push':
      if (decision.overwrites) await keepTheirs(work);
      learnt.base = { local, remote: await writeThere(work, decision.remote) };
      return true;
    case 'merge':
      await refuseDamage(work);
      if (!(await writeHere(work, decision.local))) return false;
      learnt.base = { local: decision.local, remote: await writeThere(work, decision.remote) };
      return true;
    case 'conflict':
      await keepTheirs(work);
      throw new PageProblem('conflict', 'both-changed');
    case 'emptied':
      throw new PageProblem('emptied', decision.side);
  }
}

async function writeHere({ page, frontMatter }: Work, { name, text }: Texts): Promise<boolean> {
  return writePage(page, { name, content: frontMatter + text });
}

async function writeThere(work: Work, texts: Texts): Promise<Texts> {
  await refuseDamage(work);
  return writeRemotePage(work.requests, work.remote, texts);
}

async function keepTheirs({ page, frontMatter, remote }: Work): Promise<void> {
  await keepVersion(page.id, {
    name: remote.texts.name || page.name,
    content: frontMatter + remote.texts.text,
  });
}

/** @throws {PageProblem} where writing to Notion would lose something there */
async function refuseDamage({ requests, claim, learnt, page, remote }: Work): Promise<void> {
  // Each of the two would overwrite the other's text.
  if (await hasRival(page)) throw new PageProblem('blocked', 'linked-twice');
  const hash = await digest(remote.markdown);
  if (
    !remote.isTruncated &&
    remote.unknownBlockIds.length === 0 &&
    (learnt.cleanHash ?? claim.cleanHash) === hash
  )
    return;
  await refuseUnsafeBlocks(requests, remote);
  learnt.cleanHash = hash;
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
