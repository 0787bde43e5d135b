/** /auth/reset-password: takes the tokens out of the address before anything is drawn. */
import { useLoaderData } from 'react-router';
import { isRecoveryGood } from '../../../features/auth/api/verify-recovery.ts';
import { ResetPasswordScreen } from '../../../features/auth/components/reset-password-screen.tsx';
import { takeRecoveryTokens } from '../../../features/auth/state/recovery-tokens.ts';

export function loader() {
  const tokens = takeRecoveryTokens();
  // Not awaited: the screen says meanwhile that it waits.
  return { tokens, isGood: tokens ? isRecoveryGood(tokens) : Promise.resolve(false) };
}

export function Component() {
  const { tokens, isGood } = useLoaderData<typeof loader>();
  return <ResetPasswordScreen tokens={tokens} isGood={isGood} />;
}
