/**
 * How a browser is to treat a file that somebody has uploaded. Only types in which nothing can run are shown; any other
 * file is a download, and would run without an origin if a browser showed it anyway.
 */
import { essenceOf } from '../files/pictures.ts';

// Pictures except SVG, sounds, films, plain texts, PDF (whose scripts do not see the page).
const SHOWN =
  /^(image\/(?!svg)[\w.-]+|audio\/[\w.-]+|video\/[\w.-]+|text\/(plain|csv|markdown)|application\/(json|pdf))$/;
const SHOWN_POLICY =
  "default-src 'none'; img-src 'self' data:; media-src 'self'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";
const DOWNLOAD_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'";

/** @param download the name to save it under; empty for the address' own; undefined unless it is asked for */
export function fileHeaders(mimeType: string, download: string | undefined): Record<string, string> {
  const isShown = SHOWN.test(essenceOf(mimeType));
  const disposition = dispositionOf(isShown ? download : (download ?? ''));
  return {
    'content-type': mimeType,
    'x-content-type-options': 'nosniff',
    'content-security-policy': isShown ? SHOWN_POLICY : DOWNLOAD_POLICY,
    'x-frame-options': isShown ? 'SAMEORIGIN' : 'DENY',
    // Pictures may be part of other sites' pages. What is not public takes a token or a link.
    'cross-origin-resource-policy': 'cross-origin',
    ...(disposition !== undefined && { 'content-disposition': disposition }),
  };
}

function dispositionOf(download: string | undefined): string | undefined {
  if (download === undefined) return undefined;
  if (download === '') return 'attachment';
  const name = encodeURIComponent(download.toWellFormed()).replace(/['()*]/g, percentEncoded);
  return `attachment; filename=${name}; filename*=UTF-8''${name}`;
}

/** RFC 8187: these are no attr-char. */
function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
