/** A section of the landing page: anchor, heading, introduction. */
import type { ReactNode } from 'react';

interface LandingSectionProps {
  readonly id: string;
  readonly title: string;
  /** Empty says nothing. */
  readonly text: string;
  readonly children?: ReactNode;
}

export function LandingSection({ id, title, text, children }: LandingSectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="border-t border-line">
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6 sm:py-24">
        <div className="max-w-2xl">
          <h2 id={`${id}-title`} className="text-2xl font-semibold tracking-tight text-balance sm:text-3xl">
            {title}
          </h2>
          {text !== '' && <p className="mt-3 text-base leading-relaxed text-pretty text-ink-muted">{text}</p>}
        </div>
        {children && <div className="mt-10">{children}</div>}
      </div>
    </section>
  );
}
