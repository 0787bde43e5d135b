/** "Check your email": the mail's link or code leads on from here. */
import type { ReactNode } from 'react';
import { LINK_CLASSES } from '../../../ui/link-classes.ts';
import { AuthFrame, TextButton } from './auth-frame.tsx';
import { CodeForm } from './code-form.tsx';

interface CheckEmailScreenProps {
  readonly description: ReactNode;
  readonly footer: ReactNode;
  readonly verifyCode: (code: string) => Promise<void>;
  readonly onVerified: () => void;
  /** The local outbox that shows the mail, if there is one. */
  readonly outbox: string | undefined;
  readonly backLabel: string;
  readonly onBack: () => void;
  /** More help when no mail comes. */
  readonly children?: ReactNode;
}

export function CheckEmailScreen(props: CheckEmailScreenProps) {
  const { description, footer, verifyCode, onVerified, outbox, backLabel, onBack, children } = props;
  return (
    <AuthFrame title="Check your email" description={description} footer={footer}>
      <div className="flex flex-col gap-6">
        <CodeForm label="Code from the email" verify={verifyCode} onDone={onVerified} autoFocus />
        <div className="flex flex-col gap-3 border-t border-line pt-5">
          {outbox !== undefined && <OutboxHint outbox={outbox} />}
          <p className="text-ink-muted">
            Nothing there? Look in the spam folder first.{' '}
            <TextButton onClick={onBack}>{backLabel}</TextButton>
          </p>
          {children}
        </div>
      </div>
    </AuthFrame>
  );
}

/** For people who try Trellis on their own machine. */
function OutboxHint({ outbox }: { readonly outbox: string }) {
  return (
    <p className="text-ink-muted">
      This Trellis has no mail server.{' '}
      <a href={outbox} target="_blank" rel="noreferrer" className={LINK_CLASSES}>
        Read its mails here
      </a>
      .
    </p>
  );
}
