/** The documents that need no app: made from the operator's texts at build time, readable without JavaScript. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { LandingScreen } from './components/landing-screen.tsx';
import { LegalScreen } from './components/legal-screen.tsx';
import { NotFoundScreen } from './components/not-found-screen.tsx';
import type { ProductPictures } from './components/product-picture.tsx';
import { parseLandingContent } from './landing-content.ts';
import { renderMarkdown } from './render-markdown.ts';

/** The files of web/content; empty when a file is not there. */
export interface PublicTexts {
  readonly landing: string;
  readonly terms: string;
  readonly privacy: string;
}

/** Not an address of its own: the server answers with this document wherever it has nothing. */
export const NOT_FOUND = '/404';

export interface PublicPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Whether search engines and chats may show that there is such a page. */
  readonly isListed: boolean;
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
    isListed: true,
    markup: render(path, <LegalScreen title={title} html={renderMarkdown(text)} />),
  });
  return [
    {
      path: paths.landing,
      title: content.title,
      description: content.description,
      isListed: true,
      markup: render(paths.landing, <LandingScreen content={content} pictures={pictures} />),
    },
    legal(paths.terms, 'Terms of Service', texts.terms),
    legal(paths.privacy, 'Privacy Policy', texts.privacy),
    {
      path: NOT_FOUND,
      title: 'Page not found · Trellis',
      description: '',
      isListed: false,
      markup: render(NOT_FOUND, <NotFoundScreen />),
    },
  ];
}

function render(path: string, screen: ReactNode): string {
  return renderToStaticMarkup(<StaticRouter location={path}>{screen}</StaticRouter>);
}
