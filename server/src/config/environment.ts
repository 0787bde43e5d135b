/**
 * Reads the operator's environment variables into typed values, as settings.ts declares them. Rules between several
 * settings are in config.ts. An empty variable counts as not set, as in docker-compose files.
 */
import { type Group, Setting, type ValuesOf } from './setting.ts';
import { SECRET_SETTINGS, SETTINGS, type SecretSettings, type Settings } from './settings.ts';

export interface Environment {
  readonly settings: Settings;
  readonly secrets: SecretSettings;
}

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

/**
 * @param variables the process environment, or a test's own
 * @throws {ConfigError} one sentence per wrong variable, each naming it
 */
export function readEnvironment(variables: Variables): Environment {
  const problems: string[] = [];
  const settings = readGroup(SETTINGS, variables, problems);
  const secrets = readGroup(SECRET_SETTINGS, variables, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return { settings, secrets };
}

/** @param problems gets a sentence for each wrong variable; the values then lack it */
function readGroup<Settings extends Group>(
  group: Settings,
  variables: Variables,
  problems: string[],
): ValuesOf<Settings> {
  const values = Object.entries(group).map(([name, entry]) => [
    name,
    entry instanceof Setting ? read(entry, variables, problems) : readGroup(entry, variables, problems),
  ]);
  return Object.fromEntries(values) as ValuesOf<Settings>;
}

function read({ variable, kind, description }: Setting<unknown>, variables: Variables, problems: string[]) {
  const text = variables[variable] || description.default;
  if (text === undefined) return undefined;
  const result = kind.schema.safeParse(text);
  if (result.success) return result.data;
  problems.push(...result.error.issues.map(({ message }) => `${variable} ${message}.`));
}
