/** Columns, conditions and orders as SQL. Operators come from fixed tables, values are bound. */
import { arrayLiteral } from '../plan/array-literal.ts';
import type { ConditionPlan, FieldPlan, OrderPlan } from '../plan/plan.ts';
import type {
  IsValue,
  Operation,
  QuantifiedOperator,
  SimpleOperator,
  TextSearchOperator,
} from '../request/grammar/syntax.ts';
import type { Bindings } from './bindings.ts';
import { embedName, qualified, quoteName } from './names.ts';

const QUANTIFIED: Readonly<Record<QuantifiedOperator, string>> = {
  eq: '=',
  gte: '>=',
  gt: '>',
  lte: '<=',
  lt: '<',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
};

const SIMPLE: Readonly<Record<SimpleOperator, string>> = {
  neq: '<>',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
};

const TEXT_SEARCH: Readonly<Record<TextSearchOperator, string>> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
};

// IS takes keywords only, never a parameter.
const IS: Readonly<Record<IsValue, string>> = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
};

/** @param owner the name of the table in the statement */
export function fieldSql(owner: string, field: FieldPlan, bindings: Bindings): string {
  const column = field.call ? `${qualified(field.call)}(${owner}.*)` : `${owner}.${quoteName(field.column)}`;
  if (field.path.length === 0) return column;
  const steps = field.path.map(({ asText, kind, value }) => {
    const step = bindings.bind(value);
    return `${asText ? '->>' : '->'}${kind === 'index' ? `${step}::int4` : step}`;
  });
  return `(${field.isJson ? column : `to_jsonb(${column})`}${steps.join('')})`;
}

export function conditionSql(owner: string, condition: ConditionPlan, bindings: Bindings): string {
  switch (condition.kind) {
    case 'logic': {
      const parts = condition.conditions.map((inner) => conditionSql(owner, inner, bindings));
      return `${condition.negated ? 'not ' : ''}(${parts.join(` ${condition.operator} `)})`;
    }
    case 'embed-exists': {
      const embed = embedName(condition.embed);
      const exists = condition.toOne ? `${embed}.* is distinct from null` : `${embed}.j is not null`;
      return condition.negated ? `not (${exists})` : exists;
    }
    case 'filter': {
      const { negated, operation } = condition.comparison;
      const sql = operationSql(owner, condition.field, operation, bindings);
      return negated ? `not (${sql})` : sql;
    }
  }
}

function operationSql(owner: string, field: FieldPlan, operation: Operation, bindings: Bindings): string {
  const column = fieldSql(owner, field, bindings);
  switch (operation.kind) {
    case 'quantified': {
      const { operator, quantifier } = operation;
      const isPattern = operator === 'like' || operator === 'ilike';
      const value = bindings.bind(isPattern ? operation.value.replaceAll('*', '%') : operation.value);
      return `${column} ${QUANTIFIED[operator]} ${quantifier ? `${quantifier}(${value})` : value}`;
    }
    case 'simple':
      return `${column} ${SIMPLE[operation.operator]} ${bindings.bind(operation.value)}`;
    case 'in': {
      // `in.()` holds nothing, not the empty text.
      const [only, ...others] = operation.values;
      const values = only === '' && others.length === 0 ? [] : operation.values;
      return `${column} = any(${bindings.bind(arrayLiteral(values))})`;
    }
    case 'is':
      return `${column} is ${IS[operation.value]}`;
    case 'isdistinct':
      return `${column} is distinct from ${bindings.bind(operation.value)}`;
    case 'text-search':
      return textSearchSql(column, field, operation, bindings);
  }
}

function textSearchSql(
  column: string,
  field: FieldPlan,
  { operator, language, value }: Extract<Operation, { kind: 'text-search' }>,
  bindings: Bindings,
): string {
  const configuration = language === undefined ? '' : `${bindings.bind(language)}::regconfig, `;
  const vector =
    field.isVector && field.path.length === 0 ? column : `to_tsvector(${configuration}${column})`;
  return `${vector} @@ ${TEXT_SEARCH[operator]}(${configuration}${bindings.bind(value)})`;
}

/** @returns an ORDER BY clause, or nothing without terms */
export function orderSql(owner: string, order: readonly OrderPlan[], bindings: Bindings): string {
  if (order.length === 0) return '';
  const terms = order.map(({ field, embed, direction, nulls }) => {
    const column = fieldSql(embed === undefined ? owner : embedName(embed), field, bindings);
    return `${column}${direction ? ` ${direction}` : ''}${nulls ? ` nulls ${nulls}` : ''}`;
  });
  return ` order by ${terms.join(', ')}`;
}
