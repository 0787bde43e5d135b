/** The way in through the operator's OpenID Connect provider, where there is one. */
import { configuration } from '../../../lib/supabase.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { signInAtProvider } from '../api/sign-in-at-provider.ts';
import { useSubmission } from '../state/use-submission.ts';

/** @param next where the person goes once they are signed in */
export function ProviderButton({ next }: { readonly next: string }) {
  const { signInProvider } = configuration;
  const { submit, pending, error } = useSubmission(
    () => signInAtProvider(next),
    () => {},
  );
  if (signInProvider === undefined) return null;
  return (
    <div className="mb-4 flex flex-col gap-4">
      {error && (
        <Notice kind="error" failure={error}>
          {error.message}
        </Notice>
      )}
      <Button size="large" busy={pending} onClick={() => void submit()}>
        <span className="truncate">Continue with {signInProvider}</span>
      </Button>
      <p className="flex items-center gap-3 text-[0.8125rem] text-ink-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        or
      </p>
    </div>
  );
}
