/** A function's call as SQL, with its arguments by name. */
import { type CallPlan, SCALAR_COLUMN } from '../plan/plan.ts';
import type { Parameter } from '../schema-cache/schema.ts';
import type { Bindings } from './bindings.ts';
import { qualified, quoteName } from './names.ts';

export function callSql(call: CallPlan, bindings: Bindings): string {
  const { body, args } = argumentsSql(call, bindings);
  const invocation = `${qualified(call.routine)}(${args})`;
  const lateral = body === undefined ? '' : `${body}, lateral `;
  const computed = call.computed.map(
    (one) => one.call && `, ${qualified(one.call)}(c.*) as ${quoteName(one.name)}`,
  );
  return call.returns === 'rows'
    ? `select c.*${computed.join('')} from ${lateral}${invocation} as c`
    : `select c.value as ${quoteName(SCALAR_COLUMN)} from ${lateral}(select ${invocation} as value) as c`;
}

interface Arguments {
  /** The FROM item that the arguments are taken from. */
  readonly body: string | undefined;
  readonly args: string;
}

function argumentsSql({ args }: CallPlan, bindings: Bindings): Arguments {
  switch (args.kind) {
    case 'none':
      return { body: undefined, args: '' };
    case 'body':
      return { body: undefined, args: `${bindings.bind(args.text)}::${qualified(args.type)}` };
    case 'values': {
      const list = args.values.map(({ parameter, value }) =>
        namedArgument(parameter, `${bindings.bind(value)}::${qualified(parameter.type)}`),
      );
      return { body: undefined, args: list.join(', ') };
    }
    case 'json': {
      const columns = args.parameters.map(({ name, type }) => `${quoteName(name)} ${qualified(type)}`);
      const expand = args.isArray ? 'json_to_recordset' : 'json_to_record';
      const rows = `${expand}(${bindings.bind(args.json)}::json) as b(${columns.join(', ')})`;
      const body = args.isArray ? `(select b.* from ${rows} limit 1) as b` : rows;
      const list = args.parameters.map((parameter) =>
        namedArgument(parameter, `b.${quoteName(parameter.name)}`),
      );
      return { body, args: list.join(', ') };
    }
  }
}

function namedArgument({ name, variadic }: Parameter, value: string): string {
  return `${variadic ? 'variadic ' : ''}${quoteName(name)} := ${value}`;
}
