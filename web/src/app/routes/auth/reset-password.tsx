/** /auth/reset-password: takes the tokens out of the address before anything is drawn. */
import { useLoaderData } from 'react-router';
import { ResetPasswordScreen } from '../../../features/auth/components/reset-password-screen.tsx';
import { takeRecoveryTokens } from '../../../features/auth/state/recovery-tokens.ts';

export function loader() {
  return takeRecoveryTokens() ?? null;
}

export function Component() {
  const tokens = useLoaderData<typeof loader>();
  return <ResetPasswordScreen tokens={tokens ?? undefined} />;
}
