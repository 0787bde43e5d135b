/** The settings made before the statement, for the rest of the transaction. */
import type { SessionPlan } from '../plan/plan.ts';
import { qualified, quoteNames } from './names.ts';

export interface Statement {
  readonly text: string;
  readonly values: readonly string[];
}

const SET_REQUEST = `select set_config('request.method', $1, true), set_config('request.path', $2, true),
  set_config('request.headers', $3, true), set_config('request.cookies', $4, true)`;
const SET_TIMEZONE = "select set_config('timezone', $1, true)";

const SET_SEARCH_PATH = "select set_config('search_path', $1, true)";

const NOTHING: readonly Statement[] = [];

/** @returns statements in the order in which they must run */
export function sessionSql(session: SessionPlan | undefined): readonly Statement[] {
  if (!session) return NOTHING;
  const { request, timezone, searchPath, preRequest } = session;
  return [
    ...(request
      ? [{ text: SET_REQUEST, values: [request.method, request.path, request.headers, request.cookies] }]
      : []),
    ...(searchPath ? [{ text: SET_SEARCH_PATH, values: [quoteNames(searchPath)] }] : []),
    ...(timezone === undefined ? [] : [{ text: SET_TIMEZONE, values: [timezone] }]),
    ...(preRequest ? [{ text: `select ${qualified(preRequest)}()`, values: [] }] : []),
  ];
}
