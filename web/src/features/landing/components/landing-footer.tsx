/** The foot of the public pages. */
import { paths } from '../../../lib/paths.ts';
import { Brand } from '../../../ui/brand.tsx';
import { anchorsOf, type ShownAnchors } from './anchors.ts';

interface FooterLink {
  readonly to: string;
  readonly name: string;
}

const ACCOUNT: readonly FooterLink[] = [
  { to: paths.login, name: 'Sign in' },
  { to: paths.signUp, name: 'Get Started Free' },
];
const LEGAL: readonly FooterLink[] = [
  { to: paths.terms, name: 'Terms of Service' },
  { to: paths.privacy, name: 'Privacy Policy' },
];

/** @param shown which sections the page above has; none on the legal pages */
export function LandingFooter({ shown }: { readonly shown?: ShownAnchors }) {
  const product = shown ? anchorsOf(shown).map(({ id, name }) => ({ to: `#${id}`, name })) : [];
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-6xl flex-wrap justify-between gap-x-12 gap-y-8 px-4 py-12 sm:px-6">
        <a href={paths.landing} aria-label="Trellis" className="-m-1 flex self-start rounded-md p-1">
          <Brand />
        </a>
        <div className="flex flex-wrap gap-x-16 gap-y-8 max-sm:w-full max-sm:gap-x-10">
          {product.length > 0 && <Group name="Product" links={product} />}
          <Group name="Account" links={ACCOUNT} />
          <Group name="Legal" links={LEGAL} />
        </div>
      </div>
    </footer>
  );
}

function Group({ name, links }: { readonly name: string; readonly links: readonly FooterLink[] }) {
  return (
    <div>
      <h2 className="font-medium">{name}</h2>
      <ul className="mt-2 text-ink-muted">
        {links.map(({ to, name: label }) => (
          <li key={to}>
            <a href={to} className="inline-block py-1 hover:text-ink hover:underline">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
