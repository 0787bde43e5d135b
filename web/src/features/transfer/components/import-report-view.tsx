/** An import's outcome, file by file. */
import { ChevronRight } from 'lucide-react';
import { Notice } from '../../../ui/notice.tsx';
import type { FileNote } from '../archive/read-files.ts';
import { countPages } from '../state/count-pages.ts';
import type { ImportReport } from '../state/import-report.ts';

// Nobody reads a longer list, and it is slow to show.
const LISTED = 500;

export function ImportReportView({ report }: { readonly report: ImportReport }) {
  const { imported, skipped, notes, missing } = report;
  return (
    <div className="flex flex-col gap-4">
      {missing > 0 ? (
        <Notice kind="warning" title={`Stopped after ${countPages(imported.length)}`}>
          Not imported: {countPages(missing)}. The imported pages are in your workspace.
        </Notice>
      ) : imported.length > 0 ? (
        <Notice kind="success">Imported {countPages(imported.length)}</Notice>
      ) : (
        <Notice kind="warning">No page was imported</Notice>
      )}
      <Listing title="Left out" entries={skipped} isOpen />
      <Listing title="Worth a look" entries={notes} isOpen />
      <Listing title="Imported" entries={imported} />
    </div>
  );
}

interface ListingProps {
  readonly title: string;
  readonly entries: readonly FileNote[];
  readonly isOpen?: boolean;
}

function Listing({ title, entries, isOpen = false }: ListingProps) {
  if (entries.length === 0) return null;
  return (
    <details open={isOpen} className="group">
      <summary className="flex min-h-6 cursor-pointer list-none items-center gap-1 font-medium [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-ink-muted transition-transform group-open:rotate-90"
        />
        {title} ({entries.length.toLocaleString('en')})
      </summary>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard, too
        tabIndex={0}
        aria-label={title}
        className="mt-2 max-h-48 overflow-y-auto rounded-md border border-line p-2 text-[0.8125rem]"
      >
        {entries.slice(0, LISTED).map(({ path, note }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two files may have one name
          <li key={at} className="py-0.5">
            <span className="wrap-anywhere">{path}</span>
            {note !== '' && <span className="block text-ink-muted">{note}</span>}
          </li>
        ))}
        {entries.length > LISTED && (
          <li className="py-0.5 text-ink-muted">and {(entries.length - LISTED).toLocaleString('en')} more</li>
        )}
      </ul>
    </details>
  );
}
