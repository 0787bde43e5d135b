/** The pages that were opened last on this device, or nothing before there are any. */
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useMatch } from 'react-router';
import { useStoredValue } from '../../../../lib/browser/stored-value.ts';
import { paths } from '../../../../lib/paths.ts';
import { useSignedIn } from '../../../../lib/session/signed-in.ts';
import { useKnownPageForest } from '../../api/use-page-forest.ts';
import { PageLinks } from './page-links.tsx';

const SHOWN = 5;
// Some more, so that five are left when others are deleted.
const REMEMBERED = 20;

interface RecentPagesProps {
  readonly organizationId: string;
  readonly onNavigate: (() => void) | undefined;
  /** What is put around the list. */
  readonly frame: (list: ReactNode) => ReactNode;
}

export function RecentPages({ organizationId, onNavigate, frame }: RecentPagesProps) {
  const { user } = useSignedIn();
  const forest = useKnownPageForest(organizationId);
  const [recent, setRecent] = useStoredValue<string[]>(
    `trellis-recent-${organizationId}-${user.id}`,
    [],
    isListOfIds,
  );
  const opened = useMatch(paths.pagePattern)?.params.pageId;
  const remember = useEffectEvent((id: string) =>
    setRecent([id, ...recent.filter((other) => other !== id)].slice(0, REMEMBERED)),
  );
  useEffect(() => {
    if (opened !== undefined) remember(opened);
  }, [opened]);

  const pages = recent.flatMap((id) => forest?.pages.get(id) ?? []).slice(0, SHOWN);
  if (!forest || pages.length === 0) return null;
  return frame(<PageLinks forest={forest} pages={pages} onNavigate={onNavigate} />);
}

function isListOfIds(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((id) => typeof id === 'string');
}
