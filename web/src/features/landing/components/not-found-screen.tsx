/** The answer wherever the server has nothing. */
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { ByVisitor } from './by-visitor.tsx';
import { LandingFooter } from './landing-footer.tsx';
import { PlainHeader } from './plain-header.tsx';
import { SkipLink } from './skip-link.tsx';

export function NotFoundScreen() {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <PlainHeader />
      <main
        id="content"
        tabIndex={-1}
        className="outline-none mx-auto flex w-full max-w-2xl flex-1 flex-col items-start justify-center px-4 py-16 sm:px-6"
      >
        <p className="text-sm font-medium text-ink-muted">404</p>
        <h1 className="mt-2 text-3xl font-semibold tracking-tight">Page not found</h1>
        <p className="mt-4 text-base leading-relaxed text-ink-muted">
          There is nothing at this address. It may have been mistyped, or be out of date.
        </p>
        <div className="mt-8">
          <ByVisitor
            unknown={<ButtonLink to={paths.landing}>Go to the start page</ButtonLink>}
            signedIn={<ButtonLink to={paths.dashboard}>Open dashboard</ButtonLink>}
          />
        </div>
      </main>
      <LandingFooter />
    </div>
  );
}
