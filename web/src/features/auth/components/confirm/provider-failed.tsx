/** Why somebody came back from the provider without being signed in. */
import { sentences } from '../../../../lib/errors/error-catalogue.ts';
import { paths } from '../../../../lib/paths.ts';
import { configuration } from '../../../../lib/supabase.ts';
import { ButtonLink } from '../../../../ui/button.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import type { AddressFault, ProviderRefusal } from '../../state/provider-refusal.ts';
import { AuthFrame } from '../auth-frame.tsx';

interface ProviderFailedProps {
  readonly refusal: ProviderRefusal;
  readonly fault: AddressFault | undefined;
}

export function ProviderFailed({ refusal, fault = 'unverified' }: ProviderFailedProps) {
  const name = configuration.signInProvider ?? 'your provider';
  const faults: Readonly<Record<AddressFault, string>> = {
    absent: `${name} sent no email address. Ask whoever runs it to send your address to this site.`,
    malformed: `${name} sent an email address that no account can have. Ask whoever runs it to correct yours.`,
    unverified: `${name} has not verified your email address. Verify it there, then sign in again.`,
    unstated: `${name} does not say whether your email address is verified. Ask whoever runs it, or this Trellis.`,
    unclear: `${name} says neither yes nor no to whether your email address is verified. Ask whoever runs it, or this Trellis.`,
  };
  const reasons: Readonly<Record<ProviderRefusal, string>> = {
    provider_email_needs_verification: faults[fault],
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
