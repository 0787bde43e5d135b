/** A link to be passed on: shown whole, so that it can also be copied by hand. */
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { COPY_BY_HAND, copyText } from '../../lib/browser/copy-text.ts';
import { Button } from '../button.tsx';
import { toast } from '../toasts/toasts.ts';
import { INPUT_CLASSES, TextField } from './text-field.tsx';

interface CopyLinkProps {
  readonly label: string;
  /** False where the words beside it say the same; the label is read aloud. */
  readonly isLabelShown?: boolean;
  readonly link: string;
}

export function CopyLink({ label, isLabelShown = true, link }: CopyLinkProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    if (!(await copyText(link)))
      return toast('error', 'The link could not be copied', { description: COPY_BY_HAND });
    setCopied(true);
    toast('success', 'Link copied');
  };
  const Icon = isCopied ? Check : Copy;
  const input = {
    readOnly: true,
    value: link,
    onFocus: (event: React.FocusEvent<HTMLInputElement>) => event.target.select(),
  };
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        {isLabelShown ? (
          <TextField label={label} {...input} />
        ) : (
          <input aria-label={label} className={INPUT_CLASSES} {...input} />
        )}
      </div>
      <Button
        className="max-sm:min-h-10.5"
        aria-label={isLabelShown ? undefined : `Copy ${label.toLowerCase()}`}
        onClick={() => void copy()}
      >
        <Icon aria-hidden className="size-4" />
        Copy
      </Button>
    </div>
  );
}
