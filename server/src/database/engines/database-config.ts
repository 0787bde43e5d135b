/** Which database is opened. */
import type { Borrow } from './embedded/thread/database-thread.ts';

export type DatabaseConfig =
  | { readonly kind: 'postgres'; readonly url: string }
  | { readonly kind: 'embedded'; readonly directory: string }
  /** Lost when the process ends. */
  | { readonly kind: 'memory'; readonly borrow?: Borrow };
