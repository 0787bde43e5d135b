/**
 * The exposed schemas as plain data: the only names that may ever appear in SQL. Types may come from elsewhere.
 */
import type { QualifiedName } from './qualified-name.ts';
import type { Settings } from './settings.ts';

export type TypeName = QualifiedName;

export interface Column {
  readonly name: string;
  readonly type: TypeName;
  /** The name of a domain's innermost base type; undefined for any other type. */
  readonly base?: string | undefined;
  /** The default as an SQL expression, in Postgres' own words; undefined without one. */
  readonly default: string | undefined;
}

export type Columns = ReadonlyMap<string, Column>;

/** A function that takes a row and gives a value. Clients select it like a column, but `*` leaves it out. */
export interface ComputedColumn {
  readonly call: QualifiedName;
  readonly type: TypeName;
}

export type ComputedColumns = ReadonlyMap<string, ComputedColumn>;

/** A table or view. */
export interface Relation extends QualifiedName {
  readonly columns: Columns;
  readonly computed: ComputedColumns;
  readonly relationships: readonly ComputedRelationship[];
  readonly isView: boolean;
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
      /** The origin holds the key, and its columns point to the target. */
      readonly isParent: boolean;
      /** A key and its columns name only tables. */
      readonly targetIsView: boolean;
      readonly pairs: readonly ColumnPair[];
    })
  | (Link & {
      readonly kind: 'many-to-many';
      readonly junction: string;
      /** A view of a junction that is exposed itself: used only where a request names it. */
      readonly standsIn: boolean;
      readonly constraints: readonly [toOrigin: string, toTarget: string];
      /** From the origin to the junction, and from the junction to the target. */
      readonly toJunction: readonly ColumnPair[];
      readonly toTarget: readonly ColumnPair[];
    })
  | ComputedRelationship;

/** A function that takes a row of the origin and gives rows of the target. */
export interface ComputedRelationship extends Link {
  readonly kind: 'computed';
  readonly call: QualifiedName;
  readonly toOne: boolean;
}

/** The ways that go along a foreign key. */
export type KeyRelationship = Extract<Relationship, { readonly constraint: string }>;

export interface Parameter {
  /** Empty for an unnamed one. */
  readonly name: string;
  readonly type: TypeName;
  /** The type in SQL's own words, for messages: `integer` for `int4`. */
  readonly typeLabel: string;
  readonly required: boolean;
  readonly variadic: boolean;
}

export interface Routine extends QualifiedName {
  readonly parameters: readonly Parameter[];
  readonly volatile: boolean;
  readonly returnsSet: boolean;
  readonly returns:
    | { readonly kind: 'void' }
    | { readonly kind: 'scalar' }
    | {
        readonly kind: 'rows';
        readonly columns: Columns;
        /** The relation of the same schema whose rows it returns; it embeds by that relation's keys. */
        readonly relation: string | undefined;
      };
}

/** An exposed schema. */
export interface Schema {
  readonly name: string;
  readonly relations: ReadonlyMap<string, Relation>;
  /** By origin. */
  readonly relationships: ReadonlyMap<string, readonly Relationship[]>;
  /** By name; several when it is overloaded. */
  readonly routines: ReadonlyMap<string, readonly Routine[]>;
  /** The types that a value may be cast to, by the names that SQL knows them by. */
  readonly types: ReadonlyMap<string, TypeName>;
}

/** Everything that is exposed, and how. */
export interface Catalog {
  /** By name, those of the settings. */
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly settings: Settings;
  /** Something in the database reads `request.headers` or the like; otherwise they are not set. */
  readonly readsRequest: boolean;
  /** Something in the database may set `response.status` or `response.headers`. */
  readonly setsResponse: boolean;
}
