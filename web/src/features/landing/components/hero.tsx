/** The first screenful: the promise, the way in, and what it looks like. */
import { Check } from 'lucide-react';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { ProductPreview } from './product-preview.tsx';

const PROMISES = ['7-day free trial', 'No credit card required', 'Trusted by 10,000+ businesses'];

export function Hero() {
  return (
    <section className="mx-auto max-w-6xl px-4 pt-16 pb-20 sm:px-6 sm:pt-24">
      <div className="mx-auto max-w-3xl text-center">
        <h1 className="text-4xl font-semibold tracking-[-0.03em] text-balance sm:text-6xl sm:leading-[1.05]">
          Everything your team writes, growing in one place
        </h1>
        <p className="mx-auto mt-6 max-w-2xl text-lg leading-relaxed text-pretty text-ink-muted">
          Pages, forms, landing pages and AI chatbots in a workspace that saves itself and stays in step for
          everyone.
        </p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <ButtonLink to={paths.signUp} look="primary" size="large">
            Get Started Free
          </ButtonLink>
          <ButtonLink to={paths.login} size="large">
            Sign in
          </ButtonLink>
        </div>
        <ul className="mt-6 flex flex-wrap justify-center gap-x-6 gap-y-2 text-ink-muted">
          {PROMISES.map((promise) => (
            <li key={promise} className="inline-flex items-center gap-1.5">
              <Check aria-hidden className="size-4 text-accent" />
              {promise}
            </li>
          ))}
        </ul>
      </div>
      <ProductPreview />
    </section>
  );
}
