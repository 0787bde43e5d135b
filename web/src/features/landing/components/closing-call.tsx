/** The last invitation. */
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import type { LandingContent } from '../landing-content.ts';

export function ClosingCall({ title, text }: LandingContent['closing']) {
  return (
    <section className="border-t border-line px-4 py-16 sm:px-6 sm:py-24">
      <div className="mx-auto flex max-w-[69rem] flex-col items-center rounded-3xl bg-accent-soft px-6 py-14 text-center sm:py-20">
        <h2 className="max-w-xl text-2xl font-semibold tracking-tight text-balance sm:text-4xl">{title}</h2>
        {text !== '' && <p className="mt-4 max-w-xl text-base text-pretty">{text}</p>}
        <ButtonLink to={paths.signUp} look="primary" size="large" className="mt-8">
          Get Started Free
        </ButtonLink>
      </div>
    </section>
  );
}
