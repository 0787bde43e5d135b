/**
 * Everything that this protocol refuses on its own account: PostgREST's codes, statuses, messages and hints in one
 * table (docs.postgrest.org/en/v14/references/errors.html). Postgres' errors keep their SQLSTATE and are mapped
 * in respond/database-error.ts. Knows nothing of HTTP beyond the status number.
 */

/** A problem as it goes over the wire. */
export interface RestProblem {
  readonly status: number;
  /** `PGRST…`, or the SQLSTATE that Postgres would have answered with. */
  readonly code: string;
  readonly message: string;
  readonly details: unknown;
  readonly hint: string | null;
  /** The answer's further headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

export class RestError extends Error {
  readonly problem: RestProblem;
  /** The schema cache may be older than the database: worth another try with a fresh one. */
  readonly mayBeStale: boolean;

  constructor(problem: RestProblem, mayBeStale = false) {
    super(`${problem.code}: ${problem.message}`);
    this.name = 'RestError';
    this.problem = problem;
    this.mayBeStale = mayBeStale;
  }
}

interface Extras {
  readonly details?: unknown;
  readonly hint?: string | undefined;
}

function problem(status: number, code: string, message: string, { details, hint }: Extras = {}): RestProblem {
  return { status, code, message, details: details ?? null, hint: hint ?? null };
}

const refusal = (status: number, code: string, message: string, extras?: Extras) =>
  new RestError(problem(status, code, message, extras));
const unknownThing = (status: number, code: string, message: string, extras?: Extras) =>
  new RestError(problem(status, code, message, extras), true);

/** PGRST0xx: the connection. Rendered with Retry-After. */
export const connectionErrors = {
  databaseUnavailable: () => refusal(503, 'PGRST001', 'Database client error. Retrying the connection.'),
  /** configuration_limit_exceeded: the connection itself is fine. */
  callerMustWait: (reason: string) => refusal(503, '53400', reason),
};

/** PGRST1xx: the request itself. */
export const requestErrors = {
  badQuery: (message: string, details: string) => refusal(400, 'PGRST100', message, { details }),
  badRpcMethod: (method: string) => refusal(405, 'PGRST101', `Cannot use the ${method} method on RPC`),
  /** Postgres' code for a regular expression that it cannot use. */
  costlyPattern: (details: string) =>
    refusal(400, '2201B', 'invalid regular expression: it costs too much', {
      details,
      hint: 'Back references, looking around and many repetitions are not available here.',
    }),
  badBody: (message: string) => refusal(400, 'PGRST102', message),
  badRange: (details: string) => refusal(416, 'PGRST103', 'Requested range not satisfiable', { details }),
  /** RFC 9110 section 15.5.17. */
  emptyRange: (offset: number, total: number) =>
    new RestError({
      ...problem(416, 'PGRST103', 'Requested range not satisfiable', {
        details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
      }),
      headers: { 'content-range': `*/${total}` },
    }),
  badPutFilters: () =>
    refusal(405, 'PGRST105', "Filters must include all and only primary key columns with 'eq' operators"),
  unknownSchema: (schema: string, exposed: readonly string[]) =>
    unknownThing(406, 'PGRST106', `Invalid schema: ${schema}`, {
      hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
    }),
  noMediaType: (accepted: readonly string[]) =>
    refusal(406, 'PGRST107', `None of these media types are available: ${accepted.join(', ')}`),
  notEmbedded: (name: string) =>
    refusal(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
      hint: `Verify that '${name}' is included in the 'select' query parameter.`,
    }),
  badResponseHeaders: () =>
    refusal(
      500,
      'PGRST111',
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    ),
  badResponseStatus: () => refusal(500, 'PGRST112', 'response.status guc must be a valid status code'),
  noPageOnPut: () => refusal(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT'),
  badPutPayload: () => refusal(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)'),
  notSingular: (rows: number) =>
    refusal(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
      details: `The result contains ${rows} rows`,
    }),
  badMethod: (method: string) => refusal(405, 'PGRST117', `Unsupported HTTP method: ${method}`),
  badRelatedOrder: (origin: string, target: string) =>
    refusal(400, 'PGRST118', `A related order on '${target}' is not possible`, {
      details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
    }),
  badRaise: (details: string, hint: string) =>
    refusal(500, 'PGRST121', 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error', {
      details,
      hint,
    }),
  badEmbedFilter: (target: string) =>
    refusal(400, 'PGRST120', `Bad operator on the '${target}' embedded resource`, {
      details: 'Only is null or not is null filters are allowed on embedded resources',
    }),
  badPreferences: (preferences: readonly string[]) =>
    refusal(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${preferences.join(', ')}`,
    }),
  noAggregates: () => refusal(400, 'PGRST123', 'Use of aggregate functions is not allowed'),
  tooManyAffected: (rows: number) =>
    refusal(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
      details: `The query affects ${rows} rows`,
    }),
  badPath: () => refusal(404, 'PGRST125', 'Invalid path specified in request URL'),
  rootForbidden: () =>
    refusal(403, 'PGRST126', 'The description of the API is only given to the secret API key'),
  notImplemented: (details: string) => refusal(400, 'PGRST127', 'Feature not implemented', { details }),
  maxAffectedOnSingle: () =>
    refusal(
      400,
      'PGRST128',
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    ),
};

/** Bodies that are refused before they are parsed. */
export const bodyErrors = {
  tooLarge: (limitBytes: number) =>
    refusal(413, 'PGRST102', `The request body is larger than ${limitBytes / 1024} KiB`),
  tooManyValues: (limit: number) =>
    refusal(413, 'PGRST102', `The request body holds more than ${limit} values`),
  tooSlow: () => refusal(408, 'PGRST102', 'The request body did not arrive in time'),
  cutShort: () => refusal(400, 'PGRST102', 'The request body was cut short'),
  notUtf8: () => refusal(400, 'PGRST102', 'The request body is not valid UTF-8'),
  /** Postgres' code when it has no room: insufficient_resources. */
  tooMany: () => refusal(503, '53000', 'Too many large requests are under way: try again in a moment'),
};

/** Answers that would take too much memory until the client has read them. */
export const answerErrors = {
  /** program_limit_exceeded. */
  tooLarge: () => refusal(413, '54000', 'The answer is too large: ask for fewer rows at a time'),
  tooMany: () => refusal(503, '53000', 'Too many large answers wait to be read: try again in a moment'),
};

/** PGRST2xx and the SQLSTATEs of unknown names: a name in the request is not in the schema. */
export const schemaErrors = {
  noRelationship: (origin: string, target: string, details: string, hint: string | undefined) =>
    unknownThing(
      400,
      'PGRST200',
      `Could not find a relationship between '${origin}' and '${target}' in the schema cache`,
      { details, hint },
    ),
  ambiguousRelationship: (origin: string, target: string, details: unknown, hint: string) =>
    refusal(
      300,
      'PGRST201',
      `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
      { details, hint },
    ),
  noFunction: (message: string, details: string, hint: string | undefined) =>
    unknownThing(404, 'PGRST202', message, { details, hint }),
  ambiguousFunction: (signatures: readonly string[]) =>
    refusal(
      300,
      'PGRST203',
      `Could not choose the best candidate function between: ${signatures.join(', ')}`,
      {
        hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
      },
    ),
  noBodyColumn: (table: string, column: string) =>
    unknownThing(400, 'PGRST204', `Could not find the '${column}' column of '${table}' in the schema cache`),
  noTable: (schema: string, table: string, hint: string | undefined) =>
    unknownThing(404, 'PGRST205', `Could not find the table '${schema}.${table}' in the schema cache`, {
      hint,
    }),
  /** Postgres' message: PostgREST leaves the columns of a query to Postgres. */
  noColumn: (table: string, column: string) =>
    unknownThing(400, '42703', `column ${table}.${column} does not exist`),
  /** Postgres' message when two embedded resources have the same name. */
  nameTwice: (name: string) => refusal(400, '42712', `table name "${name}" specified more than once`),
  noCast: (column: string, type: string) =>
    refusal(400, '42846', `cannot cast column "${column}" to ${type}`),
  noType: (type: string) => unknownThing(400, '42704', `type "${type}" does not exist`),
};
