/** Postgres' types in the words of OpenAPI 2.0, which are those of JSON Schema. */

const BY_FORMAT: Readonly<Record<string, string>> = {
  boolean: 'boolean',
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  numeric: 'number',
  real: 'number',
  'double precision': 'number',
};

/** @returns undefined for what may be anything */
export function typeOf(format: string): string | undefined {
  if (format.endsWith('[]')) return 'array';
  if (format === 'json' || format === 'jsonb') return undefined;
  return BY_FORMAT[format] ?? 'string';
}

/** The `items` of an array; nothing for other types. */
export function itemsOf(format: string): { readonly items?: { readonly type?: string } } {
  if (!format.endsWith('[]')) return {};
  return { items: typed(typeOf(format.slice(0, -2))) };
}

export function typed(type: string | undefined): { readonly type?: string } {
  return type === undefined ? {} : { type };
}

/**
 * A column's default. For text-like types an expression is given as it stands.
 * @param expression in Postgres' own words: `'new'::text`
 */
export function defaultOf(expression: string | undefined, format: string): { readonly default?: unknown } {
  if (expression === undefined) return {};
  if (typeOf(format) === 'string') {
    const text = /^'((?:[^']|'')*)'(?:::[^']+)?$/.exec(expression)?.[1];
    return { default: text?.replaceAll("''", "'") ?? expression };
  }
  try {
    return { default: JSON.parse(expression) };
  } catch {
    return {};
  }
}

/** The first line says what it is, the others say more. */
export function summarise(comment: string | null | undefined): { summary?: string; description?: string } {
  if (!comment) return {};
  const [summary = '', ...lines] = comment.split('\n');
  const description = lines.join('\n').replace(/^\n+/, '');
  return { summary, ...(description === '' ? {} : { description }) };
}
