/** In a page's settings: its Notion page, and how it is kept in step with that. */
import { useState } from 'react';
import { TextField } from '../../../ui/fields/text-field.tsx';
import type { LinkDraft, PageSettingsProps } from '../integration.ts';
import { LinkedTwiceNotice } from './components/linked-twice-notice.tsx';
import { NotionSyncField } from './notion-sync-field.tsx';
import type { Direction } from './page-sync.ts';
import { readNotionPageId } from './state/notion-page-id.ts';

// Longer than any address of a page.
const LONGEST_NOTION_PAGE_ID = 200;
const INVALID = 'Enter a Notion page’s ID, or its link.';

export function NotionPageSettings({ organizationId, page, pages, error, onDraft }: PageSettingsProps) {
  const [typed, setTyped] = useState(page.notion_page_id ?? '');
  const [direction, setDirection] = useState<Direction>();
  const counterpart = readNotionPageId(typed);
  const others = [...pages.values()].filter(
    (other) => counterpart && other.notion_page_id === counterpart && other.id !== page.id,
  );
  const type = (next: string) => {
    setTyped(next);
    onDraft(draftOf(page.notion_page_id, next, direction));
  };
  const choose = (next: Direction) => {
    setDirection(next);
    onDraft(draftOf(page.notion_page_id, typed, next));
  };
  return (
    <>
      <TextField
        label="Notion Page ID"
        help="Leave empty to disable Notion sync"
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST_NOTION_PAGE_ID}
        value={typed}
        onChange={(event) => type(event.target.value)}
        error={error}
      />
      <LinkedTwiceNotice others={others} />
      {typed.trim() !== '' && (
        <NotionSyncField
          organizationId={organizationId}
          pageId={page.id}
          isSaved={typed.trim() === page.notion_page_id}
          direction={direction}
          onChange={choose}
        />
      )}
    </>
  );
}

function draftOf(before: string | null, typed: string, direction: Direction | undefined): LinkDraft {
  // A counterpart that is there already stays, however it came there.
  const read = typed.trim() === (before ?? '') ? before : readNotionPageId(typed);
  if (read === undefined) return { problem: INVALID, columns: {}, shown: {} };
  return {
    columns: {
      ...(direction && { notion_direction: direction }),
      // Another Notion page has never been synced.
      ...(read !== before && { notion_page_id: read, notion_last_sync: null }),
    },
    shown: { notion_page_id: read },
  };
}
