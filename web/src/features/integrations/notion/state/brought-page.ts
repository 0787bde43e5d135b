/** The outcome of a page's Notion import, in words. */
import type { ImportedPage } from '../api/import-notion-page.ts';
import { nameBlocks } from '../page-sync.ts';

export interface BroughtPage {
  /** Its id at Notion. */
  readonly id: string;
  readonly name: string;
  readonly status: ImportedPage['status'];
  /** Why it was skipped, or what did not come along. */
  readonly note: string;
}

const REASONS: Readonly<Record<string, string>> = {
  'not-shared': 'Not shared with Trellis',
  'in-trash': 'In Notion’s trash',
  'in-trash-here': 'Imported before, and now in the trash here',
  'too-large': 'Too large for a page',
  truncated: 'Very long: only its first part came',
  unavailable: 'Notion did not answer',
  'not-allowed': 'The connection is not allowed to read it',
};

export function noteFor({ status, reason, left }: Pick<ImportedPage, 'status' | 'reason' | 'left'>): string {
  const parts = [
    ...(status === 'here' ? ['Already here'] : []),
    ...(reason === null ? [] : [REASONS[reason] ?? 'Something went wrong']),
    ...(left.length > 0 && status !== 'skipped' ? [`Without ${nameBlocks(left)}`] : []),
  ];
  return parts.join('. ');
}
