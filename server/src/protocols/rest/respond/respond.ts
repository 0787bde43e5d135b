/** Last stage: turns a plan's result into HTTP. Bodies are Postgres' text, passed on unread. */
import type { Result } from '../execute/execute.ts';
import type { CallPlan, DatabasePlan } from '../plan/plan.ts';
import type { RestRequest, WriteKind } from '../request/rest-request.ts';
import type { Answer } from './answer.ts';
import { contentRange, rangeHeader } from './content-range.ts';
import { overrideAnswer } from './override-answer.ts';
import { preferenceApplied } from './preference-applied.ts';

/** @throws {RestError} PGRST103, PGRST111, PGRST112 */
export function respond(request: RestRequest, plan: DatabasePlan, result: Result): Answer {
  if (plan.explain) {
    const headers = { 'content-type': `${plan.explain.type}; charset=utf-8` };
    return { status: 200, headers, body: result.body ?? null };
  }
  const { status, headers } = outcome(request, plan, result);
  const applied = preferenceApplied(plan, request.preferences);
  const described =
    plan.kind === 'write' && result.body === undefined ? {} : contentHeaders(request, plan.profile);
  const answer = {
    status,
    headers: {
      ...headers,
      ...(status === 204 ? {} : described),
      ...(status !== 204 && result.body === undefined ? { 'content-length': '0' } : {}),
      ...(applied === undefined ? {} : { 'preference-applied': applied }),
    },
    body: status === 204 ? null : (result.body ?? null),
  };
  return plan.setsResponse ? overrideAnswer(answer, result.response) : answer;
}

type Outcome = Pick<Answer, 'status' | 'headers'>;

function outcome(request: RestRequest, plan: DatabasePlan, result: Result): Outcome {
  switch (plan.kind) {
    case 'read':
      return paged(request, result);
    case 'call':
      return called(plan.call, request, result);
    case 'write':
      return written(request, plan.write.kind, plan.write.relation.name, result);
  }
}

function paged(request: RestRequest, result: Result): Outcome {
  const { header, status } = contentRange(request.page, result);
  return { status, headers: { 'content-range': header } };
}

function called(call: CallPlan, request: RestRequest, result: Result): Outcome {
  const answer = paged(request, result);
  return call.returns === 'void' ? { ...answer, status: 204 } : answer;
}

function written({ preferences }: RestRequest, kind: WriteKind, relation: string, result: Result): Outcome {
  const total = preferences.count === undefined ? undefined : result.rows;
  const givesRows = preferences.representation === 'representation';
  if (kind === 'insert') {
    // An upsert that found all its rows has created nothing.
    const created = result.inserted === undefined || result.inserted > 0;
    return {
      status: created ? 201 : 200,
      headers: { 'content-range': rangeHeader(undefined, total), ...locationHeader(relation, result) },
    };
  }
  if (kind === 'put') {
    return { status: givesRows ? (result.inserted ? 201 : 200) : 204, headers: {} };
  }
  const rows = kind === 'update' && result.rows > 0 ? ([0, result.rows - 1] as const) : undefined;
  return { status: givesRows ? 200 : 204, headers: { 'content-range': rangeHeader(rows, total) } };
}

function locationHeader(relation: string, { location }: Result): Readonly<Record<string, string>> {
  if (location === undefined) return {};
  const key = Object.entries(JSON.parse(location) as Record<string, unknown>);
  const search = key.map(
    ([name, value]) =>
      `${encodeURIComponent(name)}=${value === null ? 'is.null' : `eq.${encodeURIComponent(String(value))}`}`,
  );
  return { location: `/${encodeURIComponent(relation)}?${search.join('&')}` };
}

function contentHeaders(
  { mediaType }: RestRequest,
  profile: string | undefined,
): Readonly<Record<string, string>> {
  return {
    'content-type': contentType(mediaType),
    ...(profile === undefined ? {} : { 'content-profile': profile }),
  };
}

function contentType({ shape, stripped }: RestRequest['mediaType']): string {
  const suffix = stripped ? ';nulls=stripped' : '';
  switch (shape) {
    case 'object':
      return `application/vnd.pgrst.object+json${suffix}; charset=utf-8`;
    case 'array':
      return stripped
        ? 'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8'
        : 'application/json; charset=utf-8';
    case 'csv':
      return 'text/csv; charset=utf-8';
    case 'openapi':
      return 'application/openapi+json; charset=utf-8';
  }
}
