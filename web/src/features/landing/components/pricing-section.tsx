/** The section that the navigation's Pricing leads to. */
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import type { LandingContent } from '../landing-content.ts';
import { CheckList } from './check-list.tsx';

export function PricingSection({ title, text, points, button }: LandingContent['pricing']) {
  return (
    <section id="pricing" aria-labelledby="pricing-title" className="border-t border-line">
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6 sm:py-24">
        <div className="grid gap-8 rounded-3xl border border-line bg-sunken p-6 sm:p-10 md:grid-cols-[3fr_2fr] md:gap-16 lg:p-14">
          <div className="min-w-0 max-w-xl">
            <h2 id="pricing-title" className="text-2xl font-semibold tracking-tight text-balance sm:text-3xl">
              {title}
            </h2>
            {text !== '' && (
              <p className="mt-3 text-base leading-relaxed text-pretty text-ink-muted">{text}</p>
            )}
          </div>
          {(points.length > 0 || button !== '') && (
            <div className="flex min-w-0 flex-col items-start justify-center gap-6">
              {points.length > 0 && <CheckList items={points} className="flex flex-col gap-2.5" />}
              {button !== '' && (
                <ButtonLink
                  to={paths.signUp}
                  look="primary"
                  size="large"
                  className="max-w-full shrink whitespace-normal!"
                >
                  {button}
                </ButtonLink>
              )}
            </div>
          )}
        </div>
      </div>
    </section>
  );
}
