/** The foot of the public pages. */
import { paths } from '../../../lib/paths.ts';
import { Brand } from '../../../ui/brand.tsx';

const LINKS = [
  { to: paths.terms, name: 'Terms of Service' },
  { to: paths.privacy, name: 'Privacy Policy' },
  { to: paths.login, name: 'Sign in' },
];

export function LandingFooter() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-4 px-4 py-8 sm:px-6">
        <Brand />
        <ul className="flex flex-wrap gap-x-6 gap-y-2 text-ink-muted">
          {LINKS.map(({ to, name }) => (
            <li key={to}>
              <a href={to} className="inline-block py-1 hover:text-ink hover:underline">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  );
}
