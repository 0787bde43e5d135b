/** The settings and secrets that the start reads, from the same places. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { buildConfig, type Config } from '../config/config.ts';
import { readEnvironment } from '../config/environment.ts';
import { loadSecrets, type Secrets } from '../config/secrets.ts';
import type { SecretSettings } from '../config/settings.ts';
import { CommandError } from './command-errors.ts';

export interface OperatorSettings {
  readonly config: Config;
  /** Those that are set as variables. */
  readonly givenSecrets: SecretSettings;
  /** @throws {CommandError} when there are none yet: only a start makes them */
  readonly secrets: () => Promise<Secrets>;
  readonly outbox: string;
}

/** @throws {import('../config/environment.ts').ConfigError} */
export function readOperatorSettings(variables: NodeJS.ProcessEnv): OperatorSettings {
  const environment = readEnvironment(variables);
  const config = buildConfig(environment);
  return {
    config,
    givenSecrets: environment.secrets,
    outbox: path.join(config.dataDir, 'outbox'),
    secrets: async () => {
      const { publishableKey, secretKey, jwtKeys, encryptionKeys } = environment.secrets;
      const isGiven = Boolean(publishableKey && secretKey && jwtKeys && encryptionKeys);
      if (!isGiven && !existsSync(path.join(config.dataDir, 'secrets.json')))
        throw new CommandError(
          `There are no secrets in ${config.dataDir}: start Trellis once, or name the folder in DATA_DIR.`,
        );
      return loadSecrets(environment, config.dataDir);
    },
  };
}
