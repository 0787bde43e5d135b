/** The pages that were opened last on this device, or nothing before there are any. */
import type { ReactNode } from 'react';
import { useOpenedPages } from '../../../../lib/page/recent-page-ids.ts';
import { useSignedIn } from '../../../../lib/session/signed-in.ts';
import { useKnownPageForest } from '../../api/use-page-forest.ts';
import { PageLinks } from './page-links.tsx';

const SHOWN = 5;

interface RecentPagesProps {
  readonly organizationId: string;
  readonly onNavigate: (() => void) | undefined;
  /** Wraps the list. */
  readonly frame: (list: ReactNode) => ReactNode;
}

export function RecentPages({ organizationId, onNavigate, frame }: RecentPagesProps) {
  const { user } = useSignedIn();
  const forest = useKnownPageForest(organizationId);
  const pages = useOpenedPages(user.id)
    .flatMap((id) => forest?.pages.get(id) ?? [])
    .slice(0, SHOWN);
  if (!forest || pages.length === 0) return null;
  return frame(
    <PageLinks organizationId={organizationId} forest={forest} pages={pages} onNavigate={onNavigate} />,
  );
}
