/**
 * Signs in by the tokens of a link, as the link's code would. Asks first when somebody else is signed in: an
 * attacker's link must not make a person write into another account unawares.
 */
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useOnce } from '../../../../lib/hooks/use-once.ts';
import { paths } from '../../../../lib/paths.ts';
import { claimsOf } from '../../../../lib/session/token-claims.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { discard, enter, redeem } from '../../api/enter-by-link.ts';
import { useAuth } from '../../state/auth-provider.tsx';
import type { LinkProof } from '../../state/link-arrival.ts';
import { type RecoveryTokens, storeRecoveryTokens } from '../../state/recovery-tokens.ts';
import { AuthFrame } from '../auth-frame.tsx';

interface EnterByLinkProps {
  readonly proof: LinkProof;
  /** Told whose account it is. */
  readonly onEntered: (userId: string) => void;
  /** Shown when the link is no good. */
  readonly expired: ReactNode;
}

const TITLES: Readonly<Record<string, string>> = {
  signup: 'Confirm your email address',
  email_change: 'Confirm your new email address',
  recovery: 'Reset your password',
  invite: 'You are invited to Trellis',
};

// A proof works once, and effects run twice in development.
const redeemed = new WeakMap<LinkProof, ReturnType<typeof redeem>>();

export function EnterByLink({ proof, onEntered, expired }: EnterByLinkProps) {
  const { user } = useAuth().state;
  const navigate = useNavigate();
  const [asked, setAsked] = useState<RecoveryTokens>();
  const [failed, setFailed] = useState(false);
  // The hash of a token stands in the mail itself, and a scanner may run scripts: only a click uses it.
  const [isWanted, setWanted] = useState(proof.kind === 'tokens');
  const takeOver = async (tokens: RecoveryTokens) => {
    setAsked(undefined);
    try {
      await enter(tokens);
    } catch {
      return setFailed(true);
    }
    onEntered(String(claimsOf(tokens.accessToken).sub));
  };
  const take = async () => {
    setWanted(true);
    const redemption = redeemed.get(proof) ?? redeem(proof);
    redeemed.set(proof, redemption);
    const tokens = await redemption.catch(() => undefined);
    if (!tokens) return setFailed(true);
    if (proof.type === 'recovery') {
      storeRecoveryTokens(tokens);
      return navigate(paths.resetPassword, { replace: true });
    }
    const isOther = user !== null && claimsOf(tokens.accessToken).sub !== user.id;
    if (isOther) setAsked(tokens);
    else await takeOver(tokens);
  };
  useOnce(() => {
    if (isWanted) void take();
  });

  if (failed) return expired;
  if (!isWanted)
    return (
      <AuthFrame title={TITLES[proof.type] ?? 'Sign in to Trellis'}>
        <Button look="primary" size="large" onClick={() => void take()}>
          Continue
        </Button>
      </AuthFrame>
    );
  if (!asked)
    return (
      <AuthFrame title="Signing you in…">
        <p role="status" className="text-ink-muted">
          One moment.
        </p>
      </AuthFrame>
    );
  const email = String(claimsOf(asked.accessToken).email ?? '');
  return (
    <AuthFrame
      title="Switch accounts?"
      description={
        <>
          You are signed in as <Address>{user?.email}</Address>. This link is for <Address>{email}</Address>.
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Button look="primary" size="large" onClick={() => void takeOver(asked)}>
          Switch accounts
        </Button>
        <ButtonLink to={paths.dashboard} size="large" onClick={() => void discard(asked)}>
          Stay signed in
        </ButtonLink>
      </div>
    </AuthFrame>
  );
}

function Address({ children }: { readonly children: ReactNode }) {
  return <span className="font-medium break-words text-ink">{children}</span>;
}
