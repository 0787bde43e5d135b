/**
 * Answers with Supabase's codes when a function cannot answer. The body is `{code, message}`; an `error` in it
 * would be the function's own, a sentence for people.
 */

export type FunctionProblem =
  | 'NOT_FOUND'
  | 'UNAUTHORIZED_NO_AUTH_HEADER'
  | 'UNAUTHORIZED_INVALID_JWT'
  | 'PAYLOAD_TOO_LARGE'
  | 'REQUEST_TIMEOUT'
  | 'TOO_MANY_REQUESTS'
  | 'WORKER_ERROR'
  | 'BOOT_ERROR'
  | 'IDLE_TIMEOUT'
  | 'WORKER_LIMIT';

const ANSWERS: Record<FunctionProblem, readonly [status: number, message: string]> = {
  NOT_FOUND: [404, 'Requested function was not found'],
  UNAUTHORIZED_NO_AUTH_HEADER: [401, 'Missing authorization header'],
  UNAUTHORIZED_INVALID_JWT: [401, 'Invalid JWT'],
  PAYLOAD_TOO_LARGE: [413, 'The request is too large'],
  REQUEST_TIMEOUT: [408, 'The request did not arrive in time'],
  TOO_MANY_REQUESTS: [503, 'Too many large requests are under way: try again in a moment'],
  WORKER_ERROR: [500, 'Function exited due to an error (please check logs)'],
  BOOT_ERROR: [503, 'Function failed to start (please check logs)'],
  IDLE_TIMEOUT: [504, 'Function did not answer in time'],
  // A status of Supabase's own.
  WORKER_LIMIT: [546, 'Function failed due to not having enough compute resources (please check logs)'],
};

export class FunctionError extends Error {
  readonly problem: FunctionProblem;

  constructor(problem: FunctionProblem, cause?: unknown) {
    super(ANSWERS[problem][1], { cause });
    this.name = 'FunctionError';
    this.problem = problem;
  }
}

/** Readable from any origin, because the function's own CORS headers never came. */
export function respondProblem(problem: FunctionProblem): Response {
  const [status, message] = ANSWERS[problem];
  return Response.json(
    { code: problem, message },
    {
      status,
      headers: {
        'sb-error-code': problem,
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'sb-error-code',
      },
    },
  );
}
