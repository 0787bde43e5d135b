/** GET /settings: the ways to sign up and in that are open here. */
import type { Operation } from './auth-services.ts';
import { OIDC } from './oidc/oidc-provider.ts';

// Every provider that Supabase Auth lists: clients look each up by name.
const PROVIDERS =
  'anonymous_users apple azure bitbucket discord facebook snapchat figma fly github gitlab google keycloak kakao ' +
  'linkedin linkedin_oidc notion spotify slack slack_oidc workos twitch twitter email phone zoom';
const ENABLED = new Set(['email']);

export const settings: Operation = async (context, { config, oidc, runTime }) =>
  context.json({
    external: {
      ...Object.fromEntries(PROVIDERS.split(' ').map((provider) => [provider, ENABLED.has(provider)])),
      ...(oidc && { [OIDC]: true }),
    },
    disable_signup: runTime.values.signup.kind === 'closed',
    mailer_autoconfirm: !config.auth.emailConfirmation,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: false,
    // Upstream has no such fields: the sign-up screen says who may, and how long a password has to be.
    signup: runTime.values.signup,
    password_min_length: runTime.values.passwordLength,
  });
