/** Second stage: adds the schema to the request. Everything that the result names exists. */
import { requestErrors } from '../errors.ts';
import type { At, Condition } from '../request/grammar/syntax.ts';
import { WHOLE } from '../request/page.ts';
import type { Action, RestRequest, WriteKind } from '../request/rest-request.ts';
import type { Catalog, Columns, Relation, Routine, Schema } from '../schema-cache/schema.ts';
import { findComputed } from './computed.ts';
import { looksUpOneRow } from './cost/one-row.ts';
import { resolveRelation } from './names/resolve.ts';
import { type DatabasePlan, type OutputPlan, type Plan, SCALAR_COLUMN } from './plan.ts';
import { type CallRequest, findRoutine, planCall } from './plan-call.ts';
import { type Origin, planRead } from './plan-read.ts';
import { planSession } from './plan-session.ts';
import { planWrite } from './plan-write.ts';

type ActionOf<K extends Action['kind']> = Extract<Action, { kind: K }>;

/** @throws {RestError} PGRST1xx, PGRST2xx, 42703, 42704 */
export function planRequest(request: RestRequest, catalog: Catalog): Plan {
  const { action } = request;
  const schema = resolveSchema(catalog, request.schema);
  switch (action.kind) {
    case 'read':
      return planRelationRead(request, action, schema, catalog);
    case 'call':
      return planRoutineCall(request, action, schema, catalog);
    case 'describe':
      return { kind: 'describe', schema };
    case 'options':
      return { kind: 'options', methods: allowedMethods(action, schema) };
    default:
      return planRelationWrite(request, action, schema, catalog);
  }
}

function resolveSchema({ schemas, settings }: Catalog, name: string = settings.schemas[0]): Schema {
  const schema = schemas.get(name);
  if (!schema) throw requestErrors.unknownSchema(name, settings.schemas);
  return schema;
}

function planRelationRead(
  request: RestRequest,
  action: ActionOf<'read'>,
  schema: Schema,
  catalog: Catalog,
): Plan {
  const relation = resolveRelation(schema, action.relation);
  const read = planRead(schema, catalog.settings, originOf(relation, false), request.query, request.page);
  const common = checks(request, catalog, schema, action.headersOnly);
  const count = request.preferences.count !== undefined;
  const isPlain = !count && !common.explain && !common.session && !common.rollback;
  return {
    kind: 'read',
    read,
    count,
    oneRow: isPlain && looksUpOneRow(relation, read),
    ...common,
    maxAffected: undefined,
  };
}

function originOf(relation: Relation, isSource: boolean): Origin {
  const type = { schema: relation.schema, name: relation.name };
  return { ...relation, type, isSource, isComputed: isSource };
}

function planRelationWrite(
  request: RestRequest,
  action: ActionOf<WriteKind>,
  schema: Schema,
  catalog: Catalog,
): Plan {
  const relation = resolveRelation(schema, action.relation);
  // Filters on the root choose the rows to write; those below it only narrow what is given back.
  const conditions = request.query.conditions.filter(isBelow);
  const wanted = { ...request.query, conditions, limits: [], offsets: [] };
  const settings = { ...catalog.settings, maxRows: undefined };
  const read = planRead(schema, settings, originOf(relation, true), wanted, WHOLE);
  const givesRows = request.preferences.representation === 'representation';
  const common = checks(request, catalog, schema, !givesRows);
  return {
    kind: 'write',
    write: planWrite(action.kind, relation, request, read),
    read,
    ...common,
    maxAffected: action.kind === 'insert' || action.kind === 'put' ? undefined : common.maxAffected,
  };
}

function planRoutineCall(
  request: RestRequest,
  action: ActionOf<'call'>,
  schema: Schema,
  catalog: Catalog,
): Plan {
  const { query } = request;
  const call = callOf(request, action.routine);
  const routine = findRoutine(schema, call);
  const origin = resultOf(schema, routine);
  const withoutBody = action.method === 'HEAD' || routine.returns.kind === 'void';
  const common = checks(request, catalog, schema, withoutBody);
  if (common.maxAffected !== undefined && !routine.returnsSet) throw requestErrors.maxAffectedOnSingle();
  return {
    kind: 'call',
    call: planCall(routine, call, findComputed(origin, query)),
    read: planRead(schema, catalog.settings, origin, query, request.page),
    count: request.preferences.count !== undefined,
    readOnly: action.method !== 'POST' || !routine.volatile,
    ...common,
  };
}

/** A form gives its arguments as the address of a GET does. */
function callOf({ payload, query }: RestRequest, routine: string): CallRequest {
  return payload?.kind === 'form'
    ? { routine, payload: undefined, args: payload.entries }
    : { routine, payload, args: query.args };
}

function resultOf(schema: Schema, { name, returns }: Routine): Origin {
  if (returns.kind !== 'rows') {
    return { name, columns: scalarColumns, type: undefined, isSource: true };
  }
  const relation = returns.relation === undefined ? undefined : schema.relations.get(returns.relation);
  if (relation) return originOf(relation, true);
  return { name, columns: returns.columns, type: undefined, isSource: true };
}

const scalarColumns: Columns = new Map([
  [
    SCALAR_COLUMN,
    { name: SCALAR_COLUMN, type: { schema: 'pg_catalog', name: 'unknown' }, default: undefined },
  ],
]);

type Checks = Pick<
  DatabasePlan,
  | 'explain'
  | 'output'
  | 'singular'
  | 'maxAffected'
  | 'rollback'
  | 'chosenEnd'
  | 'hasPattern'
  | 'session'
  | 'setsResponse'
  | 'profile'
>;

function checks(request: RestRequest, catalog: Catalog, schema: Schema, withoutBody: boolean): Checks {
  const { mediaType, preferences } = request;
  const { settings, setsResponse } = catalog;
  const { shape, stripped } = mediaType;
  const { explain } = mediaType;
  if (explain && !settings.explains) throw requestErrors.noMediaType([explain.type]);
  const chosenEnd = settings.choosesEnd ? preferences.transaction : undefined;
  const output: OutputPlan = {
    shape: withoutBody || shape === 'openapi' ? 'nothing' : shape,
    stripped,
  };
  return {
    output,
    explain,
    singular: shape === 'object',
    maxAffected: preferences.handling === 'strict' ? preferences.maxAffected : undefined,
    rollback: chosenEnd === undefined ? settings.rollsBack : chosenEnd === 'rollback',
    chosenEnd,
    hasPattern: request.query.hasPattern,
    session: planSession(request, catalog, schema),
    setsResponse,
    profile: request.schema === undefined && settings.schemas.length === 1 ? undefined : schema.name,
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

function relationMethods({ insertable, updatable, deletable, primaryKey }: Relation): readonly string[] {
  return [
    'OPTIONS',
    'GET',
    'HEAD',
    ...(insertable ? ['POST'] : []),
    ...(insertable && updatable && primaryKey.length > 0 ? ['PUT'] : []),
    ...(updatable ? ['PATCH'] : []),
    ...(deletable ? ['DELETE'] : []),
  ];
}
