/** The frame of the sign-in screens: brand, one card, legal links. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { Brand } from '../../../ui/brand.tsx';
import { LINK_CLASSES } from '../../../ui/link-classes.ts';
import { NotEncrypted } from '../../../ui/not-encrypted.tsx';

export function AuthFrame({
  title,
  description,
  children,
  footer,
}: {
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  readonly footer?: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col bg-sunken">
      <title>{`${title} · Trellis`}</title>
      <NotEncrypted />
      <div className="flex grow flex-col items-center px-4 py-8 sm:pt-[12vh]">
        <header>
          <Link to={paths.landing} className="flex rounded-md p-1">
            <Brand />
          </Link>
        </header>
        <main className="mt-8 w-full max-w-sm">
          <div className="rounded-2xl border border-line bg-raised p-6 shadow-[0_1px_2px_rgb(0_0_0/4%)] sm:p-8">
            <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
            {description !== undefined && (
              <p className="mt-1.5 text-pretty break-words text-ink-muted">{description}</p>
            )}
            <div className="mt-6 empty:hidden">{children}</div>
          </div>
          {footer !== undefined && <p className="mt-6 text-center text-ink-muted">{footer}</p>}
        </main>
        <footer className="mt-auto flex gap-4 pt-10 text-[0.8125rem] text-ink-muted">
          <Link to={paths.terms} className="py-1 hover:text-ink hover:underline">
            Terms of Service
          </Link>
          <Link to={paths.privacy} className="py-1 hover:text-ink hover:underline">
            Privacy Policy
          </Link>
        </footer>
      </div>
    </div>
  );
}

/** Looks like a link and stays on the screen. */
export function TextButton({
  onClick,
  children,
}: {
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button type="button" onClick={onClick} className={LINK_CLASSES}>
      {children}
    </button>
  );
}

export function TextLink({
  to,
  state,
  children,
}: {
  readonly to: string;
  readonly state?: unknown;
  readonly children: ReactNode;
}) {
  return (
    <Link to={to} state={state} className={LINK_CLASSES}>
      {children}
    </Link>
  );
}
