/** For what is the operator's alone. */
import { HTTPException } from 'hono/http-exception';
import { CallerError, type ResolveCaller } from './caller.ts';

/** @throws {HTTPException} 401 */
export async function requireSecretKey(
  { resolveCaller }: { readonly resolveCaller: ResolveCaller },
  request: Request,
): Promise<void> {
  const caller = await resolveCaller(request).catch((error: unknown) => {
    if (error instanceof CallerError) return undefined;
    throw error;
  });
  // An account may have the role, too: its tokens are for its data, not for what the operator does.
  if (caller?.role !== 'service_role' || caller.claims.session_id !== undefined)
    throw new HTTPException(401, {
      res: Response.json({ message: 'This takes the secret key.' }, { status: 401 }),
    });
}
