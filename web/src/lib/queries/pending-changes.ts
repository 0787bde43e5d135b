/**
 * Changes of a list that the server has not answered yet. They lie over the server's last rows, in the order
 * they are sent. A refused change goes and takes no other along; an accepted one becomes part of the rows.
 * Mutations begin and end changes (`shownAtOnce`), a list's query reads its rows through `read`, and screens
 * get the rows with the changes from use-optimistic-rows.ts.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { hashKey } from '@tanstack/react-query';

/** Applying a change twice must be as good as once: a read may bring it before its answer has come. */
export type Change<Row> = (rows: readonly Row[]) => readonly Row[];

export class PendingChanges<Row> {
  readonly #queryClient: QueryClient;
  readonly #queryKey: QueryKey;
  readonly #listeners = new Set<() => void>();
  /** For each read under way: the changes that were accepted since it began, which it may lack. */
  readonly #reads = new Set<Change<Row>[]>();
  #pending: readonly Change<Row>[] = [];
  #shown: { rows: readonly Row[]; pending: readonly Change<Row>[]; result: readonly Row[] } | undefined;

  constructor(queryClient: QueryClient, queryKey: QueryKey) {
    this.#queryClient = queryClient;
    this.#queryKey = queryKey;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getPending = (): readonly Change<Row>[] => this.#pending;

  begin(change: Change<Row>): void {
    this.#setPending([...this.#pending, change]);
  }

  refuse(change: Change<Row>): void {
    this.#setPending(this.#pending.filter((other) => other !== change));
  }

  /** Also for a change that was never pending. */
  accept(change: Change<Row>): void {
    for (const missed of this.#reads) missed.push(change);
    // The rows get it before the list loses it.
    this.#changeRows(change);
    this.refuse(change);
  }

  /** Reads the rows again. The answer gets the changes that were accepted meanwhile, too. */
  async read(readRows: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
    const missed: Change<Row>[] = [];
    this.#reads.add(missed);
    try {
      const rows = await readRows();
      return missed.reduce((all, change) => change(all), rows);
    } finally {
      this.#reads.delete(missed);
    }
  }

  /** @returns rows with their pending changes; the same list for the same rows and changes */
  over(rows: readonly Row[]): readonly Row[] {
    const pending = this.#pending;
    if (this.#shown?.rows !== rows || this.#shown.pending !== pending)
      this.#shown = { rows, pending, result: pending.reduce((all, change) => change(all), rows) };
    return this.#shown.result;
  }

  /** Keeps the rows' age: other changes at the server are not in them. */
  #changeRows(change: Change<Row>): void {
    const state = this.#queryClient.getQueryState<readonly Row[]>(this.#queryKey);
    if (state?.data === undefined) return;
    const rows = change(state.data);
    if (rows === state.data) return;
    this.#queryClient.setQueryData(this.#queryKey, rows, { updatedAt: state.dataUpdatedAt });
    if (state.isInvalidated)
      void this.#queryClient.invalidateQueries({
        queryKey: this.#queryKey,
        exact: true,
        refetchType: 'none',
      });
  }

  #setPending(pending: readonly Change<Row>[]): void {
    this.#pending = pending;
    for (const listener of this.#listeners) listener();
  }
}

const known = new WeakMap<QueryClient, Map<string, unknown>>();

/** Everyone who asks about the same query gets the same changes. */
export function pendingChanges<Row>(queryClient: QueryClient, queryKey: QueryKey): PendingChanges<Row> {
  const ofClient = known.get(queryClient) ?? new Map<string, unknown>();
  known.set(queryClient, ofClient);
  const hash = hashKey(queryKey);
  const changes = ofClient.get(hash) ?? new PendingChanges<Row>(queryClient, queryKey);
  ofClient.set(hash, changes);
  return changes as PendingChanges<Row>;
}

/** The part of a mutation's options that shows it before its answer. */
export function shownAtOnce<Row, Variables>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  apply: (rows: readonly Row[], variables: Variables) => readonly Row[],
) {
  const changes = pendingChanges<Row>(queryClient, queryKey);
  return {
    onMutate: (variables: Variables): Change<Row> => {
      const change: Change<Row> = (rows) => apply(rows, variables);
      changes.begin(change);
      return change;
    },
    onSuccess: (_answer: unknown, _variables: Variables, change: Change<Row>) => changes.accept(change),
    onError: (_error: Error, _variables: Variables, change: Change<Row> | undefined) => {
      if (change) changes.refuse(change);
    },
  };
}
