/** The second step of signing in: a code, or signing out instead. */
import type { Session } from '@supabase/supabase-js';
import { verifiedFactors } from '../../../../lib/session/second-step.ts';
import { signOut } from '../../api/sign-out.ts';
import { AuthFrame, TextButton } from '../auth-frame.tsx';
import { SecondStepForm } from './second-step-form.tsx';

export function SecondStepScreen({ session }: { readonly session: Session }) {
  return (
    <AuthFrame
      title="Two-step verification"
      description="Enter the code that your authenticator app shows for Trellis."
      footer={
        <>
          Signed in as <span className="font-medium break-words text-ink">{session.user.email}</span>.{' '}
          <TextButton onClick={() => void signOut()}>Sign out instead</TextButton>
        </>
      }
    >
      {/* Done, the new token arrives as an event, and the gate opens. */}
      <SecondStepForm factors={verifiedFactors(session)} onDone={() => {}} />
    </AuthFrame>
  );
}
