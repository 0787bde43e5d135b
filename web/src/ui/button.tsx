/** Buttons and links that look like them: one look per weight, one place for their states. */
import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, MouseEvent } from 'react';
import { Link } from 'react-router';
import { classNames } from './class-names.ts';

type Look = 'primary' | 'secondary' | 'quiet' | 'danger';
type Size = 'medium' | 'large';

const BASE =
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-colors select-none forced-colors:border disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55';

const LOOKS: Record<Look, string> = {
  primary:
    'bg-accent text-on-accent enabled:active:brightness-95 enabled:hover:bg-accent-hover [a]:hover:bg-accent-hover',
  secondary:
    'border border-line-strong/50 bg-raised text-ink enabled:active:bg-selected enabled:hover:bg-hover [a]:hover:bg-hover',
  quiet:
    'text-ink-muted enabled:active:bg-selected enabled:hover:bg-hover enabled:hover:text-ink [a]:hover:bg-hover [a]:hover:text-ink',
  danger: 'bg-danger text-on-danger enabled:active:brightness-95 enabled:hover:bg-danger-hover',
};

const SIZES: Record<Size, string> = {
  medium: 'min-h-9 px-3.5 py-1.5 text-sm',
  large: 'min-h-11 px-5 py-2.5 text-[0.9375rem]',
};

/** The look of a button that shows only an icon. */
export const ICON_BUTTON_CLASSES =
  'inline-flex size-8 shrink-0 items-center justify-center rounded-md text-ink-muted transition-colors hover:bg-hover hover:text-ink active:bg-selected disabled:cursor-not-allowed disabled:opacity-55 [&_svg]:size-4';

interface Appearance {
  readonly look?: Look;
  readonly size?: Size;
}

interface BusyProps {
  /** Its work is under way: it cannot be pressed again, and says so by its label. */
  readonly busy?: boolean;
}

export function Button({
  look = 'secondary',
  size = 'medium',
  className,
  type = 'button',
  busy = false,
  onClick,
  children,
  ...rest
}: ComponentProps<'button'> & Appearance & BusyProps) {
  // Not `disabled`, which would take the focus away from the person who pressed it.
  const press = busy ? (event: MouseEvent) => event.preventDefault() : onClick;
  return (
    <button
      type={type}
      className={buttonClasses(look, size, className)}
      aria-disabled={busy || undefined}
      onClick={press}
      {...rest}
    >
      {busy && <LoaderCircle aria-hidden className="size-4 animate-spin" />}
      {children}
    </button>
  );
}

export function ButtonLink({
  look = 'secondary',
  size = 'medium',
  className,
  ...rest
}: Omit<ComponentProps<typeof Link>, 'className'> & Appearance & { readonly className?: string }) {
  return <Link className={buttonClasses(look, size, className)} {...rest} />;
}

function buttonClasses(look: Look, size: Size, className: string | undefined): string {
  return classNames(BASE, LOOKS[look], SIZES[size], className);
}
