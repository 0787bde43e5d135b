/** The bar at the top of the landing page. Its anchors are those of the sections that are there. */
import { paths } from '../../../lib/paths.ts';
import { Brand } from '../../../ui/brand.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { anchorsOf, type ShownAnchors } from './anchors.ts';
import { ByVisitor } from './by-visitor.tsx';

export function LandingNav({ shown }: { readonly shown: ShownAnchors }) {
  const anchors = anchorsOf(shown);
  return (
    <header className="top-0 z-10 border-b border-line bg-canvas/90 backdrop-blur md:sticky">
      <nav
        aria-label="Main"
        className="mx-auto flex min-h-16 max-w-6xl flex-wrap items-center gap-x-1 px-4 pt-3 pb-2 sm:gap-x-2 sm:px-6 md:py-2"
      >
        <a href={paths.landing} aria-label="Trellis" className="me-auto flex rounded-md p-1">
          <Brand />
        </a>
        {anchors.length > 0 && (
          <ul className="order-last -ms-2 flex w-full pt-2 md:order-none md:ms-0 md:me-2 md:w-auto md:pt-0">
            {anchors.map(({ id, name }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="inline-flex min-h-9 items-center rounded-md px-3 text-ink-muted transition-colors hover:text-ink"
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        )}
        <ByVisitor
          unknown={
            <>
              <ButtonLink to={paths.login} look="quiet">
                Sign in
              </ButtonLink>
              <ButtonLink to={paths.signUp} look="primary">
                Get Started Free
              </ButtonLink>
            </>
          }
          signedIn={
            <ButtonLink to={paths.dashboard} look="primary">
              Open dashboard
            </ButtonLink>
          }
        />
      </nav>
    </header>
  );
}
