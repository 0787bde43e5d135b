/** A labelled input with its help and its error, wired for screen readers. */
import { type ComponentProps, type ReactNode, useId } from 'react';
import { requestIdOf } from '../../lib/errors/app-error.ts';
import { classNames } from '../class-names.ts';
import { RequestId } from '../request-id.tsx';

/** The look of everything one types into or chooses from. */
export const INPUT_CLASSES =
  'w-full min-w-0 rounded-md border border-line-strong bg-canvas px-3 py-2 text-base text-ink placeholder:text-ink-muted focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:border-danger aria-invalid:outline-danger disabled:cursor-not-allowed disabled:opacity-55 sm:text-sm';

export interface FieldProps {
  readonly label: string;
  /** Help that stays; an error is shown below it. */
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  /** The failure that the error tells of: an unexpected one has a request to ask about. */
  readonly failure?: unknown;
  /** A note while typing, announced when it comes; empty until then. */
  readonly status?: string | undefined;
}

export function TextField({
  label,
  help,
  error,
  failure,
  status,
  className,
  after,
  ...input
}: ComponentProps<'input'> & FieldProps & { readonly after?: ReactNode }) {
  const { inputProps, frame } = useField({ label, help, error, failure, status });
  return frame(
    <div className="relative">
      <input
        dir="auto"
        className={classNames(INPUT_CLASSES, after !== undefined && 'pe-11', className)}
        {...inputProps}
        {...input}
      />
      {after}
    </div>,
  );
}

export function TextAreaField({
  label,
  help,
  error,
  failure,
  className,
  ...input
}: ComponentProps<'textarea'> & FieldProps) {
  const { inputProps, frame } = useField({ label, help, error, failure });
  return frame(
    <textarea
      dir="auto"
      className={classNames(INPUT_CLASSES, 'min-h-20', className)}
      {...inputProps}
      {...input}
    />,
  );
}

function useField({ label, help, error, failure, status }: FieldProps) {
  const id = useId();
  const described = [help !== undefined && `${id}-help`, error !== undefined && `${id}-error`].filter(
    Boolean,
  );
  const inputProps = {
    id,
    'aria-describedby': described.join(' ') || undefined,
    'aria-invalid': error !== undefined || undefined,
  };
  const frame = (input: ReactNode) => (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium text-ink">
        {label}
      </label>
      {input}
      {help !== undefined && (
        <p id={`${id}-help`} className="text-[0.8125rem] text-ink-muted">
          {help}
        </p>
      )}
      {status !== undefined && (
        <p role="status" className="text-[0.8125rem] text-ink-muted empty:sr-only">
          {status}
        </p>
      )}
      {/* Present before there is an error, so that its arrival is announced. */}
      <p id={`${id}-error`} aria-live="polite" className="text-[0.8125rem] text-danger empty:sr-only">
        {error}
      </p>
      {error !== undefined && <RequestId id={requestIdOf(failure)} />}
    </div>
  );
  return { inputProps, frame };
}
