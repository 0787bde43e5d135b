/**
 * Reads the operator's environment variables into typed values, as settings.ts declares them. Rules between
 * several settings are in config.ts. An empty variable counts as not set, as in docker-compose files.
 */
import { type Group, Setting, type ValuesOf } from './setting.ts';
import { SECRET_SETTINGS, SETTINGS, type SecretSettings, type Settings } from './settings.ts';

export interface Environment {
  readonly settings: Settings;
  readonly secrets: SecretSettings;
  /** The problems of wrong variables, in sentences. Their settings have the defaults. */
  readonly wrong: ReadonlyMap<string, readonly string[]>;
}

type Wrong = Map<string, readonly string[]>;
type Variables = Readonly<Record<string, string | undefined>>;

/** Everything that is wrong with the operator's settings, one sentence each, all at once. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** @param variables the process environment, or a test's own */
export function readEnvironment(variables: Variables): Environment {
  const wrong: Wrong = new Map();
  const settings = readGroup(SETTINGS, variables, wrong);
  const secrets = readGroup(SECRET_SETTINGS, variables, wrong);
  return { settings, secrets, wrong };
}

function readGroup<Settings extends Group>(
  group: Settings,
  variables: Variables,
  wrong: Wrong,
): ValuesOf<Settings> {
  const values = Object.entries(group).map(([name, entry]) => [
    name,
    entry instanceof Setting ? read(entry, variables, wrong) : readGroup(entry, variables, wrong),
  ]);
  return Object.fromEntries(values) as ValuesOf<Settings>;
}

function read({ variable, kind, description }: Setting<unknown>, variables: Variables, wrong: Wrong) {
  const text = variables[variable] || description.default;
  if (text === undefined) return undefined;
  const result = kind.schema.safeParse(text);
  if (result.success) return result.data;
  wrong.set(
    variable,
    result.error.issues.map(({ message }) => `${variable} ${message}.`),
  );
  return description.default === undefined ? undefined : kind.schema.parse(description.default);
}
