/** Buttons and links that look like them: one look per weight, one place for their states. */
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { classNames } from './class-names.ts';

type Look = 'primary' | 'secondary' | 'quiet' | 'danger';
type Size = 'medium' | 'large';

const BASE =
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-colors select-none disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55';

const LOOKS: Record<Look, string> = {
  primary: 'bg-accent text-on-accent enabled:hover:bg-accent-hover [a]:hover:bg-accent-hover',
  secondary: 'border border-line-strong/50 bg-raised text-ink enabled:hover:bg-hover [a]:hover:bg-hover',
  quiet: 'text-ink-muted enabled:hover:bg-hover enabled:hover:text-ink [a]:hover:bg-hover [a]:hover:text-ink',
  danger: 'bg-danger text-on-danger enabled:hover:bg-danger-hover',
};

const SIZES: Record<Size, string> = {
  medium: 'min-h-9 px-3.5 py-1.5 text-sm',
  large: 'min-h-11 px-5 py-2.5 text-[0.9375rem]',
};

interface Appearance {
  readonly look?: Look;
  readonly size?: Size;
}

export function Button({
  look = 'secondary',
  size = 'medium',
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & Appearance) {
  return <button type={type} className={buttonClasses(look, size, className)} {...rest} />;
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
