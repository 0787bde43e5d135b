/** Why somebody came back from the provider without being signed in. */
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { paths } from '../../../lib/paths.ts';
import { configuration } from '../../../lib/supabase.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { ProviderRefusal } from '../state/provider-refusal.ts';
import { AuthFrame } from './auth-frame.tsx';

export function ProviderFailed({ refusal }: { readonly refusal: ProviderRefusal }) {
  const name = configuration.signInProvider ?? 'your provider';
  const reasons: Readonly<Record<ProviderRefusal, string>> = {
    provider_email_needs_verification: `${name} has not verified your email address. Verify it there, then sign in again.`,
    signup_disabled: sentences.signUpDisabled,
    user_banned: sentences.suspended,
    bad_oauth_state: 'This took too long, or was begun in another browser. Please try again.',
    bad_oauth_callback: `The sign-in at ${name} failed. Please try again.`,
    unexpected_failure: `${name} does not answer. Please try again later.`,
  };
  return (
    <AuthFrame title="You are not signed in">
      <div className="flex flex-col gap-4">
        <Notice kind="error">{reasons[refusal]}</Notice>
        <ButtonLink to={paths.login} look="primary" size="large">
          Back to sign in
        </ButtonLink>
      </div>
    </AuthFrame>
  );
}
