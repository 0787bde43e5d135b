/** /terms and /privacy: plain texts that whoever runs the server replaces by their own. */
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { Brand } from '../../../ui/brand.tsx';
import { LandingFooter } from './landing-footer.tsx';

interface LegalScreenProps {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

function LegalScreen({ title, paragraphs }: LegalScreenProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <title>{`${title} · Trellis`}</title>
      <header className="border-b border-line">
        <div className="mx-auto flex h-16 max-w-6xl items-center px-4 sm:px-6">
          <Link to={paths.landing} aria-label="Trellis" className="flex rounded-md p-1">
            <Brand />
          </Link>
        </div>
      </header>
      <main className="mx-auto w-full max-w-2xl flex-1 space-y-5 px-4 py-16 text-base leading-relaxed sm:px-6">
        <h1 className="text-3xl font-semibold tracking-tight">{title}</h1>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </main>
      <LandingFooter />
    </div>
  );
}

export function TermsScreen() {
  return (
    <LegalScreen
      title="Terms of Service"
      paragraphs={[
        'This workspace runs on Trellis, which is open-source software under the MIT licence and comes without warranty.',
        'The people who run this server decide who may use it and on what terms. Ask them before you rely on it.',
        'What you write stays yours.',
      ]}
    />
  );
}

export function PrivacyScreen() {
  return (
    <LegalScreen
      title="Privacy Policy"
      paragraphs={[
        'Trellis keeps your name, your email address, a hash of your password and what you write, in the database of the people who run this server.',
        'It loads nothing from other servers, sets no tracking cookies and sends no statistics anywhere.',
        'For a copy of your data, or to have it deleted, ask the people who run this server.',
      ]}
    />
  );
}
