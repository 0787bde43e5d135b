/**
 * The settings that an operator may change while the server runs. They are kept in the database, so that all processes on it
 * follow; a variable of the environment wins. Everybody reads `values` when they need one, and keeps none.
 */
import type { Database, Transaction } from '../database/database.ts';
import { type Config, LARGEST_IN_S3_MB } from './config.ts';
import type { Setting, SignupRule } from './setting.ts';
import { SETTINGS } from './settings.ts';

const CHANNEL = 'run_time_settings';

export interface RunTimeValues {
  readonly signup: SignupRule;
  readonly passwordLength: number;
  readonly fileMegabytes: number;
  readonly workspaceMegabytes: number;
  readonly workspaceFileMegabytes: number;
}

type Name = keyof RunTimeValues;
type Known = Readonly<Pick<Config, 'auth' | 'api' | 'storage' | 's3'>>;

interface Declaration {
  readonly setting: Setting<unknown>;
  readonly default: string;
  /** The environment's value. */
  readonly given: (config: Known) => unknown;
}

const DECLARATIONS: Readonly<Record<Name, Declaration>> = {
  signup: { setting: SETTINGS.auth.signup, default: 'on', given: ({ auth }) => auth.signup },
  passwordLength: {
    setting: SETTINGS.auth.passwordLength,
    default: '6',
    given: ({ auth }) => auth.passwordLength,
  },
  fileMegabytes: {
    setting: SETTINGS.storage.fileMegabytes,
    default: '100',
    given: ({ storage }) => storage.fileMegabytes,
  },
  workspaceMegabytes: {
    setting: SETTINGS.api.megabytes.workspace,
    default: '4096',
    given: ({ api }) => api.megabytes.workspace,
  },
  workspaceFileMegabytes: {
    setting: SETTINGS.api.megabytes.workspaceFiles,
    default: '10240',
    given: ({ api }) => api.megabytes.workspaceFiles,
  },
};
const NAMES = Object.keys(DECLARATIONS) as Name[];

/** A setting as the operator sees it. */
export interface ShownSetting {
  /** The variable that sets it in the environment. */
  readonly variable: string;
  readonly value: string;
  readonly default: string;
  readonly source: 'environment' | 'operator' | 'default';
}

/** A sentence for the operator: the setting cannot have this value. */
export class SettingRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SettingRefused';
  }
}

export class RunTimeSettings {
  readonly #config: Known;
  /** The texts of the database, by variable. */
  #chosen: ReadonlyMap<string, string> = new Map();
  #values: RunTimeValues;
  #readings = 0;
  #newest = 0;
  #database: Pick<Database, 'asOwner' | 'listen'> | undefined;

  /** Has the environment's values, and defaults, until it follows a database. */
  constructor(config: Known) {
    this.#config = config;
    this.#values = this.#read();
  }

  get values(): RunTimeValues {
    return this.#values;
  }

  /** Follows the database until that closes. */
  async follow(database: Pick<Database, 'asOwner' | 'listen'>): Promise<void> {
    this.#database = database;
    const reread = () => this.reread().catch(() => undefined);
    await database.listen(CHANNEL, {
      onMessage: reread,
      onConnection: (connected) => {
        // A message may have been missed. While the database is away, the last values count.
        if (connected) void reread();
      },
    });
    await this.reread();
  }

  /**
   * When several readings are under way, the one that began last counts: an answer from before a change may arrive
   * after it.
   */
  async reread(): Promise<void> {
    const reading = ++this.#readings;
    const answer = await this.#database?.asOwner((transaction) =>
      transaction.query<{ name: string; value: string }>({
        text: 'select name, value from trellis_server.run_time_settings',
      }),
    );
    if (!answer || reading < this.#newest) return;
    this.#newest = reading;
    this.#chosen = new Map(answer.rows.map(({ name, value }) => [name, value]));
    this.#values = this.#read();
  }

  list(): readonly ShownSetting[] {
    return NAMES.map((name) => {
      const { setting, default: otherwise, given } = DECLARATIONS[name];
      const set = given(this.#config);
      const source =
        set !== undefined ? 'environment' : this.#chosen.has(setting.variable) ? 'operator' : 'default';
      return {
        variable: setting.variable,
        value: textOf(this.#values[name]),
        default: otherwise,
        source,
      };
    });
  }

  /**
   * Writes a setting. Once the transaction has committed, {@link reread} makes it count here; other processes hear of
   * it.
   * @param text null for the default
   * @throws {SettingRefused}
   */
  async change(transaction: Transaction, variable: string, text: string | null): Promise<void> {
    const declaration = Object.values(DECLARATIONS).find(({ setting }) => setting.variable === variable);
    if (!declaration) throw new SettingRefused(`There is no setting ${variable} to change here.`);
    if (declaration.given(this.#config) !== undefined)
      throw new SettingRefused(`${variable} is set by the environment.`);
    if (text === null) {
      await transaction.query({
        text: 'delete from trellis_server.run_time_settings where name = $1',
        values: [variable],
      });
      return;
    }
    this.#check(declaration, text);
    await transaction.query({
      text: `insert into trellis_server.run_time_settings (name, value) values ($1, $2)
        on conflict (name) do update set value = excluded.value, changed_at = clock_timestamp()`,
      values: [variable, text],
    });
  }

  /** @throws {SettingRefused} */
  #check({ setting }: Declaration, text: string): void {
    const read = setting.kind.schema.safeParse(text);
    if (!read.success) throw new SettingRefused(`${setting.variable} ${read.error.issues[0]?.message}.`);
    if (setting === SETTINGS.storage.fileMegabytes && this.#config.s3 && Number(text) > LARGEST_IN_S3_MB)
      throw new SettingRefused(`FILE_MAX_MB is ${LARGEST_IN_S3_MB} at most with an S3 store.`);
  }

  #read(): RunTimeValues {
    return Object.fromEntries(NAMES.map((name) => [name, this.#valueOf(name)])) as unknown as RunTimeValues;
  }

  #valueOf(name: Name): unknown {
    const { setting, default: otherwise, given } = DECLARATIONS[name];
    const set = given(this.#config);
    if (set !== undefined) return set;
    // Another release may have written it, in a way that this one does not know.
    const chosen = setting.kind.schema.safeParse(this.#chosen.get(setting.variable));
    return chosen.success ? chosen.data : setting.kind.schema.parse(otherwise);
  }
}

/** @returns the limits that the database itself keeps, by the names that it reads them by */
export function databaseLimits(
  { workspaceMegabytes, workspaceFileMegabytes }: RunTimeValues,
  { megabytes }: Config['api'],
): Readonly<Record<string, number>> {
  return {
    'trellis.request_megabytes': megabytes.request,
    'trellis.workspace_megabytes': workspaceMegabytes,
    'trellis.workspace_file_megabytes': workspaceFileMegabytes,
  };
}

function textOf(value: SignupRule | number): string {
  if (typeof value === 'number') return String(value);
  switch (value.kind) {
    case 'open':
      return 'on';
    case 'closed':
      return 'off';
    case 'invited':
      return 'invited';
    case 'domains':
      return value.domains.join(',');
  }
}
