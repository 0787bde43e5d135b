/**
 * Which blocks of a page at Notion would not survive being written as Markdown. All blocks are looked at, because some
 * of them read like ordinary text; only kinds that are known to come back the same are let through.
 */
import { isHTTPResponseError } from '@notionhq/client';
import { type BlockCount, PageProblem } from '../page-problem.ts';
import { problemOf } from './problems.ts';
import type { RemotePage } from './remote-page.ts';
import type { NotionRequests } from './requests.ts';

export const SAFE: ReadonlySet<string> = new Set([
  ...[
    'paragraph',
    'heading_1',
    'heading_2',
    'heading_3',
    'heading_4',
    'quote',
    'divider',
    'code',
    'equation',
  ],
  ...['bulleted_list_item', 'numbered_list_item', 'to_do', 'toggle', 'callout', 'table', 'table_row'],
  ...['column_list', 'column', 'image', 'video', 'audio', 'file', 'pdf', 'child_page'],
]);
// A page of its own: its content is not in this one's text.
export const CLOSED: ReadonlySet<string> = new Set(['child_page', 'child_database']);
const MOST_REQUESTS = 60;
const MOST_NAMED = 20;

/** @throws {PageProblem} naming the blocks that stand in the way */
export async function refuseUnsafeBlocks(requests: NotionRequests, remote: RemotePage): Promise<void> {
  if (remote.isTruncated) throw new PageProblem('blocked', 'truncated');
  const found = new Map<string, number>();
  const note = (type: string) => found.set(type, (found.get(type) ?? 0) + 1);
  let isSurveyed = true;
  try {
    const waiting = [remote.id];
    for (let count = 0; waiting.length > 0; count++) {
      if (count >= MOST_REQUESTS) {
        isSurveyed = false;
        break;
      }
      const parent = waiting.pop() ?? remote.id;
      for await (const block of children(requests, parent)) {
        const type = 'type' in block ? block.type : 'unknown';
        if (!SAFE.has(type)) note(type);
        else if ('has_children' in block && block.has_children && !CLOSED.has(type)) waiting.push(block.id);
      }
    }
    // Those that are not even among the page's blocks: hidden from this connection.
    if (found.size === 0)
      for (const id of remote.unknownBlockIds.slice(0, MOST_NAMED)) note(await typeOf(requests, id));
  } catch (error) {
    throw problemOf(error);
  }
  if (found.size > 0) throw new PageProblem('blocked', 'blocks', undefined, counts(found));
  if (!isSurveyed) throw new PageProblem('blocked', 'too-many-blocks');
}

function counts(found: ReadonlyMap<string, number>): BlockCount[] {
  return [...found].map(([type, count]) => ({ type, count }));
}

export async function* children(requests: NotionRequests, parent: string) {
  let cursor: string | undefined;
  do {
    const page = await requests.read((notion) =>
      notion.blocks.children.list({
        block_id: parent,
        page_size: 100,
        ...(cursor === undefined ? {} : { start_cursor: cursor }),
      }),
    );
    yield* page.results;
    cursor = page.has_more ? (page.next_cursor ?? undefined) : undefined;
  } while (cursor !== undefined);
}

async function typeOf(requests: NotionRequests, id: string): Promise<string> {
  try {
    const block = await requests.read((notion) => notion.blocks.retrieve({ block_id: id }));
    return 'type' in block ? block.type : 'unknown';
  } catch (error) {
    if (isHTTPResponseError(error) && (error.status === 404 || error.status === 403)) return 'hidden';
    throw error;
  }
}
