/** Second stage: adds the schema to the request. Everything that the result names exists. */
import { requestErrors } from '../errors.ts';
import type { At, Condition } from '../request/grammar/syntax.ts';
import { WHOLE } from '../request/page.ts';
import type { Action, RestRequest } from '../request/rest-request.ts';
import type { Columns, Relation, Routine, Schema } from '../schema-cache/schema.ts';
import { type DatabasePlan, type OutputPlan, type Plan, SCALAR_COLUMN } from './plan.ts';
import { type CallRequest, findRoutine, planCall } from './plan-call.ts';
import { type Origin, planRead } from './plan-read.ts';
import { planWrite } from './plan-write.ts';
import { resolveRelation } from './resolve.ts';

type ActionOf<K extends Action['kind']> = Extract<Action, { kind: K }>;

/** @throws {RestError} PGRST1xx, PGRST2xx, 42703, 42704 */
export function planRequest(request: RestRequest, schema: Schema): Plan {
  const { action } = request;
  switch (action.kind) {
    case 'read':
      return planRelationRead(request, action, schema);
    case 'call':
      return planRoutineCall(request, action, schema);
    case 'describe':
      return { kind: 'describe' };
    case 'options':
      return { kind: 'options', methods: allowedMethods(action, schema) };
    default:
      return planRelationWrite(request, action, schema);
  }
}

function planRelationRead(request: RestRequest, action: ActionOf<'read'>, schema: Schema): Plan {
  const { name, columns } = resolveRelation(schema, action.relation);
  const origin: Origin = { name, columns, relation: name };
  return {
    kind: 'read',
    read: planRead(schema, origin, request.query, request.page),
    count: request.preferences.count !== undefined,
    ...checks(request, action.headersOnly),
    maxAffected: undefined,
  };
}

function planRelationWrite(
  request: RestRequest,
  action: ActionOf<'insert' | 'update' | 'delete'>,
  schema: Schema,
): Plan {
  const relation = resolveRelation(schema, action.relation);
  const { name, columns } = relation;
  // Filters on the root choose the rows to write; those below it only narrow what is given back.
  const conditions = request.query.conditions.filter(isBelow);
  const wanted = { ...request.query, conditions, limits: [], offsets: [] };
  const read = planRead(schema, { name, columns, relation: undefined }, wanted, WHOLE);
  const givesRows = request.preferences.representation === 'representation';
  const common = checks(request, !givesRows);
  return {
    kind: 'write',
    write: planWrite(action.kind, relation, request, read),
    read,
    ...common,
    maxAffected: action.kind === 'insert' ? undefined : common.maxAffected,
  };
}

function planRoutineCall(request: RestRequest, action: ActionOf<'call'>, schema: Schema): Plan {
  const { payload, query } = request;
  const call: CallRequest = { routine: action.routine, payload, args: query.args };
  const routine = findRoutine(schema, call);
  const common = checks(request, action.method === 'HEAD' || routine.returns.kind === 'void');
  if (common.maxAffected !== undefined && !routine.returnsSet) throw requestErrors.maxAffectedOnSingle();
  return {
    kind: 'call',
    call: planCall(routine, call),
    read: planRead(schema, resultOf(routine), query, request.page),
    count: request.preferences.count !== undefined,
    readOnly: action.method !== 'POST' || !routine.volatile,
    ...common,
  };
}

function resultOf({ name, returns }: Routine): Origin {
  if (returns.kind === 'rows') {
    return { name: returns.relation ?? name, columns: returns.columns, relation: undefined };
  }
  return { name, columns: scalarColumns, relation: undefined };
}

const scalarColumns: Columns = new Map([
  [
    SCALAR_COLUMN,
    { name: SCALAR_COLUMN, type: { schema: 'pg_catalog', name: 'unknown' }, default: undefined },
  ],
]);

type Checks = Pick<DatabasePlan, 'output' | 'singular' | 'maxAffected' | 'rollback'>;

function checks({ mediaType, preferences }: RestRequest, withoutBody: boolean): Checks {
  const { shape, stripped } = mediaType;
  const output: OutputPlan = {
    shape: withoutBody || shape === 'openapi' ? 'nothing' : shape,
    stripped,
  };
  return {
    output,
    singular: shape === 'object',
    maxAffected: preferences.handling === 'strict' ? preferences.maxAffected : undefined,
    rollback: preferences.transaction === 'rollback',
  };
}

function isBelow({ path }: At<Condition>): boolean {
  return path.length > 0;
}

function allowedMethods({ relation, routine }: ActionOf<'options'>, schema: Schema): readonly string[] {
  if (routine !== undefined) {
    const { volatile } = findRoutine(schema, { routine, payload: undefined, args: [] });
    return volatile ? ['OPTIONS', 'POST'] : ['OPTIONS', 'GET', 'HEAD', 'POST'];
  }
  if (relation === undefined) return ['OPTIONS', 'GET', 'HEAD'];
  return relationMethods(resolveRelation(schema, relation));
}

function relationMethods({ insertable, updatable, deletable }: Relation): readonly string[] {
  return [
    'OPTIONS',
    'GET',
    'HEAD',
    ...(insertable ? ['POST'] : []),
    ...(updatable ? ['PATCH'] : []),
    ...(deletable ? ['DELETE'] : []),
  ];
}
