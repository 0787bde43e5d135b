/**
 * Refuses features of Supabase Auth that this server deliberately lacks: SAML, passkeys,
 * being a provider itself, SCIM. Clients ask for them, so each gets the protocol's own code, not a bare 404.
 */
import { asAdmin } from '../admin/as-admin.ts';
import type { Routes } from '../auth-services.ts';
import { everyMethod, refuse } from './refuse.ts';

const saml = refuse('saml_provider_disabled', 'SAML 2.0 is disabled');
const passkeys = refuse('passkey_disabled', 'Passkeys are disabled');
const oauthServer = refuse('feature_disabled', 'OAuth server is disabled');
const scim = refuse('feature_disabled', 'SCIM server is disabled');
const customProviders = refuse('feature_disabled', 'Custom OAuth providers are disabled');

/** Paths that browsers and other servers call without an API key. */
export const OPEN_DISABLED_ROUTES: Routes = {
  '/sso/saml/*': everyMethod(saml),
  '/.well-known/openid-configuration': { GET: oauthServer },
  '/.well-known/oauth-authorization-server': { GET: oauthServer },
  '/oauth/authorize': everyMethod(oauthServer),
  '/oauth/token': everyMethod(oauthServer),
};

export const DISABLED_ROUTES: Routes = {
  '/sso': { POST: saml },
  '/passkeys/*': everyMethod(passkeys),
  '/oauth/*': everyMethod(oauthServer),
  '/user/oauth/*': everyMethod(oauthServer),
  '/scim/v2/*': everyMethod(scim),
  '/admin/sso/*': everyMethod(asAdmin(saml)),
  '/admin/oauth/*': everyMethod(asAdmin(oauthServer)),
  '/admin/custom-providers/*': everyMethod(asAdmin(customProviders)),
  '/admin/users/:user_id/passkeys/*': everyMethod(asAdmin(passkeys)),
};
