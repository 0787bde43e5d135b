/**
 * A query string as plain data: names are as the client wrote them and not yet known to exist
 * (docs.postgrest.org/en/v14/references/api/url_grammar.html). A new filter operator gets its name here, its
 * reading in parse-comparison.ts and its SQL in ../../query/condition-sql.ts.
 */

/** `->key` and `->>key` steps into a JSON column. An index is a whole number, as text. */
export interface JsonStep {
  readonly asText: boolean;
  readonly kind: 'key' | 'index';
  readonly value: string;
}

export interface Field {
  readonly name: string;
  readonly path: readonly JsonStep[];
}

export type AggregateName = 'avg' | 'count' | 'max' | 'min' | 'sum';

/** `column.sum()::text`: the cast is of the sum. */
export interface Aggregate {
  readonly name: AggregateName;
  readonly cast: string | undefined;
}

export type JoinType = 'inner' | 'left';

export type SelectItem =
  | { readonly kind: 'star' }
  | {
      readonly kind: 'field';
      readonly field: Field;
      readonly cast: string | undefined;
      readonly alias: string | undefined;
      readonly aggregate: Aggregate | undefined;
    }
  /** `count()`: of rows, not of a column's values. */
  | { readonly kind: 'count'; readonly cast: string | undefined; readonly alias: string | undefined }
  | {
      readonly kind: 'embed';
      readonly target: string;
      readonly alias: string | undefined;
      readonly hint: string | undefined;
      readonly join: JoinType | undefined;
      readonly spread: boolean;
      readonly select: readonly SelectItem[];
    };

export type Quantifier = 'any' | 'all';
export type QuantifiedOperator = 'eq' | 'gte' | 'gt' | 'lte' | 'lt' | 'like' | 'ilike' | 'match' | 'imatch';
export type SimpleOperator = 'neq' | 'cs' | 'cd' | 'ov' | 'sl' | 'sr' | 'nxr' | 'nxl' | 'adj';
export type TextSearchOperator = 'fts' | 'plfts' | 'phfts' | 'wfts';
export type IsValue = 'null' | 'not_null' | 'true' | 'false' | 'unknown';

export type Operation =
  | {
      readonly kind: 'quantified';
      readonly operator: QuantifiedOperator;
      readonly quantifier: Quantifier | undefined;
      readonly value: string;
    }
  | { readonly kind: 'simple'; readonly operator: SimpleOperator; readonly value: string }
  | { readonly kind: 'in'; readonly values: readonly string[] }
  | { readonly kind: 'is'; readonly value: IsValue }
  | { readonly kind: 'isdistinct'; readonly value: string }
  | {
      readonly kind: 'text-search';
      readonly operator: TextSearchOperator;
      readonly language: string | undefined;
      readonly value: string;
    };

export interface Comparison {
  readonly negated: boolean;
  readonly operation: Operation;
}

export type Condition =
  | { readonly kind: 'filter'; readonly field: Field; readonly comparison: Comparison }
  | {
      readonly kind: 'logic';
      readonly negated: boolean;
      readonly operator: 'and' | 'or';
      readonly conditions: readonly Condition[];
    };

export interface OrderTerm {
  /** Order by a column of this embedded resource. */
  readonly embed: string | undefined;
  readonly field: Field;
  readonly direction: 'asc' | 'desc' | undefined;
  readonly nulls: 'first' | 'last' | undefined;
}

/** Rows to skip and to give; a limit of undefined gives all. */
export interface Page {
  readonly offset: number;
  readonly limit: number | undefined;
}

/** A value for the resource at a path of embed names; the empty path is the root. */
export interface At<T> {
  readonly path: readonly string[];
  readonly value: T;
}
