/** The bar at the top of the landing page. */
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { Brand } from '../../../ui/brand.tsx';
import { ButtonLink } from '../../../ui/button.tsx';

const ANCHORS = [
  { href: '#features', name: 'Features' },
  { href: '#pricing', name: 'Pricing' },
  { href: '#reviews', name: 'Reviews' },
];

export function LandingNav() {
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-canvas/90 backdrop-blur">
      <nav aria-label="Main" className="mx-auto flex h-16 max-w-6xl items-center gap-1 px-4 sm:gap-2 sm:px-6">
        <Link to={paths.landing} aria-label="Trellis" className="me-auto flex rounded-md p-1">
          <Brand />
        </Link>
        <ul className="me-2 hidden md:flex">
          {ANCHORS.map(({ href, name }) => (
            <li key={href}>
              <a href={href} className="rounded-md px-3 py-2 text-ink-muted transition-colors hover:text-ink">
                {name}
              </a>
            </li>
          ))}
        </ul>
        <ButtonLink to={paths.login} look="quiet">
          Sign in
        </ButtonLink>
        <ButtonLink to={paths.signUp} look="primary">
          Get Started Free
        </ButtonLink>
      </nav>
    </header>
  );
}
