/** The Preference-Applied header: which of the client's preferences had an effect (RFC 7240 section 3). */
import type { DatabasePlan } from '../plan/plan.ts';
import type { Preferences } from '../request/preferences.ts';

/** @returns undefined when none had */
export function preferenceApplied(plan: DatabasePlan, preferences: Preferences): string | undefined {
  const write = plan.kind === 'write' ? plan.write.kind : undefined;
  const applied = [
    plan.kind === 'write' && hasConflict(plan) && entry('resolution', preferences.resolution),
    (write === 'insert' || write === 'update') && entry('missing', preferences.missing),
    write !== undefined && entry('return', preferences.representation),
    entry('count', preferences.count),
    entry('tx', plan.chosenEnd),
    entry('handling', preferences.handling),
    entry('timezone', preferences.timezone),
    plan.maxAffected !== undefined && entry('max-affected', plan.maxAffected),
  ].filter((part) => typeof part === 'string');
  return applied.length === 0 ? undefined : applied.join(', ');
}

function hasConflict({ write }: Extract<DatabasePlan, { kind: 'write' }>): boolean {
  return write.kind === 'insert' && write.conflict !== undefined;
}

function entry(name: string, value: string | number | undefined): string | undefined {
  return value === undefined ? undefined : `${name}=${value}`;
}
