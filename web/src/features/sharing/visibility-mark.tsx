/** Says with a page's name that it is private or public. It says nothing of a page that the workspace sees, as most are. */
import { Globe, Lock } from 'lucide-react';
import type { Visibility } from './visibility.ts';

interface VisibilityMarkProps {
  readonly visibility: Visibility | undefined;
  /** The name of the page above that decides it. */
  readonly because: string | undefined;
}

const MARKS = {
  private: { icon: Lock, name: 'Private', within: 'Private, inside' },
  public: { icon: Globe, name: 'Public', within: 'Public, as part of' },
} as const;

export function VisibilityMark({ visibility, because }: VisibilityMarkProps) {
  if (visibility !== 'private' && visibility !== 'public') return null;
  const { icon: Icon, name, within } = MARKS[visibility];
  const label = because === undefined ? name : `${within} “${because}”`;
  return (
    <span role="img" aria-label={label} title={label} className="me-1 shrink-0">
      <Icon aria-hidden className="size-3 opacity-80" />
    </span>
  );
}
