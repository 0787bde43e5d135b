/** A page in the list: its name, where it is, and the line that answers the question, each with its words marked. */
import { FileText } from 'lucide-react';
import { shortPath } from '../../../lib/format/short-path.ts';
import { pageTitle } from '../../../lib/page/page-title.ts';
import { PageIcon } from '../../../ui/icons/page-icon.tsx';
import type { FoundPage } from '../found-page.ts';
import { fromWord } from '../matches.ts';
import { Marked } from './marked.tsx';

interface PageResultProps {
  readonly page: FoundPage;
  readonly icon: string | undefined;
  readonly path: readonly string[];
  readonly question: string;
}

export function PageResult({ page, icon, path, question }: PageResultProps) {
  const name = pageTitle(page.name);
  return (
    <>
      {icon === undefined ? (
        <FileText aria-hidden className="self-start mt-0.5" />
      ) : (
        <PageIcon icon={icon} className="self-start" />
      )}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex min-w-0 items-baseline gap-2">
          <span dir="auto" className="min-w-0 truncate font-medium" title={name}>
            <Marked text={name} question={question} />
          </span>
          {path.length > 0 && (
            // The name gives way only when hardly anything is left of the path.
            <span
              title={path.join(' / ')}
              className="min-w-16 shrink-[9999] truncate text-[0.8125rem] text-ink-muted"
            >
              {shortPath(path).join(' / ')}
            </span>
          )}
          {page.match === 'similar' && <span className="shrink-0 text-xs text-ink-muted">Similar</span>}
        </span>
        {page.snippet !== null && (
          <span dir="auto" className="truncate text-left text-[0.8125rem] text-ink-muted">
            <Marked text={fromWord(page.snippet, question)} question={question} />
          </span>
        )}
      </span>
    </>
  );
}
