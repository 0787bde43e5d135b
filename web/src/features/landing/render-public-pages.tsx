/** The documents that need no app: made from the operator's texts at build time, readable without JavaScript. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { LandingScreen } from './components/landing-screen.tsx';
import { LegalScreen } from './components/legal-screen.tsx';
import type { ProductPictures } from './components/product-picture.tsx';
import { parseLandingContent } from './landing-content.ts';
import { renderMarkdown } from './render-markdown.ts';

/** The files of web/content; empty when a file is not there. */
export interface PublicTexts {
  readonly landing: string;
  readonly terms: string;
  readonly privacy: string;
}

export interface PublicPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** The HTML of #root. */
  readonly markup: string;
}

/** @throws {Error} when landing.json is invalid */
export function renderPublicPages(texts: PublicTexts, pictures: ProductPictures): readonly PublicPage[] {
  const content = parseLandingContent(texts.landing);
  const legal = (path: string, title: string, text: string) => ({
    path,
    title: `${title} · Trellis`,
    description: `${title} of this Trellis server.`,
    markup: render(path, <LegalScreen title={title} html={renderMarkdown(text)} />),
  });
  return [
    {
      path: paths.landing,
      title: content.title,
      description: content.description,
      markup: render(paths.landing, <LandingScreen content={content} pictures={pictures} />),
    },
    legal(paths.terms, 'Terms of Service', texts.terms),
    legal(paths.privacy, 'Privacy Policy', texts.privacy),
  ];
}

function render(path: string, screen: ReactNode): string {
  return renderToStaticMarkup(<StaticRouter location={path}>{screen}</StaticRouter>);
}
