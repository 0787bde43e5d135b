/** A searched list, page by page: what is on its way, what failed, and that nothing was found. */
import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, type LucideIcon, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { INPUT_CLASSES } from '../../../ui/fields/text-field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../../ui/states/skeleton.tsx';
import { PAGE_SIZE } from '../api/operator-queries.ts';
import { number } from '../state/words.ts';

interface ListProps<Data> {
  /** As in "… could not be shown." */
  readonly name: string;
  readonly query: UseQueryResult<Data>;
  readonly isEmpty: (data: Data) => boolean;
  readonly empty: { readonly icon: LucideIcon; readonly text: string };
  readonly children: (data: Data, isBusy: boolean) => ReactNode;
}

export function List<Data>({ name, query, isEmpty, empty, children }: ListProps<Data>) {
  const { data, error, isPlaceholderData, refetch } = query;
  if (error && data === undefined)
    return (
      <ErrorState
        title={`${name} could not be shown.`}
        failure={error}
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {error.message}
      </ErrorState>
    );
  if (data === undefined) return <SkeletonRows rows={6} label={`Loading: ${name}`} />;
  return (
    <>
      {error && (
        <Notice kind="warning" title={`${name} could not be read again.`} failure={error}>
          <p>{error.message} This is from before.</p>
        </Notice>
      )}
      {isEmpty(data) ? <EmptyState {...empty} /> : children(data, isPlaceholderData)}
    </>
  );
}

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <div className="relative min-w-0 flex-1 basis-56">
      <Search
        aria-hidden
        className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2 text-ink-muted"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`${INPUT_CLASSES} ps-9`}
      />
    </div>
  );
}

interface PagesProps {
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly shown: number;
  /** Undefined where nobody has counted. */
  readonly total?: number;
  readonly hasMore: boolean;
}

/** Nothing where everything is on one page. */
export function Pages({ page, onPage, shown, total, hasMore }: PagesProps) {
  const first = (page - 1) * PAGE_SIZE + 1;
  const range = `${number(first)}–${number(first + shown - 1)}`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-ink-muted">
      <p role="status">{total === undefined ? range : `${range} of ${number(total)}`}</p>
      {(page > 1 || hasMore) && (
        <div className="flex gap-2">
          <Button disabled={page === 1} onClick={() => onPage(page - 1)}>
            <ChevronLeft aria-hidden className="size-4 rtl:rotate-180" />
            Previous
          </Button>
          <Button disabled={!hasMore} onClick={() => onPage(page + 1)}>
            Next
            <ChevronRight aria-hidden className="size-4 rtl:rotate-180" />
          </Button>
        </div>
      )}
    </div>
  );
}
