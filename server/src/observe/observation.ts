/** Everything worth seeing, as one closed union. Code only reports; the logger decides what is printed and how loud. */

export type Observation =
  | { readonly kind: 'listening'; readonly url: string }
  | { readonly kind: 'stopping'; readonly signal: string }
  | { readonly kind: 'stopped' }
  // Requests not answered, and upgraded connections not ended, in time when the server stopped.
  | { readonly kind: 'connections-cut'; readonly requests: number }
  // The process may have less memory than it needs.
  | { readonly kind: 'memory-short'; readonly advice: string }
  | { readonly kind: 'migration-applied'; readonly name: string }
  // Files of migrations are not as they were when the embedded database was made.
  | { readonly kind: 'migrations-edited'; readonly files: readonly string[] }
  // Roles had other privileges than the migrations gave them, as after a restore without privileges.
  | { readonly kind: 'privileges-repaired'; readonly statements: readonly string[] }
  | { readonly kind: 'backup-kept'; readonly file: string }
  | {
      readonly kind: 'backup-made';
      /** A folder, or an address in an S3 store. */
      readonly place: string;
      readonly name: string;
      readonly bytes: number;
      readonly rows: number;
      readonly files: number;
      /** Files that have a row and no bytes. */
      readonly missing: number;
      readonly durationMs: number;
    }
  // Nothing is left of it, and the backups before it stay. A scheduled backup is tried again.
  | { readonly kind: 'backup-failed'; readonly place: string; readonly name: string; readonly error: unknown }
  // The database does not answer at the start; the server retries for half a minute.
  | { readonly kind: 'database-awaited'; readonly error: unknown }
  | { readonly kind: 'database-connection-lost'; readonly error: unknown }
  | { readonly kind: 'mail-sent'; readonly mail: string; readonly id: string }
  // It is tried again later.
  | {
      readonly kind: 'mail-postponed';
      readonly mail: string;
      readonly id: string;
      readonly problem: string;
    }
  // It is not tried again.
  | { readonly kind: 'mail-failed'; readonly mail: string; readonly id: string; readonly error: unknown }
  // There was no point in sending it any more.
  | { readonly kind: 'mail-dropped'; readonly mail: string; readonly id: string; readonly reason: string }
  // It takes no mail. Mails wait for it.
  | { readonly kind: 'mail-server-away'; readonly advice: string; readonly error: unknown }
  | { readonly kind: 'mail-server-back' }
  // Nobody could be sent to the OpenID Connect provider, or what it said of somebody is not to be believed.
  | { readonly kind: 'provider-failed'; readonly error: unknown }
  // Requests carry X-Forwarded-For, which is not trusted: all clients may share the limits of one address.
  | { readonly kind: 'proxy-not-trusted'; readonly setting: 'TRUST_PROXY' }
  // This many authenticator apps cannot be checked with the keys that are set: their owners cannot sign in.
  | {
      readonly kind: 'encryption-key-missing';
      readonly setting: 'ENCRYPTION_KEY';
      readonly factors: number;
    }
  // The database was last used with others: they were lost, or another process has its own.
  | { readonly kind: 'secrets-changed'; readonly settings: readonly string[] }
  // Work that went on after its request was answered.
  | { readonly kind: 'background-failed'; readonly error: unknown }
  // A job of the clock failed; it is tried again, later each time.
  | { readonly kind: 'job-failed'; readonly name: string; readonly error: unknown }
  // A job of the clock ended well, and has something to say to the operator.
  | { readonly kind: 'job-has-problem'; readonly name: string; readonly problem: string }
  // A mail failed, and the changes made for it could not be undone.
  | {
      readonly kind: 'mail-not-undone';
      readonly link: string;
      readonly userId: string;
      readonly error: unknown;
    }
  | {
      readonly kind: 'request';
      readonly requestId: string;
      readonly method: string;
      readonly path: string;
      /** The client's address; empty when it is not known. */
      readonly client: string;
      /** The id of the account, where the request was signed in. */
      readonly account?: string;
      readonly status: number;
      readonly durationMs: number;
    }
  // A line that a function wrote to its console.
  | { readonly kind: 'function-wrote'; readonly name: string; readonly line: string }
  | {
      readonly kind: 'function-failed';
      readonly name: string;
      readonly requestId: string;
      readonly problem: string;
      readonly error: unknown;
    }
  // A channel or a socket of Realtime failed in a way that nobody foresaw.
  | { readonly kind: 'realtime-failed'; readonly error: unknown }
  // Files of uploads whose process ended in the middle.
  | { readonly kind: 'abandoned-uploads-removed'; readonly files: number }
  // A file has a row, and no bytes: the folder of the files may be another one, or older than the database.
  | { readonly kind: 'file-missing'; readonly bucket: string; readonly version: string | null }
  // The bytes of so many rows are not at the store, the first of them by name.
  | {
      readonly kind: 'files-lost';
      readonly files: number;
      readonly examples: readonly { readonly bucket: string; readonly name: string }[];
    }
  // No row names so many files at the store. They are removed a day later.
  | { readonly kind: 'unknown-files-found'; readonly files: number }
  | { readonly kind: 'unknown-files-removed'; readonly files: number }
  // So many that the database may be another one than theirs.
  | { readonly kind: 'unknown-files-kept'; readonly files: number; readonly of: number }
  // The library that makes variants of pictures has no build for this platform.
  | { readonly kind: 'images-not-rendered'; readonly platform: string }
  | { readonly kind: 'request-failed'; readonly requestId: string; readonly error: unknown }
  | { readonly kind: 'refresh-token-reused'; readonly userId: string; readonly sessionId: string };

export type Observe = (observation: Observation) => void;
