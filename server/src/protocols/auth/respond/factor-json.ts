/** A factor as its account's holder and an administrator see it: everything but its secret. */
import type { Factor } from '../store/factors.ts';

export function factorJson(factor: Factor): object {
  return {
    id: factor.id,
    created_at: factor.created_at,
    updated_at: factor.updated_at,
    status: factor.status,
    friendly_name: factor.friendly_name || undefined,
    factor_type: factor.factor_type,
    phone: factor.phone ?? '',
    last_challenged_at: factor.last_challenged_at,
  };
}
