/**
 * The final target of a mailed link: this site, or an address that the operator has allowed. Any other address
 * would give the tokens in it to somebody else.
 *
 * An allowed address may have wildcards, as in Supabase Auth: `*` for anything without `.` or `/`, `**` for
 * anything, `?` for one character other than these two.
 */
import type { Config } from '../../../config/config.ts';

export type RedirectConfig = Pick<Config, 'siteUrl'> & {
  readonly auth: Pick<Config['auth'], 'redirectUrls'>;
};

// No browser follows a redirect to these, or it runs their content: they are refused even when allowed.
const REFUSED_PROTOCOLS = new Set(['javascript:', 'data:', 'blob:', 'vbscript:', 'file:', 'about:']);

/**
 * @param requested the `redirect_to` parameter, from anybody
 * @returns the requested address when it may be redirected to, else the site
 */
export function redirectTarget(config: RedirectConfig, requested: string | undefined): string {
  if (!requested || !URL.canParse(requested)) return config.siteUrl;
  const url = new URL(requested);
  if (url.username !== '' || url.password !== '' || REFUSED_PROTOCOLS.has(url.protocol))
    return config.siteUrl;
  const allowed = url.origin === new URL(config.siteUrl).origin || isListed(config.auth.redirectUrls, url);
  return allowed ? url.href : config.siteUrl;
}

function isListed(patterns: readonly string[], url: URL): boolean {
  const [address = ''] = url.href.split('#');
  // An origin is written without the slash that stands for its path.
  const short = address.endsWith('/') ? address.slice(0, -1) : address;
  return patterns.some((pattern) => {
    const form = toRegExp(pattern);
    return form.test(address) || form.test(short);
  });
}

function toRegExp(pattern: string): RegExp {
  const source = pattern.replaceAll(/\*\*|[*?]|[^*?]+/g, (part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^./]*';
    if (part === '?') return '[^./]';
    return part.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${source}$`);
}
