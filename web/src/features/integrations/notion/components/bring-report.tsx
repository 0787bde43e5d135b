/** The outcome of an import from Notion, page by page. */
import { Notice } from '../../../../ui/notice.tsx';
import type { BroughtPage } from '../state/brought-page.ts';

interface BringReportProps {
  readonly report: readonly BroughtPage[];
  /** It was not stopped. */
  readonly isWhole: boolean;
}

const STATUS: Readonly<Record<BroughtPage['status'], string>> = {
  imported: 'Came',
  here: 'Not imported again',
  skipped: 'Left out',
};

export function BringReport({ report, isWhole }: BringReportProps) {
  const came = report.filter(({ status }) => status === 'imported').length;
  const pages = `${came} ${came === 1 ? 'page' : 'pages'}`;
  return (
    <div className="flex flex-col gap-4">
      {isWhole && came > 0 ? (
        <Notice kind="success">Imported {pages}</Notice>
      ) : (
        <Notice kind="warning">{isWhole ? 'No page was imported' : `Stopped after ${pages}`}</Notice>
      )}
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard, too
        tabIndex={0}
        aria-label="Pages from Notion"
        className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line px-3 text-[0.8125rem]"
      >
        {report.map(({ id, name, status, note }) => (
          <li key={id} className="py-2">
            <span className="wrap-anywhere">{name || 'Untitled'}</span>
            <span className="block text-ink-muted">
              {STATUS[status]}
              {note !== '' && `: ${note}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
