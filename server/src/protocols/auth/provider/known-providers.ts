/** The providers that Supabase Auth knows by name. None is enabled here: accounts sign in with their address. */
const PROVIDERS: ReadonlySet<string> = new Set(
  (
    'apple azure bitbucket discord facebook figma fly github gitlab google kakao keycloak linkedin linkedin_oidc ' +
    'notion slack slack_oidc snapchat spotify twitch twitter vercel_marketplace workos x zoom'
  ).split(' '),
);

export function isKnownProvider(name: string): boolean {
  return PROVIDERS.has(name.toLowerCase());
}
