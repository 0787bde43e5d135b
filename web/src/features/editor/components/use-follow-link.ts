/** Goes where a link of the page leads: inside the app without leaving it, elsewhere in a tab of its own. */
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { linkTarget } from '../markdown/link-target.ts';

export function useFollowLink(): (address: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (address) => {
      const target = linkTarget(address, location.origin);
      if (target.kind === 'inside') void navigate(target.path);
      else if (target.kind === 'outside') window.open(target.url, '_blank', 'noopener,noreferrer');
    },
    [navigate],
  );
}
