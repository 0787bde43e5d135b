/** The secret for those who cannot scan it, in groups that can be read aloud, with a way to copy it. */
import { useState } from 'react';
import { COPY_BY_HAND, copyText } from '../../../../lib/browser/copy-text.ts';
import { Button } from '../../../../ui/button.tsx';

export function SecretText({ secret }: { readonly secret: string }) {
  const [outcome, setOutcome] = useState('');
  const copy = async () => setOutcome((await copyText(secret)) ? 'Copied.' : COPY_BY_HAND);
  return (
    <div className="flex min-w-0 flex-col items-start gap-2">
      <p className="text-ink-muted">Cannot scan? Enter this key in the app:</p>
      <p
        data-testid="secret"
        className="rounded-md bg-sunken px-2.5 py-1.5 font-mono text-sm break-words tabular-nums select-all"
      >
        {secret.match(/.{1,4}/g)?.join(' ')}
      </p>
      <Button onClick={copy}>Copy key</Button>
      <p role="status" className="text-[0.8125rem] text-ink-muted empty:sr-only">
        {outcome}
      </p>
    </div>
  );
}
