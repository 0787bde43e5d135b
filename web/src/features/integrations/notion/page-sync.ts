/** How a page stands with its Notion page, in words. The codes are the database's. */

export type Direction = 'bring' | 'send' | 'both';
export type SyncState = 'waiting' | 'synced' | 'conflict' | 'blocked' | 'emptied' | 'gone' | 'failed';

export interface BlockCount {
  readonly type: string;
  readonly count: number;
}

export function readBlocks(value: unknown): BlockCount[] {
  return Array.isArray(value) ? value.filter(isBlockCount) : [];
}

function isBlockCount(value: unknown): value is BlockCount {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    'count' in value &&
    typeof value.count === 'number'
  );
}

const BLOCK_NAMES: Readonly<Record<string, readonly [one: string, several: string]>> = {
  bookmark: ['bookmark', 'bookmarks'],
  breadcrumb: ['breadcrumb', 'breadcrumbs'],
  child_database: ['database', 'databases'],
  embed: ['embed', 'embeds'],
  link_preview: ['link preview', 'link previews'],
  link_to_page: ['link to a page', 'links to pages'],
  synced_block: ['synced block', 'synced blocks'],
  table_of_contents: ['table of contents', 'tables of contents'],
  template: ['template button', 'template buttons'],
  hidden: ['block that Trellis is not allowed to see', 'blocks that Trellis is not allowed to see'],
};

/** "1 bookmark, 2 synced blocks" */
export function nameBlocks(blocks: readonly BlockCount[]): string {
  return blocks
    .map(({ type, count }) => {
      const plain = type.replaceAll('_', ' ');
      const [one, several] = BLOCK_NAMES[type] ?? [`“${plain}” block`, `“${plain}” blocks`];
      return `${count} ${count === 1 ? one : several}`;
    })
    .join(', ');
}

interface Standing {
  readonly state: SyncState;
  readonly reason: string | null;
  readonly blocks: readonly BlockCount[];
}

const SENTENCES: Readonly<Record<string, string>> = {
  'conflict both-changed':
    'This page and its Notion page changed in the same place. Both are kept: Notion’s text is a version in the page’s history.',
  'blocked truncated':
    'The Notion page is very long, and Notion gives only a part of it. Nothing is exchanged, because the rest would be lost.',
  'blocked too-many-blocks':
    'The Notion page has more nested blocks than can be checked. Changes made here are not sent, because some could be lost.',
  'blocked notion-files':
    'The changes made here are around a file that Notion keeps. They are not sent, because Notion would lose the file.',
  'blocked linked-twice':
    'Another page here sends its changes to the same Notion page. Changes made here are not sent, because the two would overwrite each other.',
  'emptied remote': 'The Notion page is empty now. The text here stays as it is.',
  'emptied local': 'This page is empty now. The text at Notion stays as it is.',
  'gone not-shared': 'The Notion page is gone, or no longer shared with Trellis. Nothing was deleted here.',
  'gone in-trash': 'The Notion page is in Notion’s trash. Nothing was deleted here.',
  'failed unavailable': 'Notion did not answer. The next sync tries again.',
  'failed not-written': 'Notion did not say whether it has saved the change. The next sync looks.',
  'failed refused': 'Notion did not accept the change. Nothing was lost on either side.',
  'failed not-allowed': 'The connection is not allowed to do this at Notion. Its capabilities are set there.',
  'failed too-large': 'This page is larger than Notion accepts.',
  'failed changed-meanwhile': 'The page changed while it was synced. The next sync tries again.',
};

/** @returns why the two are not in step; undefined when they are, or nobody has looked yet */
export function explainSync({ state, reason, blocks }: Standing): string | undefined {
  if (state === 'synced' || state === 'waiting') return undefined;
  if (state === 'blocked' && blocks.length > 0)
    return `Changes made here are not sent to Notion: its page has blocks that would be lost (${nameBlocks(blocks)}).`;
  return SENTENCES[`${state} ${reason ?? ''}`] ?? 'Something went wrong. The next sync tries again.';
}

/** Whether it is for a person to say which text is right. */
export function needsChoice({ state }: Pick<Standing, 'state'>): boolean {
  return state === 'conflict' || state === 'emptied';
}

export const DIRECTIONS: readonly { readonly value: Direction; readonly label: string }[] = [
  { value: 'bring', label: 'Bring from Notion' },
  { value: 'send', label: 'Send to Notion' },
  { value: 'both', label: 'Both ways' },
];
