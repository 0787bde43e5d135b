/** An import's outcome: by kind what came, then what did not come, and why. */

import { ChevronRight } from 'lucide-react';
import { setApart } from '../../../../../markdown/src/text/right-to-left.ts';
import { Notice } from '../../../ui/notice.tsx';
import type { ImportReport } from '../archive/import-report.ts';
import { counted, countFiles, countPages } from '../plan/count-pages.ts';

// Nobody reads a longer list, and it is slow to show.
const LISTED = 500;
// As many as one sentence holds.
const NAMED = 3;

const KINDS = [
  ['picture', 'picture', 'pictures'],
  ['film', 'video', 'videos'],
  ['sound', 'sound', 'sounds'],
  ['pdf', 'PDF', 'PDFs'],
  ['other', 'other file', 'other files'],
] as const;

export function ImportReportView({ report }: { readonly report: ImportReport }) {
  const { imported, absent, skipped, notes, unlinked } = report;
  return (
    <div className="flex flex-col gap-4">
      <Outcome report={report} />
      {unlinked > 0 && (
        <p>
          No page shows {countFiles(unlinked)}: you find {unlinked === 1 ? 'it' : 'them'} on the page “Other
          files”.
        </p>
      )}
      <Listing
        title={`${countFiles(absent.length)} ${absent.length === 1 ? 'was' : 'were'} missing`}
        entries={absent.map((path) => ({ path, note: '' }))}
      />
      {skipped.map(({ reason, paths }) => (
        <Listing
          key={reason}
          title={`${countFiles(paths.length)} left out: ${reason}`}
          entries={paths.map((path) => ({ path, note: '' }))}
        />
      ))}
      <Listing title={counted(notes.length, 'file worth a look', 'files worth a look')} entries={notes} />
      <Listing title={countPages(imported.length)} entries={imported} isClosed />
    </div>
  );
}

function Outcome({ report }: { readonly report: ImportReport }) {
  const { imported, missing, missingFiles } = report;
  const along = filesThatCame(report);
  if (missing > 0 || missingFiles > 0) {
    const left = [
      ...(missing > 0 ? [countPages(missing)] : []),
      ...(missingFiles > 0 ? [countFiles(missingFiles)] : []),
    ];
    return (
      <Notice kind="warning" title={`Stopped after ${countPages(imported.length)}`}>
        Not imported: {left.join(' and ')}. The imported pages are in your workspace.
      </Notice>
    );
  }
  if (imported.length === 0) return <Notice kind="warning">No page was imported</Notice>;
  return (
    <Notice kind="success" title={`Imported ${countPages(imported.length)}`}>
      {along !== '' && `${along} came along.`}
    </Notice>
  );
}

/** "135 pictures and 2 videos". */
function filesThatCame({ files }: ImportReport): string {
  const came = KINDS.flatMap(([kind, one, many]) => {
    const count = files[kind];
    return count === undefined ? [] : [counted(count, one, many)];
  });
  return new Intl.ListFormat('en').format(came);
}

interface ListingProps {
  readonly title: string;
  readonly entries: readonly { readonly path: string; readonly note: string }[];
  readonly isClosed?: boolean;
}

/** A few files are named in the line itself. */
function Listing({ title, entries, isClosed = false }: ListingProps) {
  if (entries.length === 0) return null;
  if (!isClosed && entries.length <= NAMED && entries.every(({ note }) => note === ''))
    return (
      <p className="wrap-anywhere">
        {title.replace(/\.$/, '')}: {entries.map(({ path }) => setApart(path)).join(', ')}
      </p>
    );
  return (
    <details className="group">
      <summary className="flex min-h-6 cursor-pointer list-none items-center gap-1 font-medium [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-ink-muted transition-transform group-open:rotate-90"
        />
        {title}
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
