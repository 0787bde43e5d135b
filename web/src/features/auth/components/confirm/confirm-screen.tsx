/** /auth/confirm: the target of the links in mails, but for those that set a new password. */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Navigate } from 'react-router';
import { destinationAfterSignIn, paths } from '../../../../lib/paths.ts';
import { claimsOf } from '../../../../lib/session/token-claims.ts';
import { ButtonLink } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { useAuth } from '../../state/auth-provider.tsx';
import type { LinkArrival } from '../../state/link-arrival.ts';
import { AuthFrame, TextLink } from '../auth-frame.tsx';
import { ResendConfirmationButton } from '../resend-confirmation-button.tsx';
import { EnterByLink } from './enter-by-link.tsx';
import { ProviderFailed } from './provider-failed.tsx';
import { useHasPassword } from './use-has-password.ts';

// Few links need it: those of invited people, who have no password.
const ChoosePasswordScreen = lazy(async () => ({
  default: (await import('./choose-password-screen.tsx')).ChoosePasswordScreen,
}));

/** Links that say nothing about an address: a person who follows one wants to get in. */
const FOR_SIGNING_IN: ReadonlySet<string | undefined> = new Set(['magiclink', 'email', 'invite']);

export function ConfirmScreen({ outcome, proof, next, refusal, fault, isClaimed }: LinkArrival) {
  const { state } = useAuth();
  /** The account that the link's tokens have opened. */
  const [entered, setEntered] = useState<string>();
  const isIn = state.isAuthenticated && (proof === undefined || state.user?.id === entered);
  // Who signs in at a provider needs no password here.
  const needsPassword = !isFromProvider(state.session?.access_token);
  const hasPassword = useHasPassword(isIn && needsPassword) ?? (needsPassword ? undefined : true);
  if (refusal) return <ProviderFailed refusal={refusal} fault={fault} />;
  if (outcome === 'expired' || outcome === 'nothing') return <ExpiredLink />;
  // The link's code is being exchanged for a session.
  if (!state.isInitialized || state.loading) return <Waiting title="Confirming your email…" />;
  if (proof && entered === undefined)
    return <EnterByLink proof={proof} onEntered={setEntered} expired={<ExpiredLink />} />;
  if ((proof && !isIn) || (isIn && hasPassword === undefined)) return <Waiting title="Signing you in…" />;
  if (state.session && hasPassword === false)
    return (
      <Suspense fallback={<Waiting title="Signing you in…" />}>
        <ChoosePasswordScreen session={state.session} destination={destinationAfterSignIn({ from: next })} />
      </Suspense>
    );
  const origin = next === undefined ? undefined : { from: next };
  const goOn = (
    // The link may have been opened on another device than the one that signed up.
    <ButtonLink
      to={state.isAuthenticated ? paths.dashboard : paths.login}
      state={origin}
      look="primary"
      size="large"
    >
      {state.isAuthenticated ? 'Go to your dashboard' : 'Sign in'}
    </ButtonLink>
  );
  if (isClaimed && state.isAuthenticated)
    return <AccountClaimed destination={destinationAfterSignIn(origin)} />;
  if (outcome === 'half-confirmed')
    return (
      <Said
        title="One more link"
        text="This address is confirmed. Now open the link that was sent to your other address."
      >
        {goOn}
      </Said>
    );
  const goesOn = origin !== undefined || FOR_SIGNING_IN.has(proof?.type);
  if (goesOn && state.isAuthenticated) return <Navigate to={destinationAfterSignIn(origin)} replace />;
  return (
    <Said title="Email confirmed" text="Your email address is confirmed.">
      {goOn}
    </Said>
  );
}

/** By the way in which the session began (`amr`, RFC 8176). */
function isFromProvider(accessToken: string | undefined): boolean {
  const { amr } = accessToken === undefined ? {} : claimsOf(accessToken);
  return Array.isArray(amr) && amr.some(({ method }) => method === 'oauth');
}

function Waiting({ title }: { readonly title: string }) {
  return (
    <AuthFrame title={title}>
      <p role="status" className="text-ink-muted">
        One moment.
      </p>
    </AuthFrame>
  );
}

interface SaidProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Said({ title, text, children }: SaidProps) {
  return (
    <AuthFrame title={title}>
      <div className="flex flex-col gap-4">
        <Notice kind="success">{text}</Notice>
        {children}
      </div>
    </AuthFrame>
  );
}

function AccountClaimed({ destination }: { readonly destination: string }) {
  return (
    <AuthFrame title="This account is yours now">
      <div className="flex flex-col gap-4">
        <Notice kind="warning">
          Somebody, maybe you, had made an account with your email address before, and nobody had proven that
          the address was theirs. Its password, its two-step verification, its sign-ins on other devices, and
          its invitations have ended.
        </Notice>
        <p className="text-ink-muted">
          If it was not you, look at the account’s name, its pages, and the members of its workspaces.
        </p>
        <ButtonLink to={destination} look="primary" size="large">
          Continue
        </ButtonLink>
      </div>
    </AuthFrame>
  );
}

function ExpiredLink() {
  const [email, setEmail] = useState('');
  return (
    <AuthFrame
      title="Link expired"
      description="Links work once, and for a limited time. Enter your address to get a new one."
      footer={<TextLink to={paths.login}>Back to sign in</TextLink>}
    >
      <div className="flex flex-col gap-4">
        <Notice kind="error">This confirmation link is invalid or has expired.</Notice>
        <TextField
          label="Email address"
          type="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <ResendConfirmationButton email={email} isMain />
      </div>
    </AuthFrame>
  );
}
