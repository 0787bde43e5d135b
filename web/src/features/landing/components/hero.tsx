/** The first screenful: the promise, the way in, and what it looks like. */
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import type { LandingContent } from '../landing-content.ts';
import { ByVisitor } from './by-visitor.tsx';
import { CheckList } from './check-list.tsx';
import { ProductPicture, type ProductPictures } from './product-picture.tsx';

type HeroProps = LandingContent['hero'] & { readonly pictures: ProductPictures };

export function Hero({ title, text, promises, pictures }: HeroProps) {
  return (
    <section className="mx-auto max-w-6xl px-4 pt-12 pb-20 sm:px-6 sm:pt-24">
      <div className="mx-auto max-w-3xl text-center">
        <h1 className="text-4xl font-semibold tracking-[-0.03em] text-balance sm:text-6xl sm:leading-[1.05]">
          {title}
        </h1>
        {text !== '' && (
          <p className="mx-auto mt-6 max-w-2xl text-lg leading-relaxed text-pretty text-ink-muted">{text}</p>
        )}
        <div className="mt-8 flex min-h-11 flex-wrap justify-center gap-3">
          <ByVisitor
            unknown={
              <>
                <ButtonLink to={paths.signUp} look="primary" size="large">
                  Get Started Free
                </ButtonLink>
                <ButtonLink to={paths.login} size="large">
                  Sign in
                </ButtonLink>
              </>
            }
            signedIn={
              <ButtonLink to={paths.dashboard} look="primary" size="large">
                Open dashboard
              </ButtonLink>
            }
          />
        </div>
        {promises.length > 0 && (
          <CheckList items={promises} className="mt-6 flex flex-wrap justify-center gap-x-6 gap-y-2" />
        )}
      </div>
      <ProductPicture {...pictures} />
    </section>
  );
}
