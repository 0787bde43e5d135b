/** Asks for a six-digit code and hands it over as soon as it is complete. */
import { type FormEvent, type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { focusToReplace } from '../../../lib/focus/forms.ts';
import { Button } from '../../../ui/button.tsx';
import { CODE_LENGTH, CodeField } from '../../../ui/fields/code-field.tsx';
import { useSubmission } from '../state/use-submission.ts';

export interface CodeFormHandle {
  /** For a code from elsewhere: empties the field and goes there. */
  readonly restart: () => void;
}

interface CodeFormProps<T> {
  readonly label: string;
  readonly verify: (code: string) => Promise<T>;
  readonly onDone: (data: T) => void;
  readonly autoFocus?: boolean;
  /** The one thing to do on this screen, or one of several. */
  readonly look?: 'primary' | 'secondary';
  /** Above the field. */
  readonly children?: ReactNode;
  readonly ref?: Ref<CodeFormHandle>;
}

export function CodeForm<T>(props: CodeFormProps<T>) {
  const { label, verify, onDone, autoFocus = false, look = 'primary', children, ref } = props;
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { submit, pending, error, clearError } = useSubmission(verify, onDone);
  const change = (digits: string) => {
    setCode(digits);
    clearError();
  };
  const handOver = async (complete: string) => {
    if (await submit(complete)) return;
    focusToReplace(field.current);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void handOver(code);
  };
  useImperativeHandle(ref, () => ({
    restart: () => {
      change('');
      focusToReplace(field.current);
    },
  }));
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      {children}
      <CodeField
        ref={field}
        label={label}
        value={code}
        onChange={change}
        onComplete={handOver}
        error={error?.message}
        failure={error}
        autoFocus={autoFocus}
      />
      <Button type="submit" look={look} size="large" busy={pending} disabled={code.length < CODE_LENGTH}>
        {pending ? 'Checking…' : 'Continue'}
      </Button>
    </form>
  );
}
