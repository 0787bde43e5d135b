/** A link to be passed on: shown whole, so that it can also be copied by hand. */
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { COPY_BY_HAND, copyText } from '../../../lib/browser/copy-text.ts';
import { absoluteUrl } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { toast } from '../../../ui/toasts/toasts.ts';

export function CopyLink({ label, path }: { readonly label: string; readonly path: string }) {
  const [isCopied, setCopied] = useState(false);
  const address = absoluteUrl(path);
  const copy = async () => {
    if (!(await copyText(address)))
      return toast('error', 'The link could not be copied', { description: COPY_BY_HAND });
    setCopied(true);
    toast('success', 'Link copied');
  };
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <TextField label={label} readOnly value={address} onFocus={(event) => event.target.select()} />
      </div>
      <Button className="max-sm:min-h-10.5" onClick={() => void copy()}>
        {isCopied ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
        Copy
      </Button>
    </div>
  );
}
