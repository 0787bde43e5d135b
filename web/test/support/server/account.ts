/** Answers for the account's settings. */
import { type Answerer, json, on } from './answers.ts';
import { newSession } from './session.ts';
import type { Workspace } from './workspace.ts';

/** The account has a password, no second step, and is signed in on this device alone. */
export function accountOf({ owner }: Workspace): readonly Answerer[] {
  const now = new Date().toISOString();
  const device = {
    id: crypto.randomUUID(),
    user_agent: navigator.userAgent,
    is_current: true,
    signed_in_at: now,
    last_active_at: now,
  };
  return [
    on('GET /auth/v1/user', () => json(newSession(owner).user)),
    on('POST /rest/v1/rpc/list_my_sessions', () => json([device])),
    on('POST /rest/v1/rpc/has_password', () => json(true)),
  ];
}
