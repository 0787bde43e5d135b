/** Why a caller was turned away, in the words of Supabase's gateway (keys) and of PostgREST (tokens). */
import { bearerToken, type CallerProblem } from '../../../http/caller/caller.ts';
import type { Answer } from './answer.ts';
import { jsonAnswer } from './json-answer.ts';

export function callerAnswer(problem: CallerProblem, request: Request): Answer {
  switch (problem.kind) {
    case 'missing-api-key':
      return jsonAnswer(401, {
        message: 'No API key found in request',
        hint: 'No `apikey` request header or url param was found.',
      });
    case 'unknown-api-key':
      return jsonAnswer(401, {
        message: 'Invalid API key',
        hint: 'Double check your Supabase `anon` or `service_role` API key.',
      });
    case 'secret-key-in-browser':
      return jsonAnswer(401, {
        message: 'Forbidden use of secret API key in browser',
        hint: 'Secret API keys can only be used in a protected environment and should never be used in a browser.',
      });
    case 'unknown-role':
      return tokenAnswer('22023', `role "${String(problem.role)}" does not exist`);
    case 'ended-session':
      return tokenAnswer('PGRST303', 'JWT session has ended');
    case 'bad-token':
      return badTokenAnswer(problem.error.problem, request);
  }
}

type TokenProblem = Extract<CallerProblem, { kind: 'bad-token' }>['error']['problem'];

function badTokenAnswer(problem: TokenProblem, request: Request): Answer {
  switch (problem) {
    case 'expired':
      return tokenAnswer('PGRST303', 'JWT expired');
    case 'not-yet-valid':
      return tokenAnswer('PGRST303', 'JWT not yet valid');
    case 'wrong-claims':
      return tokenAnswer('PGRST303', 'JWT not in audience');
    case 'forged':
      return tokenAnswer(
        'PGRST301',
        'No suitable key or wrong key type',
        'None of the keys was able to decode the JWT',
      );
    case 'malformed': {
      const token = bearerToken(request) ?? '';
      if (token === '') return tokenAnswer('PGRST301', 'Empty JWT is sent in Authorization header');
      const parts = token.split('.').length;
      return tokenAnswer(
        'PGRST301',
        parts === 3 ? "JWT couldn't be decoded" : `Expected 3 parts in JWT; got ${parts}`,
      );
    }
  }
}

function tokenAnswer(code: string, message: string, details: string | null = null): Answer {
  return jsonAnswer(
    401,
    { code, details, hint: null, message },
    {
      'www-authenticate': `Bearer error="invalid_token", error_description=${JSON.stringify(message)}`,
    },
  );
}
