/** Who may sign up here, and how long a password has to be, as the auth service says it. */
import { configuration } from '../../../lib/supabase.ts';

type Rule =
  | { readonly kind: 'open' | 'invited' | 'closed' }
  | { readonly kind: 'domains'; readonly domains: readonly string[] };

export interface SignUpRules {
  /** A sentence for whoever is about to sign up; undefined where everybody may. */
  readonly sentence: string | undefined;
  readonly passwordLength: number | undefined;
}

const PATIENCE_MS = 5000;

/** @returns undefined when the service does not say: it refuses what it does not allow. Never rejects. */
export async function readSignUpRules(): Promise<SignUpRules | undefined> {
  try {
    const answer = await fetch(`${configuration.supabaseUrl}/auth/v1/settings`, {
      headers: { apikey: configuration.supabasePublishableKey },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!answer.ok) return undefined;
    const settings: { signup?: Rule; disable_signup?: boolean; password_min_length?: number } =
      await answer.json();
    // Supabase's own service knows open and closed alone.
    const rule = settings.signup ?? { kind: settings.disable_signup ? 'closed' : 'open' };
    return { sentence: sentenceOf(rule), passwordLength: settings.password_min_length };
  } catch {
    return undefined;
  }
}

function sentenceOf(rule: Rule): string | undefined {
  switch (rule.kind) {
    case 'domains':
      return `Only addresses at ${new Intl.ListFormat('en', { type: 'disjunction' }).format(rule.domains)} can sign up here.`;
    case 'invited':
      return 'New accounts are by invitation here: sign up with the address that was invited.';
    case 'closed':
      return 'New accounts are closed here: ask whoever runs this Trellis for an invitation.';
    case 'open':
      return undefined;
  }
}
