/** Says beside a page's name that it is private or public. Of a page that the workspace sees, as most are, nothing is said. */
import { Globe, Lock } from 'lucide-react';
import type { TreePage } from '../state/page-forest.ts';

export function VisibilityMark({ page }: { readonly page: TreePage }) {
  if (page.visibility !== 'private' && page.visibility !== 'public') return null;
  const [Icon, name] = page.visibility === 'private' ? [Lock, 'Private'] : [Globe, 'Public'];
  return <Icon role="img" aria-label={name} className="me-1 size-3 shrink-0 opacity-80" />;
}
