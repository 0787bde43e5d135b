/** The new app's secret as a picture and as text, and the field for its first code. */
import { type FormEvent, useRef, useState } from 'react';
import { authReason } from '../../../../lib/errors/to-app-error.ts';
import { Button } from '../../../../ui/button.tsx';
import { DialogActions } from '../../../../ui/dialog.tsx';
import { CODE_LENGTH, CodeField } from '../../../../ui/fields/code-field.tsx';
import { type NewApp, useConfirmApp } from '../../api/authenticator-app.ts';
import { SecretText } from './secret-text.tsx';

interface ConfirmAppFormProps {
  readonly app: NewApp;
  readonly isFirst: boolean;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

export function ConfirmAppForm({ app, isFirst, onDone, onCancel }: ConfirmAppFormProps) {
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const confirmation = useConfirmApp(isFirst);
  const confirm = (complete: string) => {
    if (confirmation.isPending) return;
    confirmation.mutate(
      { factorId: app.factorId, code: complete },
      { onSuccess: onDone, onError: () => field.current?.select() },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm(code);
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <div className="flex flex-col items-center gap-4 sm:flex-row sm:items-start">
        {/* White in both themes: cameras want dark on light. */}
        <img
          src={app.qrCode}
          alt="QR code for your authenticator app"
          className="size-44 shrink-0 rounded-lg bg-white p-1"
        />
        <SecretText secret={app.secret} />
      </div>
      <CodeField
        ref={field}
        label="Six-digit code"
        value={code}
        onChange={(digits) => {
          setCode(digits);
          confirmation.reset();
        }}
        onComplete={confirm}
        error={authReason(confirmation.error)}
        failure={confirmation.error}
        autoFocus
      />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          type="submit"
          look="primary"
          busy={confirmation.isPending}
          disabled={code.length < CODE_LENGTH}
        >
          {confirmation.isPending ? 'Checking…' : 'Done'}
        </Button>
      </DialogActions>
    </form>
  );
}
