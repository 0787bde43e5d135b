/** One version: its author and time, its changes, and the way back to it. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useMemo } from 'react';
import { fullTime } from '../../../lib/format-time.ts';
import { Button } from '../../../ui/button.tsx';
import { type HistoryPage, versionTextsQuery } from '../api/version-queries.ts';
import { changedTexts } from '../state/changed-texts.ts';
import { useRestore } from '../state/use-restore.ts';
import { allAuthorNames, type Version, type VersionTexts } from '../state/version.ts';
import { AuthorNames } from './author-names.tsx';
import { ChangedTexts } from './changed-texts.tsx';

interface VersionChangesProps {
  readonly pageId: string;
  readonly page: HistoryPage;
  readonly version: Version;
}

const NOTHING: VersionTexts = { name: '', description: '', content: '' };

export function VersionChanges({ pageId, page, version }: VersionChangesProps) {
  const { data } = useSuspenseQuery(versionTextsQuery(pageId, version));
  const { restore, isRestoring } = useRestore(pageId);
  const isCurrent = version.savedAt === page.updatedAt;
  const texts = data?.texts ?? NOTHING;
  const before = data?.before ?? NOTHING;
  const changes = useMemo(() => changedTexts(before, texts), [texts, before]);
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-base font-semibold">{fullTime(new Date(version.savedAt))}</h2>
          <p className="truncate text-ink-muted" title={allAuthorNames(version)}>
            {data?.before ? 'Changes by ' : 'First version by '}
            <AuthorNames version={version} />
          </p>
        </div>
        {!isCurrent && !page.isArchived && (
          <Button busy={isRestoring} onClick={() => restore(texts)}>
            <RotateCcw aria-hidden className="size-4" />
            {isRestoring ? 'Restoring…' : 'Restore this version'}
          </Button>
        )}
      </header>
      {changes.length === 0 && (
        <p className="text-ink-muted">This version has the same text as the one before.</p>
      )}
      <ChangedTexts changes={changes} />
    </>
  );
}
