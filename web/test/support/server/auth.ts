/** The auth service's answers. */
import { type Answerer, json } from './answers.ts';

/** @param code as the auth protocol names it */
export function refused(status: number, code: string, message = code): Response {
  return Response.json({ code, message }, { status, headers: { 'x-supabase-api-version': '2024-01-01' } });
}

/** Whatever sits in the server's place, such as a hotel's sign-in page: it says "OK" to everything. */
export const portal: Answerer = () => json({});
