/** The settings in the environment. */
import process from 'node:process';

/** @returns the public origin of the web app */
export function siteUrl(request: Request): string {
  return new URL(process.env.SITE_URL ?? request.url).origin;
}

export function apiSettings(): { readonly url: string; readonly key: string } {
  const { SUPABASE_URL: url, SUPABASE_ANON_KEY: key } = process.env;
  if (!url || !key) throw new Error('SUPABASE_URL and SUPABASE_ANON_KEY must be set.');
  return { url, key };
}

/** For what nobody may ask for by themselves. */
export function secretKey(): string {
  const { SUPABASE_SERVICE_ROLE_KEY: key } = process.env;
  if (!key) throw new Error('SUPABASE_SERVICE_ROLE_KEY must be set.');
  return key;
}
