/** The list of what is shared at Notion, with a search by title. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { FileSearch } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useSettled } from '../../../../lib/hooks/use-timer.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/fields/checkbox.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { EmptyState } from '../../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { Skeleton } from '../../../../ui/states/skeleton.tsx';
import { type NotionPage, notionPagesQuery } from '../api/notion-pages.ts';

interface ChooseNotionPagesProps {
  readonly workspaceId: string;
  readonly chosen: readonly NotionPage[];
  readonly onChange: (chosen: readonly NotionPage[]) => void;
}

// Each question is a request of Notion's, of which there are few.
const PAUSE_MS = 400;

export function ChooseNotionPages({ workspaceId, chosen, onChange }: ChooseNotionPagesProps) {
  const [typed, setTyped] = useState('');
  const asked = useDeferredValue(useSettled(typed.trim(), PAUSE_MS));
  const list = useInfiniteQuery(notionPagesQuery(workspaceId, asked));
  const pages = list.data?.pages.flatMap((part) => part.pages) ?? [];
  if (list.isSuccess && pages.length === 0 && asked === '')
    return (
      <EmptyState
        icon={FileSearch}
        text="No page is shared with this connection yet. In Notion, open a page, choose Connections in its menu, and add this connection: the pages beneath it come along."
        action={<Button onClick={() => void list.refetch()}>Look again</Button>}
      />
    );
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label="Search by title"
        type="search"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {list.isPending && <Skeleton className="h-40 w-full" />}
      {list.isError && (
        <ErrorState
          title="Notion’s pages could not be listed."
          failure={list.error}
          action={<Button onClick={() => void list.refetch()}>Try again</Button>}
        >
          {list.error.message}
        </ErrorState>
      )}
      {list.isSuccess && pages.length === 0 && (
        <EmptyState icon={FileSearch} text="No shared page has this in its title." />
      )}
      {pages.length > 0 && (
        <ul
          aria-label="Pages at Notion"
          className="max-h-72 overflow-y-auto rounded-md border border-line p-2"
        >
          {pages.map((page) => (
            <li key={page.id} className="py-1 wrap-anywhere">
              <Checkbox
                label={`${page.title || 'Untitled'}${page.isHere ? ' (already here)' : ''}`}
                checked={chosen.some(({ id }) => id === page.id)}
                onChange={(isChosen) =>
                  onChange(isChosen ? [...chosen, page] : chosen.filter(({ id }) => id !== page.id))
                }
              />
            </li>
          ))}
          {list.hasNextPage && (
            <li className="pt-2">
              <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {list.isFetchingNextPage ? 'Loading…' : 'Show more'}
              </Button>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
