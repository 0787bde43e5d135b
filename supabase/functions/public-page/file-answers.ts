/**
 * GET /public-page/<page id>/files/<file id>/<name>: a file that a public page shows. Whether it does is asked each time, so that
 * taking the page back takes its files back; a browser that has the bytes asks as well, and gets none (304).
 */
import { readPublicFile } from './pages.ts';
import { apiSettings, secretKey } from './settings.ts';

// The types that Storage has made from the bytes, and browsers show in place. Anything else is a download, as it is where people are signed in.
const SHOWN = /^(?:image\/(?!svg)[\w.-]+|audio\/[\w.-]+|video\/[\w.-]+|application\/pdf)$/;
const FILM_OR_SOUND = /^(?:audio|video)\//;
const SANDBOX = "sandbox; default-src 'none'; form-action 'none'; base-uri 'none'";
const SHOWN_POLICY = `${SANDBOX}; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'`;
const DOWNLOAD_POLICY = `${SANDBOX}; frame-ancestors 'none'`;
const ASKED = ['range', 'if-range', 'if-none-match'];
const TOLD = ['content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified'];
/** Pictures are sent at these widths, too, where Storage makes smaller ones. */
export const WIDTHS = [720, 1440] as const;
/** The types of pictures that have smaller variants; others would lose all but their first frame, or everything. */
export const SCALED = /^image\/(?:png|jpeg|webp|avif)$/;

/** @returns undefined when the page shows no such file to everyone */
export async function fileAnswer(
  request: Request,
  pageId: string,
  fileId: string,
): Promise<Response | undefined> {
  const file = await readPublicFile(pageId, fileId);
  if (!file) return undefined;
  const width = WIDTHS.find((known) => String(known) === new URL(request.url).searchParams.get('width'));
  const scaled =
    width !== undefined && SCALED.test(file.media_type)
      ? await ask(request, `render/image/authenticated`, file.object_name, `?width=${width}`)
      : undefined;
  const isScaled = scaled?.ok === true || scaled?.status === 304;
  if (!isScaled) await scaled?.body?.cancel();
  const answer =
    isScaled && scaled ? scaled : await ask(request, 'object/authenticated', file.object_name, '');
  if (answer.status === 404 || answer.status === 400) {
    await answer.body?.cancel();
    return undefined;
  }
  if (!answer.ok && answer.status !== 304 && answer.status !== 416)
    throw new Error(`Storage answered ${answer.status}: ${await answer.text()}`);
  // Without one, the file has not changed, and its type is the one that the browser knows.
  const type = answer.headers.get('content-type') ?? file.media_type;
  return new Response(request.method === 'HEAD' ? null : answer.body, {
    status: answer.status,
    headers: { ...told(answer), ...headersOf(type, file.name) },
  });
}

function ask(request: Request, route: string, objectName: string, query: string): Promise<Response> {
  const { url } = apiSettings();
  const key = secretKey();
  const asked = ASKED.flatMap((name) => {
    const value = request.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const path = objectName.split('/').map(encodeURIComponent).join('/');
  return fetch(`${url}/storage/v1/${route}/page-files/${path}${query}`, {
    method: request.method,
    headers: {
      ...Object.fromEntries(asked),
      accept: request.headers.get('accept') ?? '*/*',
      apikey: key,
      authorization: `Bearer ${key}`,
    },
    signal: request.signal,
  });
}

function told({ headers }: Response): Record<string, string> {
  return Object.fromEntries(
    TOLD.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

function headersOf(type: string, name: string): Record<string, string> {
  const isShown = SHOWN.test(type);
  // Made of attr-chars (RFC 8187), and well-formed.
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return {
    'content-type': isShown ? type : 'application/octet-stream',
    'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encoded}`,
    'content-security-policy': isShown ? SHOWN_POLICY : DOWNLOAD_POLICY,
    'cache-control': 'private, no-cache',
    // A scaled picture is sent as WebP to those who take it.
    vary: 'accept',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    // A film in a tab of its own is in the sandbox, and asks for itself once more as a stranger.
    ...(FILM_OR_SOUND.test(type) && { 'access-control-allow-origin': '*' }),
  };
}
