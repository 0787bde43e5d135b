/**
 * The plan of a request: plain data in which every name is known to exist. Names are unquoted and values
 * unbound: turning them into SQL is the next stage's work (query/).
 */
import type { AggregateName, Comparison, JsonStep, Page } from '../request/grammar/syntax.ts';
import type { Explain } from '../request/media-type.ts';
import type { QualifiedName } from '../schema-cache/qualified-name.ts';
import type { Column, Columns, Parameter, Schema, TypeName } from '../schema-cache/schema.ts';

/** The one column of a function that returns plain values. */
export const SCALAR_COLUMN = 'pgrst_scalar';

/** A column, or a place inside a JSON column. */
export interface FieldPlan {
  readonly column: string;
  /** The function that computes it from the row; undefined when the row holds it. */
  readonly call: QualifiedName | undefined;
  /** A JSON column takes the path as it is; any other is made JSON first. */
  readonly isJson: boolean;
  /** A text search vector is searched as it is; any other is made one first. */
  readonly isVector: boolean;
  readonly path: readonly JsonStep[];
}

export interface AggregatePlan {
  readonly name: AggregateName;
  readonly cast: TypeName | undefined;
}

export type OutputColumn =
  | { readonly kind: 'star' }
  | {
      readonly kind: 'field';
      readonly field: FieldPlan;
      readonly cast: TypeName | undefined;
      readonly as: string | undefined;
      readonly aggregate: AggregatePlan | undefined;
    }
  /** The number of rows; per group, when it is grouped. */
  | {
      readonly kind: 'count';
      readonly cast: TypeName | undefined;
      readonly as: string;
      readonly grouped: boolean;
    }
  /** The number 1, to be counted. */
  | { readonly kind: 'one'; readonly as: string };

export type ConditionPlan =
  | { readonly kind: 'filter'; readonly field: FieldPlan; readonly comparison: Comparison }
  | {
      readonly kind: 'logic';
      readonly negated: boolean;
      readonly operator: 'and' | 'or';
      readonly conditions: readonly ConditionPlan[];
    }
  /** Whether an embedded resource has rows. */
  | {
      readonly kind: 'embed-exists';
      readonly embed: number;
      readonly toOne: boolean;
      readonly negated: boolean;
    };

export interface OrderPlan {
  readonly field: FieldPlan;
  /** The embedded to-one resource whose column it is. */
  readonly embed: number | undefined;
  readonly direction: 'asc' | 'desc' | undefined;
  readonly nulls: 'first' | 'last' | undefined;
}

/** An output that may be large. */
export interface LargeOutput {
  readonly name: string;
  /** How its size is told: of a whole text, or of the value as it is stored. */
  readonly size: 'whole' | 'stored';
  /** Not as it is stored in the row. */
  readonly isComputed: boolean;
}

/** Rows of one table, or of the write or call that the statement begins with. */
export interface ReadPlan {
  /** Unique within the statement; the root is 0. */
  readonly id: number;
  /** Undefined: the rows of the write or call. */
  readonly relation: QualifiedName | undefined;
  readonly columns: readonly OutputColumn[];
  readonly embeds: readonly EmbedPlan[];
  readonly where: readonly ConditionPlan[];
  readonly order: readonly OrderPlan[];
  readonly page: Page;
  /** Rows are grouped by all columns that are not aggregated. */
  readonly grouped: boolean;
  readonly large: readonly LargeOutput[];
}

/** Equality between a column of the parent and one of the child; either may be the junction. */
export interface JoinPair {
  readonly parent: string;
  readonly child: string;
}

/** A column of a spread resource that goes into its parent. */
export interface SpreadColumn {
  /** Undefined: all columns of the resource. */
  readonly name: string | undefined;
  readonly as: string | undefined;
  /** Over the parent's rows. */
  readonly aggregate: AggregatePlan | undefined;
}

/** Rows come from a function of the parent's row. */
export interface RowCall {
  readonly call: QualifiedName;
  /** The parent's type and columns, to rebuild the row from; undefined where it still is a row. */
  readonly row: { readonly type: TypeName; readonly columns: readonly string[] } | undefined;
}

export interface EmbedPlan {
  readonly read: ReadPlan;
  readonly name: string;
  readonly output: 'object' | 'array' | 'spread' | 'spread-lists' | 'nothing';
  /** Empty unless it is spread. */
  readonly spread: readonly SpreadColumn[];
  readonly toOne: boolean;
  /** The columns that the parent may order by. */
  readonly visible: { readonly name: string; readonly columns: Columns };
  /** Rows without a match are left out of the parent. */
  readonly inner: boolean;
  /** From the parent to the child, or to the junction when there is one. */
  readonly on: readonly JoinPair[];
  readonly junction: { readonly relation: QualifiedName; readonly on: readonly JoinPair[] } | undefined;
  readonly from: RowCall | undefined;
}

/** Rows as JSON text, expanded by Postgres. */
export interface RowsPlan {
  readonly json: string;
  readonly isArray: boolean;
  readonly columns: readonly Column[];
  /** A key that is missing gets its column's default instead of null. */
  readonly defaults: boolean;
}

/** A column, or a function's result for the row. */
export interface ReturnedColumn {
  readonly name: string;
  readonly call: QualifiedName | undefined;
}

export type Returning = 'nothing' | 'all' | readonly ReturnedColumn[];

export type WritePlan =
  | {
      readonly kind: 'insert' | 'put';
      readonly relation: QualifiedName;
      readonly rows: RowsPlan;
      readonly conflict:
        | { readonly resolution: 'merge' | 'ignore'; readonly columns: readonly string[] }
        | undefined;
      /** Only rows of the body that meet these. */
      readonly where: readonly ConditionPlan[];
      readonly returning: Returning;
      /** The columns of the Location header. */
      readonly location: boolean;
    }
  | {
      readonly kind: 'update';
      readonly relation: QualifiedName;
      readonly rows: RowsPlan;
      readonly where: readonly ConditionPlan[];
      readonly returning: Returning;
    }
  | {
      readonly kind: 'delete';
      readonly relation: QualifiedName;
      readonly where: readonly ConditionPlan[];
      readonly returning: Returning;
    };

export type ArgumentsPlan =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'json';
      readonly json: string;
      readonly isArray: boolean;
      readonly parameters: readonly Parameter[];
    }
  | {
      readonly kind: 'values';
      readonly values: readonly { readonly parameter: Parameter; readonly value: string }[];
    }
  | { readonly kind: 'body'; readonly text: string; readonly type: TypeName };

export interface CallPlan {
  readonly routine: QualifiedName;
  readonly args: ArgumentsPlan;
  readonly returns: 'void' | 'scalar' | 'rows';
  readonly returnsSet: boolean;
  /** The computed columns of its rows. */
  readonly computed: readonly ReturnedColumn[];
}

/** How the rows are written out. */
export interface OutputPlan {
  readonly shape: 'array' | 'object' | 'csv' | 'nothing';
  readonly stripped: boolean;
}

/** The transaction's settings, made before the statement. */
export interface SessionPlan {
  /** For functions that read the request. */
  readonly request:
    | { readonly method: string; readonly path: string; readonly headers: string; readonly cookies: string }
    | undefined;
  readonly timezone: string | undefined;
  /** Schemas; undefined keeps the connection's own. */
  readonly searchPath: readonly string[] | undefined;
  /** Called first. */
  readonly preRequest: QualifiedName | undefined;
}

interface Checked {
  /** Undefined: the statement is run, not explained. */
  readonly explain: Explain | undefined;
  /** Undefined when there is nothing to set. */
  readonly session: SessionPlan | undefined;
  /** The database may choose the answer's status and headers. */
  readonly setsResponse: boolean;
  /** The schema, when the answer must name it. */
  readonly profile: string | undefined;
  readonly output: OutputPlan;
  /** Refused, and undone, unless there is exactly one row. */
  readonly singular: boolean;
  /** Refused, and undone, when there are more rows. */
  readonly maxAffected: number | undefined;
  readonly rollback: boolean;
  /** Rows are compared with a regular expression. */
  readonly hasPattern: boolean;
  /** How the transaction ends, when the client was allowed to choose and did. */
  readonly chosenEnd: 'commit' | 'rollback' | undefined;
}

export type DatabasePlan =
  | (Checked & {
      readonly kind: 'read';
      readonly read: ReadPlan;
      readonly count: boolean;
      /** It is the look-up of one row by its key, and nothing else. */
      readonly oneRow: boolean;
    })
  | (Checked & { readonly kind: 'write'; readonly write: WritePlan; readonly read: ReadPlan })
  | (Checked & {
      readonly kind: 'call';
      readonly call: CallPlan;
      readonly read: ReadPlan;
      readonly count: boolean;
      readonly readOnly: boolean;
    });

export type Plan =
  | DatabasePlan
  | { readonly kind: 'describe'; readonly schema: Schema }
  | { readonly kind: 'options'; readonly methods: readonly string[] };
