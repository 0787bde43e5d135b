/**
 * `raise sqlstate 'PGRST'`: a function or trigger sets the whole answer, in JSON
 * (docs.postgrest.org/en/v14/references/errors.html#raise-errors-with-http-status-codes).
 */
import { z } from 'zod';
import type { SqlError } from '../../../database/sql-error.ts';
import { type RestProblem, requestErrors } from '../errors.ts';
import { HEADER_NAME, HEADER_VALUE } from './override-answer.ts';

const MESSAGE = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullish(),
  hint: z.string().nullish(),
});

const DETAIL = z.object({
  // Node.js cannot send other statuses as a final answer.
  status: z.int().min(200).max(599),
  status_text: z.string().optional(),
  headers: z.record(z.string().regex(HEADER_NAME).toLowerCase(), z.string().regex(HEADER_VALUE)),
});

const MESSAGE_HINT =
  "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.";
const DETAIL_HINT =
  "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.";

/** @returns PGRST121 when the raised JSON is invalid */
export function raisedProblem({ message, detail }: SqlError): RestProblem {
  const said = parse(MESSAGE, message);
  if (!said) return refused(`Invalid JSON value for MESSAGE: '${message}'`, MESSAGE_HINT);
  if (detail === undefined) return refused('DETAIL is missing in the RAISE statement', DETAIL_HINT);
  const answer = parse(DETAIL, detail);
  if (!answer) return refused(`Invalid JSON value for DETAIL: '${detail}'`, DETAIL_HINT);
  return {
    status: answer.status,
    code: said.code,
    message: said.message,
    details: said.details ?? null,
    hint: said.hint ?? null,
    headers: answer.headers,
  };
}

function refused(details: string, hint: string): RestProblem {
  return requestErrors.badRaise(details, hint).problem;
}

function parse<T>(shape: z.ZodType<T>, text: string): T | undefined {
  try {
    return shape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
