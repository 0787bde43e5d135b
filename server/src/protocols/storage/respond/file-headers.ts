/**
 * How a browser is to treat a file that somebody has uploaded: in a sandbox, without scripts, forms and requests of its own. Pictures,
 * films, sounds and PDF are shown; any other file is a download, SVG and HTML as well (types/known-types.ts has the list).
 */
import { isShown, sentType } from '../types/file-types.ts';

// Chromium's reader of PDF works in this sandbox, which it does not in that of a frame's attribute.
const SANDBOX = "sandbox; default-src 'none'; form-action 'none'; base-uri 'none'";
// A browser's own page around a film asks for it once more, and has a style.
const SHOWN_POLICY = `${SANDBOX}; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'`;
const DOWNLOAD_POLICY = `${SANDBOX}; frame-ancestors 'none'`;

/**
 * @param mimeType as the file's row has it, which may be older than the list of types
 * @param download the name to save it under; empty for the address' own; undefined unless it is asked for
 */
export function fileHeaders(mimeType: string, download: string | undefined): Record<string, string> {
  const type = sentType(mimeType);
  const shown = isShown(type);
  const disposition = dispositionOf(shown ? download : (download ?? ''));
  return {
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'content-security-policy': shown ? SHOWN_POLICY : DOWNLOAD_POLICY,
    'x-frame-options': shown ? 'SAMEORIGIN' : 'DENY',
    // Pictures may be part of other sites' pages. A file that is not public takes a token or a link.
    'cross-origin-resource-policy': 'cross-origin',
    ...(disposition !== undefined && { 'content-disposition': disposition }),
  };
}

/** For the answer that a file has not changed, whose headers a browser takes over into what it has kept. */
export function unchangedHeaders(mimeType: string, download: string | undefined): Record<string, string> {
  const { 'content-type': _type, ...headers } = fileHeaders(mimeType, download);
  return headers;
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
