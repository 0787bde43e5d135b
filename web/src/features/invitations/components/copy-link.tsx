/** A link that is shown only once, with a button that copies it. */
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { COPY_BY_HAND, copyText } from '../../../lib/browser/copy-text.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toasts/toasts.ts';

interface CopyLinkProps {
  readonly link: string;
  /** Names the link for screen readers. */
  readonly label: string;
}

export function CopyLink({ link, label }: CopyLinkProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    if (await copyText(link)) setCopied(true);
    else toast('error', 'The link could not be copied', { description: COPY_BY_HAND });
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <div className="flex items-center gap-2">
      <input
        readOnly
        aria-label={label}
        value={link}
        onFocus={(event) => event.target.select()}
        className="h-9 w-full min-w-0 truncate rounded-md border border-line bg-sunken px-3 text-base text-ink-muted sm:text-sm"
      />
      <Button aria-label={`Copy ${label.toLowerCase()}`} onClick={() => void copy()}>
        <Icon aria-hidden className="size-4" />
        {isCopied ? 'Copied' : 'Copy link'}
      </Button>
    </div>
  );
}
