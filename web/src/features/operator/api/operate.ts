/** Requests of the operator's page (server/src/protocols/operator). The server looks up the right at each one. */

import { AppError } from '../../../lib/errors/app-error.ts';
import { networkSentence, sentences } from '../../../lib/errors/error-catalogue.ts';
import { requestIdIn } from '../../../lib/errors/failed-request.ts';
import { noticingFetch } from '../../../lib/session/refused-requests.ts';
import { configuration, supabase } from '../../../lib/supabase.ts';

interface Request {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: object;
}

/** Everybody else gets this for every address. */
export class NoOperatorError extends AppError {
  constructor() {
    super('NOT_FOUND_ERROR', 'There is nothing at this address.');
    this.name = 'NoOperatorError';
  }
}

/** @throws {AppError} with the server's sentence */
export async function operate<Answer>(path: string, { method, body }: Request = {}): Promise<Answer> {
  const { data } = await supabase.auth.getSession();
  let response: Response;
  try {
    response = await noticingFetch(`${configuration.supabaseUrl}/operator/v1${path}`, {
      method: method ?? (body ? 'POST' : 'GET'),
      headers: {
        apikey: configuration.supabasePublishableKey,
        authorization: `Bearer ${data.session?.access_token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  } catch (error) {
    throw new AppError('NETWORK_ERROR', networkSentence(), error);
  }
  const answer = await response.json().catch(() => undefined);
  if (response.ok && answer !== undefined) return answer;
  if (response.status === 404 && answer?.code === undefined) throw new NoOperatorError();
  // An answer with a code has a sentence of this page's own.
  const message = answer?.code === undefined ? sentences.unexpected : answer.message;
  throw new AppError('UNKNOWN_ERROR', message, answer, requestIdIn(response));
}
