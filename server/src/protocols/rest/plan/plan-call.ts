/**
 * Chooses the function that a call means, by its name and the names of the arguments, and plans its arguments
 * (docs.postgrest.org/en/v14/references/api/functions.html).
 */
import { schemaErrors } from '../errors.ts';
import type { Payload } from '../request/payload.ts';
import type { Parameter, Routine, Schema } from '../schema-cache/schema.ts';
import { arrayLiteral } from './array-literal.ts';
import { closestName } from './names/closest-name.ts';
import type { ArgumentsPlan, CallPlan, ReturnedColumn } from './plan.ts';

export interface CallRequest {
  readonly routine: string;
  /** The body of a POST; undefined for GET, HEAD and forms. */
  readonly payload: Exclude<Payload, { kind: 'form' }> | undefined;
  /** The fields of a form, or the parameters of a GET or HEAD that are no filters. */
  readonly args: readonly (readonly [name: string, value: string])[];
}

/** @throws {RestError} PGRST202, PGRST203 */
export function findRoutine(schema: Schema, call: CallRequest): Routine {
  const candidates = schema.routines.get(call.routine) ?? [];
  const names = argumentNames(call);
  const isText = call.payload?.kind === 'text';
  const named = isText ? [] : candidates.filter((candidate) => acceptsNames(candidate, names));
  const found = named.length > 0 ? named : candidates.filter((one) => acceptsBody(one, call.payload));
  const [routine, ...others] = found;
  if (!routine) throw noFunction(schema, candidates, call, names);
  if (others.length > 0) throw schemaErrors.ambiguousFunction(found.map(signature));
  return routine;
}

/** @param computed what is read of its rows that they do not hold */
export function planCall(routine: Routine, call: CallRequest, computed: readonly ReturnedColumn[]): CallPlan {
  return {
    routine: { schema: routine.schema, name: routine.name },
    args: planArguments(routine, call),
    returns: routine.returns.kind,
    returnsSet: routine.returnsSet,
    computed,
  };
}

function argumentNames({ payload, args }: CallRequest): ReadonlySet<string> {
  if (payload === undefined) return new Set(args.map(([name]) => name));
  return new Set(payload.kind === 'json' ? payload.keys : []);
}

/** Every required parameter is given, and nothing that is no parameter. */
function acceptsNames({ parameters }: Routine, names: ReadonlySet<string>): boolean {
  const known = new Set(parameters.map(({ name }) => name));
  const complete = parameters.every(({ name, required }) => !required || names.has(name));
  return complete && [...names].every((name) => known.has(name));
}

/** A function with a single unnamed parameter takes the whole body. */
function acceptsBody({ parameters }: Routine, payload: CallRequest['payload']): boolean {
  const [only, ...others] = parameters;
  if (!payload || !only || only.name !== '' || others.length > 0) return false;
  if (only.type.schema !== 'pg_catalog') return false;
  if (payload.kind === 'text') return only.type.name === 'text';
  return payload.isWritten && /^jsonb?$/.test(only.type.name);
}

function planArguments({ parameters }: Routine, { payload, args }: CallRequest): ArgumentsPlan {
  const [first] = parameters;
  if (!first) return { kind: 'none' };
  if (payload === undefined) return planValues(parameters, args);
  if (first.name === '') return { kind: 'body', text: payload.text, type: first.type };
  if (payload.kind === 'text') return { kind: 'none' };
  const given = parameters.filter(({ name }) => payload.keys.includes(name));
  if (given.length === 0) return { kind: 'none' };
  return { kind: 'json', json: payload.text, isArray: payload.isArray, parameters: given };
}

function planValues(parameters: readonly Parameter[], args: CallRequest['args']): ArgumentsPlan {
  const given = parameters.flatMap((parameter) => {
    const values = args.filter(([name]) => name === parameter.name).map(([, value]) => value);
    const value = parameter.variadic ? arrayLiteral(values) : values.at(-1);
    return values.length > 0 && value !== undefined ? [{ parameter, value }] : [];
  });
  return given.length === 0 ? { kind: 'none' } : { kind: 'values', values: given };
}

function noFunction(
  schema: Schema,
  candidates: readonly Routine[],
  { routine, payload }: CallRequest,
  names: ReadonlySet<string>,
) {
  const list = [...names].sort();
  const isText = payload?.kind === 'text';
  const given = list.length === 0 ? ' without parameters' : `(${list.join(', ')})`;
  const searched =
    list.length === 0
      ? ' without parameters'
      : ` with parameter${list.length > 1 ? 's' : ''} ${list.join(', ')}`;
  const isJson = payload?.kind === 'json' && payload.isWritten;
  const alternative = isJson ? ' or with a single unnamed json/jsonb parameter' : '';
  return schemaErrors.noFunction(
    `Could not find the function ${schema.name}.${routine}${isText ? '' : given} in the schema cache`,
    `Searched for the function ${schema.name}.${routine}${
      isText ? ' with a single unnamed text parameter' : searched + alternative
    }, but no matches were found in the schema cache.`,
    isText ? undefined : suggestion(schema, candidates, routine, list),
  );
}

function suggestion(
  schema: Schema,
  candidates: readonly Routine[],
  routine: string,
  names: readonly string[],
): string | undefined {
  const meant = `Perhaps you meant to call the function ${schema.name}.`;
  if (candidates.length === 0) {
    const closest = closestName(routine, schema.routines.keys());
    return closest && meant + closest;
  }
  const lists = candidates.map(({ parameters }) => parameterList(parameters.map(({ name }) => name)));
  const closest = closestName(parameterList(names), lists, 0.33);
  return closest && meant + routine + closest;
}

function parameterList(names: readonly string[]): string {
  return `(${[...names].sort().join(', ')})`;
}

function signature({ schema, name, parameters }: Routine): string {
  return `${schema}.${name}(${parameters.map((one) => `${one.name} => ${one.typeLabel}`).join(', ')})`;
}
