/** The parameters that requests share, by the names that paths refer to them by. */
import type { RelationDescription } from '../../schema-cache/descriptions.ts';

const inQuery = (name: string, description?: string) => ({
  name,
  ...(description === undefined ? {} : { description }),
  required: false,
  in: 'query',
  type: 'string',
});

const inHeader = (name: string, description: string, more: object = {}) => ({
  name,
  description,
  required: false,
  in: 'header',
  type: 'string',
  ...more,
});

const RETURN = ['return=representation', 'return=minimal', 'return=headers-only'];
const COUNT = ['count=exact', 'count=planned', 'count=estimated'];
const RESOLUTION = ['resolution=ignore-duplicates', 'resolution=merge-duplicates'];

const prefer = (choices: readonly string[]) =>
  inHeader('Prefer', 'Preference', choices.length === 0 ? {} : { enum: choices });

const PAGE = 'Limiting and Pagination';

export const SHARED = {
  preferParams: prefer([]),
  preferReturn: prefer(RETURN),
  preferCount: prefer(COUNT),
  preferPost: prefer([...RETURN, ...RESOLUTION]),
  select: inQuery('select', 'Filtering Columns'),
  on_conflict: inQuery('on_conflict', 'On Conflict'),
  order: inQuery('order', 'Ordering'),
  range: inHeader('Range', PAGE),
  rangeUnit: inHeader('Range-Unit', PAGE, { default: 'items' }),
  offset: inQuery('offset', PAGE),
  limit: inQuery('limit', PAGE),
} as const;

type Shared = keyof typeof SHARED;

export function parameterRef(name: Shared | `body.${string}` | `rowFilter.${string}`) {
  return { $ref: `#/parameters/${name}` };
}

/** A relation's body, and a filter for each of its columns. */
export function relationParameters(name: string, { columns }: RelationDescription): [string, object][] {
  return [
    [
      `body.${name}`,
      { name, description: name, required: false, in: 'body', schema: { $ref: `#/definitions/${name}` } },
    ],
    ...columns.map((column): [string, object] => [
      `rowFilter.${name}.${column.name}`,
      inQuery(column.name, column.comment ?? undefined),
    ]),
  ];
}
