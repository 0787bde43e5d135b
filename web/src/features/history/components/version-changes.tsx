/** A version: its author and time, its changes since another one, and the way back to it. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { fullTime } from '../../../lib/format/format-time.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { type HistoryPage, versionTextsQuery } from '../api/version-queries.ts';
import { changedTexts } from '../state/changed-texts.ts';
import { useRestore } from '../state/use-restore.ts';
import { allAuthorNames, authorNames, type Version, type VersionTexts } from '../version.ts';
import { AuthorNames } from './author-names.tsx';
import { ChangedTexts } from './changed-texts.tsx';

interface VersionChangesProps {
  readonly pageId: string;
  readonly page: HistoryPage;
  readonly version: Version;
  /** As far as they are listed, newest first. */
  readonly versions: readonly Version[];
}

const BEFORE = 'before';
const NOTHING: VersionTexts = { name: '', description: '', content: '' };

export function VersionChanges({ pageId, page, version, versions }: VersionChangesProps) {
  const { other, choose } = useComparison(version, versions);
  const { data } = useSuspenseQuery(versionTextsQuery(pageId, version));
  const { data: compared } = useSuspenseQuery(versionTextsQuery(pageId, other ?? version));
  const { restore, isRestoring } = useRestore(pageId);
  const isCurrent = version.savedAt === page.updatedAt;
  const texts = data?.texts ?? NOTHING;
  const before = (other ? compared?.texts : data?.before) ?? NOTHING;
  const isOlder = other !== undefined && other.savedAt > version.savedAt;
  const changes = useMemo(
    () => (isOlder ? changedTexts(texts, before) : changedTexts(before, texts)),
    [texts, before, isOlder],
  );
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
        {!isCurrent && page.isLocked && (
          <p className="text-ink-muted">Unlock the page to restore a version.</p>
        )}
        {!isCurrent && !page.isArchived && !page.isLocked && (
          <Button busy={isRestoring} onClick={() => restore(texts)}>
            <RotateCcw aria-hidden className="size-4" />
            {isRestoring ? 'Restoring…' : 'Restore this version'}
          </Button>
        )}
      </header>
      {versions.length > 2 && (
        <div className="max-w-sm">
          <Select
            label={isOlder ? 'Changes until' : 'Changes since'}
            choices={[
              { value: BEFORE, label: 'The version before' },
              ...versions
                .filter(({ id }) => id !== version.id)
                .map((each) => ({
                  value: each.id,
                  label: `${fullTime(new Date(each.savedAt))} · ${authorNames(each)}`,
                })),
            ]}
            value={other?.id ?? BEFORE}
            onChange={choose}
          />
        </div>
      )}
      {changes.length === 0 && (
        <p className="text-ink-muted">
          {other ? 'Both versions have the same text.' : 'This version has the same text as the one before.'}
        </p>
      )}
      <ChangedTexts changes={changes} />
    </>
  );
}

/** The version that this one is compared with, kept in the address; undefined for the one before it. */
function useComparison(version: Version, versions: readonly Version[]) {
  const [parameters, setParameters] = useSearchParams();
  const wanted = parameters.get('with');
  const other = versions.find(({ id }) => id === wanted && id !== version.id);
  const choose = (id: string) =>
    setParameters(id === BEFORE ? { version: version.id } : { version: version.id, with: id });
  return { other, choose };
}
