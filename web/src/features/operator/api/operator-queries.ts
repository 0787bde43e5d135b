/** The server's answers to an operator. None of it is kept in this browser: it names everybody. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { operate } from './operate.ts';

export interface Queue {
  readonly queue: string;
  readonly waiting: number;
  readonly failed: number;
  readonly oldest_s: number;
  readonly failures: readonly { readonly problem: string; readonly pieces: number }[];
}

export interface Overview {
  readonly release: string;
  readonly node: string;
  /** The least that a release takes. */
  readonly needs: { readonly postgres: number; readonly memory_bytes: number };
  readonly host: string;
  readonly started_at: string;
  readonly memory: { readonly bytes: number; readonly limit_bytes: number };
  readonly database: {
    readonly kind: 'embedded' | 'postgres';
    readonly version: string;
    readonly bytes: number;
    readonly connections: { readonly busy: number; readonly idle: number; readonly waiting: number };
  };
  readonly storage: {
    readonly place: 'folder' | 's3';
    readonly files: number;
    readonly bytes: number;
    readonly free_bytes: number | null;
  };
  readonly people: { readonly all: number; readonly suspended: number };
  readonly workspaces: number;
  readonly pages: { readonly kept: number; readonly trashed: number };
  readonly warnings: readonly string[];
  readonly queues: readonly Queue[];
  readonly mail: { readonly server: string | null; readonly from: string };
  readonly backups: {
    /** The last complete one; null before the first. */
    readonly last: {
      readonly id: string;
      readonly name: string;
      readonly place: string;
      readonly started_at: string;
      readonly bytes: number | null;
    } | null;
    readonly under_way: boolean;
    /** Why the last one failed; null when it did not. */
    readonly problem: string | null;
  };
}

export interface StatementTimes {
  readonly statements: readonly {
    readonly query: string;
    readonly calls: number;
    readonly mean_ms: number;
    readonly total_ms: number;
  }[];
  /** Why there are none. */
  readonly reason: string | null;
}

export interface QueuedMail {
  readonly id: string;
  readonly kind: string;
  readonly to: string | null;
  readonly tries: number;
  readonly problem: string | null;
  readonly due: string;
  readonly created_at: string;
  readonly failed_at: string | null;
  readonly can_retry: boolean;
}

export interface Person {
  readonly id: string;
  readonly email: string | null;
  readonly name: string;
  readonly created_at: string;
  readonly last_sign_in_at: string | null;
  readonly email_confirmed_at: string | null;
  readonly invited_at: string | null;
  readonly banned_until: string | null;
  /** Whether that is to come, by the server's clock. */
  readonly is_suspended: boolean;
  readonly second_step: boolean;
  readonly sessions: number;
  readonly workspaces: number;
  readonly is_operator: boolean;
  readonly is_self: boolean;
}

export type PersonState = 'all' | 'active' | 'waiting' | 'suspended';

/** The fate of a workspace without the account. */
export interface Fate {
  readonly id: string;
  readonly name: string;
  readonly fate: 'stays' | 'inherited' | 'deleted';
  readonly pages: number;
}

export interface OperatedWorkspace {
  readonly id: string;
  readonly name: string;
  readonly status: 'active' | 'suspended';
  readonly created_at: string;
  readonly members: number;
  readonly owners: readonly string[];
  readonly pages: number;
  readonly file_bytes: number;
}

export interface RunTimeSetting {
  readonly variable: string;
  readonly value: string;
  readonly default: string;
  readonly source: 'environment' | 'operator' | 'default';
}

export interface Act {
  readonly kind: 'operators' | 'accounts';
  readonly id: string;
  readonly at: string;
  readonly actor: string | null;
  readonly act: string;
  readonly target: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly address: string;
}

export type ActFilter = 'operators' | 'accounts' | 'all';

export const PAGE_SIZE = 25;
const OPERATOR = 'operator';
const REFRESH_MS = 15_000;
/** While something is under way that its asker waits for. */
const REFRESH_SOON_MS = 1500;

export const operatorKey = [OPERATOR];

function query<Answer>(path: string) {
  return queryOptions({
    queryKey: [OPERATOR, path],
    queryFn: () => operate<Answer>(path),
    staleTime: 0,
    gcTime: 60_000,
    meta: { isKept: false },
  });
}

/** While a list is searched, what was found before stays in view. */
function listQuery<Answer>(path: string, parameters: Readonly<Record<string, string>>) {
  return {
    ...query<Answer>(`${path}?${new URLSearchParams(parameters)}`),
    placeholderData: keepPreviousData,
  };
}

export const overviewQuery = () =>
  queryOptions({
    ...query<Overview>(''),
    refetchInterval: ({ state }) => (state.data?.backups.under_way ? REFRESH_SOON_MS : REFRESH_MS),
  });
export const statementsQuery = () => query<StatementTimes>('/statements');
export const mailsQuery = () => ({
  ...query<{ readonly mails: readonly QueuedMail[] }>('/mails'),
  refetchInterval: REFRESH_MS,
});
export const peopleQuery = (search: string, state: PersonState, page: number) =>
  listQuery<{ readonly people: readonly Person[]; readonly total: number }>('/people', {
    search,
    state,
    page: String(page),
  });
export const fatesQuery = (personId: string) => query<readonly Fate[]>(`/people/${personId}/deletion`);
export const workspacesQuery = (search: string, page: number) =>
  listQuery<{ readonly workspaces: readonly OperatedWorkspace[]; readonly total: number }>('/workspaces', {
    search,
    page: String(page),
  });
export const settingsQuery = () =>
  query<{ readonly settings: readonly RunTimeSetting[]; readonly email_confirmation: boolean }>('/settings');
export const actsQuery = (search: string, kind: ActFilter, page: number) =>
  listQuery<{ readonly acts: readonly Act[]; readonly more: boolean }>('/acts', {
    search,
    kind,
    page: String(page),
  });
