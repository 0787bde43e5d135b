/**
 * What the exposed schema holds, as plain data: the only names that may ever appear in SQL. Only the schema `public`
 * is exposed; types may come from elsewhere.
 */

export const EXPOSED_SCHEMA = 'public';

export interface TypeName {
  readonly schema: string;
  readonly name: string;
}

export interface Column {
  readonly name: string;
  readonly type: TypeName;
  /** The default as an SQL expression, in Postgres' own words; undefined without one. */
  readonly default: string | undefined;
}

export type Columns = ReadonlyMap<string, Column>;

/** A table or view. */
export interface Relation {
  readonly name: string;
  readonly columns: Columns;
  readonly primaryKey: readonly string[];
  readonly insertable: boolean;
  readonly updatable: boolean;
  readonly deletable: boolean;
}

/** A column of the origin and the column of the target that holds the same value. */
export type ColumnPair = readonly [origin: string, target: string];

interface Link {
  readonly origin: string;
  readonly target: string;
}

/** A way from one table to another, seen from the origin. */
export type Relationship =
  | (Link & {
      readonly kind: 'many-to-one' | 'one-to-one' | 'one-to-many';
      readonly constraint: string;
      readonly pairs: readonly ColumnPair[];
    })
  | (Link & {
      readonly kind: 'many-to-many';
      readonly junction: string;
      readonly constraints: readonly [toOrigin: string, toTarget: string];
      /** From the origin to the junction, and from the junction to the target. */
      readonly toJunction: readonly ColumnPair[];
      readonly toTarget: readonly ColumnPair[];
    });

export interface Parameter {
  /** Empty for an unnamed one. */
  readonly name: string;
  readonly type: TypeName;
  readonly required: boolean;
  readonly variadic: boolean;
}

export interface Routine {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly volatile: boolean;
  readonly returnsSet: boolean;
  readonly returns:
    | { readonly kind: 'void' }
    | { readonly kind: 'scalar' }
    | {
        readonly kind: 'rows';
        readonly columns: Columns;
        /** The exposed relation whose rows it returns, through whose keys it can embed. */
        readonly relation: string | undefined;
      };
}

export interface Schema {
  readonly relations: ReadonlyMap<string, Relation>;
  /** By origin. */
  readonly relationships: ReadonlyMap<string, readonly Relationship[]>;
  /** By name; several when it is overloaded. */
  readonly routines: ReadonlyMap<string, readonly Routine[]>;
  /** The types that a value may be cast to, by the names that SQL knows them by. */
  readonly types: ReadonlyMap<string, TypeName>;
}
