/**
 * The headers that tell a browser how to treat an answer. An answer of the APIs may load nothing at all; the web
 * app's own Content-Security-Policy (`webAppPolicy`, sent by web-app/web-app.ts) takes precedence over that: it allows no inline
 * script, and lets scripts talk to this server alone. Nothing here depends on the request. HSTS is sent only where `SITE_URL` is https.
 */
import { createMiddleware } from 'hono/factory';
import type { HttpEnvironment } from './http-environment.ts';
import { isSecureContext } from './secure-context.ts';

const TWO_YEARS_S = 63_072_000;

// Features that no screen uses, so that nothing that got into a page can ask for them either.
const UNUSED_FEATURES = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'usb'];

/**
 * @param siteUrl the public address; only an https address makes browsers use TLS from then on
 * @param withSubdomains whether that holds for the host's subdomains, too, which may be somebody else's
 */
export function securityHeaders(siteUrl: string, withSubdomains: boolean) {
  const headers: readonly (readonly [string, string])[] = [
    ['content-security-policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"],
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', 'DENY'],
    // Addresses carry page ids, and links from mails carry tokens.
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['permissions-policy', UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', ')],
    // Other sites may call the APIs, which is CORS's business, but embed nothing of ours.
    ['cross-origin-resource-policy', 'same-origin'],
    ['x-permitted-cross-domain-policies', 'none'],
    // Without a secure context browsers ignore it, and log that as an error.
    ...(isSecureContext(new URL(siteUrl)) ? [['cross-origin-opener-policy', 'same-origin'] as const] : []),
    ...(siteUrl.startsWith('https:')
      ? [
          [
            'strict-transport-security',
            `max-age=${TWO_YEARS_S}${withSubdomains ? '; includeSubDomains' : ''}`,
          ] as const,
        ]
      : []),
  ];
  return createMiddleware<HttpEnvironment>(async (context, next) => {
    // Set on Node's response, where the answer's own headers replace them. Touching the answer's headers would
    // build a Headers object, which costs more than all of these.
    for (const [name, value] of headers) context.env.outgoing?.setHeader(name, value);
    await next();
  });
}

/** The players and documents that a reader may ask for in a page (markdown/src/kinds/embed/syntax.ts). */
const FRAMES = [
  'https://www.youtube-nocookie.com/embed/',
  'https://player.vimeo.com/video/',
  'https://www.loom.com/embed/',
  'https://open.spotify.com/embed/',
  'https://w.soundcloud.com/player/',
  'https://embed.figma.com/',
  'https://codepen.io/',
  'https://www.google.com/maps',
  'https://www.google.com/maps/',
  'https://docs.google.com/',
];

/** Links to files of pages (web/src/features/files/api/sign-file-link.ts). */
const FILE_LINKS = '/storage/v1/object/sign/page-files/';

/**
 * The web app's Content-Security-Policy.
 * @param apiUrl where the app's data comes from
 */
export function webAppPolicy(apiUrl: string): string {
  const { origin } = new URL(apiUrl);
  return [
    "default-src 'none'",
    "script-src 'self'",
    // CodeMirror and Base UI write rules into style elements of their own. A nonce for them would make every page
    // new to every cache, this browser's offline one included. The app needs no style attributes in markup, and
    // the policy does not concern styles that a script sets.
    "style-src 'self' 'unsafe-inline'",
    "style-src-attr 'none'",
    "font-src 'self'",
    "img-src 'self' data: blob: https:",
    `connect-src 'self' ${origin}`,
    // Documents of pages: files that have been uploaded, by links that last some minutes, and before that from this device.
    `frame-src blob: ${origin}${FILE_LINKS} ${FRAMES.join(' ')}`,
    `media-src blob: ${origin}${FILE_LINKS}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The Content-Security-Policy of pages outside the app: no requests from scripts, and no inline styles. */
export const PUBLIC_PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  // An operator's terms may show a picture.
  "img-src 'self' data: https:",
  "manifest-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
