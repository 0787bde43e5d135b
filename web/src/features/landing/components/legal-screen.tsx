/** /terms and /privacy: the operator's words, or a plain note while there are none. */
import { paths } from '../../../lib/paths.ts';
import { Brand } from '../../../ui/brand.tsx';
import { LandingFooter } from './landing-footer.tsx';
import { SkipLink } from './skip-link.tsx';

interface LegalScreenProps {
  readonly title: string;
  /** The operator's text as HTML that is safe to show; undefined without one. */
  readonly html: string | undefined;
}

export function LegalScreen({ title, html }: LegalScreenProps) {
  return (
    <div className="flex min-h-dvh flex-col wrap-anywhere">
      <SkipLink />
      <header className="border-b border-line">
        <div className="mx-auto flex h-16 max-w-6xl items-center px-4 sm:px-6">
          <a href={paths.landing} aria-label="Trellis" className="flex rounded-md p-1">
            <Brand />
          </a>
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="outline-none mx-auto w-full max-w-2xl flex-1 px-4 py-16 text-base leading-relaxed sm:px-6"
      >
        <h1 className="text-3xl font-semibold tracking-tight">{title}</h1>
        {html === undefined ? (
          <p className="mt-6 rounded-lg border border-line bg-sunken p-4">
            The people who run this server have not published their {title.toLowerCase()} yet. Please ask them
            before you rely on it.
          </p>
        ) : (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: made by render-markdown.ts, which lets no HTML through
          <div className="prose mt-6" dangerouslySetInnerHTML={{ __html: html }} />
        )}
      </main>
      <LandingFooter />
    </div>
  );
}
