/** Which public pages share their subpages. */
import { usePageShares } from './api/page-shares.ts';

/** @param isAsked false where no page is public */
export function useSharingPages(organizationId: string, isAsked: boolean): ReadonlySet<string> {
  const shares = usePageShares(organizationId, isAsked);
  return new Set(shares.filter((share) => share.with_subpages).map(({ page_id }) => page_id));
}
