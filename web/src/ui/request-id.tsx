/** Names the request that failed, for whoever can look into the server's log. A click copies it. */
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '../lib/browser/copy-text.ts';

export function RequestId({ id }: { readonly id: string | undefined }) {
  const [isCopied, setCopied] = useState(false);
  if (id === undefined) return null;
  const Icon = isCopied ? Check : Copy;
  return (
    <button
      type="button"
      className="flex items-center gap-1.5 rounded-sm py-1 text-start text-ink-muted text-xs hover:text-ink"
      onClick={async () => setCopied(await copyText(id))}
    >
      <span className="break-all">Request id {id}</span>
      <Icon aria-label={isCopied ? 'Copied' : 'Copy'} className="size-3 shrink-0" />
    </button>
  );
}
