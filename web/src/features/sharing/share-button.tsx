/** In the page's bar: that it is private or public, and the way to change that. */
import { Share2 } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { VISIBILITIES, type Visibility } from './visibility.ts';

interface ShareButtonProps {
  /** Who sees the page, also by a private page above it; undefined while that is not known. */
  readonly visibility: Visibility | undefined;
  readonly onShare: () => void;
}

export function ShareButton({ visibility, onShare }: ShareButtonProps) {
  return (
    <>
      {visibility !== 'workspace' && <VisibilityMark visibility={visibility} />}
      <Button look="quiet" onClick={onShare} className="min-h-8! px-2! py-1!">
        <Share2 aria-hidden className="size-4" />
        {/* A narrow bar needs the room for the page’s name. */}
        <span className="sr-only lg:not-sr-only">Share</span>
      </Button>
    </>
  );
}

/** Of a page that the workspace sees, as most are, nothing is said. */
function VisibilityMark({ visibility }: { readonly visibility: Visibility | undefined }) {
  const words = VISIBILITIES.find(({ value }) => value === visibility);
  if (!words) return null;
  const { name, meaning, icon: Icon } = words;
  return (
    <span
      title={meaning}
      className="inline-flex shrink-0 items-center gap-1.5 px-1 text-[0.8125rem] text-ink-muted"
    >
      <Icon aria-hidden className="size-3.5" />
      <span className="sr-only lg:not-sr-only">{name}</span>
    </span>
  );
}
