/** Tells the source of an image. Loading one from elsewhere tells its host who reads the page, and when. */

export type ImageSource =
  /** Needs no request to anybody but this app. */
  | { readonly kind: 'safe'; readonly url: string }
  /** Loads when the reader asks for it. */
  | { readonly kind: 'remote'; readonly url: string; readonly host: string }
  /** A file of this app, which is drawn by its own rules (features/files). */
  | { readonly kind: 'file' }
  | { readonly kind: 'none' };

const FILE: ImageSource = { kind: 'file' };
const NONE: ImageSource = { kind: 'none' };
const EMBEDDED = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-z0-9+/=]+$/i;

/** @param origin that of this app */
export function imageSource(address: string, origin: string): ImageSource {
  if (EMBEDDED.test(address)) return { kind: 'safe', url: address };
  if (!address.startsWith('/') && !/^https?:/i.test(address)) return NONE;
  try {
    const url = new URL(address, origin);
    if (url.origin === origin && url.pathname.startsWith('/files/')) return FILE;
    if (url.origin === origin) return { kind: 'safe', url: url.href };
    // The app's policy lets nothing come over a connection that anybody can read.
    if (url.protocol !== 'https:') return NONE;
    return { kind: 'remote', url: url.href, host: url.host };
  } catch {
    return NONE;
  }
}
