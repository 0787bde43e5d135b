/** A six-digit code from an app or a mail. Complete, it is handed over at once: nobody has to press a button. */
import { type Ref, useRef } from 'react';
import { TextField } from './text-field.tsx';

export const CODE_LENGTH = 6;

interface CodeFieldProps {
  readonly label: string;
  readonly value: string;
  /** Told digits only, however they were typed or pasted. */
  readonly onChange: (digits: string) => void;
  /** Called when the last digit is there. */
  readonly onComplete: (code: string) => void;
  readonly error?: string | undefined;
  readonly failure?: unknown;
  readonly autoFocus?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

export function CodeField(props: CodeFieldProps) {
  const { label, value, onChange, onComplete, error, failure, autoFocus, ref } = props;
  // A code that was refused is not handed over again by deleting and retyping its last digit unseen.
  const handedOver = useRef('');
  const take = (typed: string) => {
    const digits = typed.replaceAll(/\D/g, '').slice(0, CODE_LENGTH);
    onChange(digits);
    if (digits.length < CODE_LENGTH) handedOver.current = '';
    else if (digits !== handedOver.current) {
      handedOver.current = digits;
      onComplete(digits);
    }
  };
  return (
    <TextField
      ref={ref}
      label={label}
      value={value}
      onChange={(event) => take(event.target.value)}
      error={error}
      failure={failure}
      required
      autoFocus={autoFocus}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck={false}
      placeholder="000000"
      className="py-2.5 text-center indent-[0.4em] text-xl tracking-[0.4em] tabular-nums placeholder:opacity-60 sm:text-xl"
    />
  );
}
