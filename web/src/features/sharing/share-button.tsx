/** In the page's bar: that it is private or public, and the way to change that. */
import { Share2 } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { Visibility } from './visibility.ts';
import { VisibilityMark } from './visibility-mark.tsx';

interface ShareButtonProps {
  /** Who sees the page, also by a page above it; undefined while that is not known. */
  readonly visibility: Visibility | undefined;
  /** The name of the page above that decides it. */
  readonly because: string | undefined;
  readonly onShare: () => void;
}

export function ShareButton({ visibility, because, onShare }: ShareButtonProps) {
  return (
    <>
      <VisibilityMark visibility={visibility} because={because} />
      <Button look="quiet" onClick={onShare} className="min-h-8! px-2! py-1!">
        <Share2 aria-hidden className="size-4" />
        {/* A narrow bar needs the room for the page’s name. */}
        <span className="sr-only lg:not-sr-only">Share</span>
      </Button>
    </>
  );
}
