/** Where a mailed link leads in the end. Only to this site: elsewhere the tokens in the address would be somebody else's. */

/**
 * @param siteUrl the public origin
 * @param requested the `redirect_to` parameter, from anybody
 * @returns the requested address when it is one of this site's, else the site
 */
export function redirectTarget(siteUrl: string, requested: string | undefined): string {
  if (!requested || !URL.canParse(requested)) return siteUrl;
  const url = new URL(requested);
  const site = new URL(siteUrl);
  // The origin alone does not tell: a `blob:` address has that of the address inside it.
  const ours =
    url.protocol === site.protocol &&
    url.origin === site.origin &&
    url.username === '' &&
    url.password === '';
  return ours ? url.href : siteUrl;
}
