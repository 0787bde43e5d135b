/** The workspaces. Every contestant has them in its own copy of a database that is filled once. */

export interface Account {
  readonly userId: string;
  readonly workspaceId: string;
  /** An access token from a real sign-up. */
  readonly accessToken: string;
  /** That token's claims, as the database gets them in `request.jwt.claims`. */
  readonly claims: string;
}

export interface DataSet {
  /** Owns the workspace whose pages are read and saved. */
  readonly author: Account;
  /** Owns the workspace with the large tree. */
  readonly librarian: Account;
  /** Owns the workspace in which pages are made. */
  readonly drafter: Account;
  readonly pageIds: readonly string[];
  /** The version of each page that this contestant saved last; empty before its first save. */
  readonly versions: Map<string, string>;
}

export const PAGES = 500;
/** How many members the author's workspace has, the author included. */
export const MEMBERS = 25;
export const PAGE_CHARACTERS = 4096;
export const TREE_PAGES = 10_000;

/** @returns the same accounts and pages for another copy of the database */
export function copyOf(data: DataSet): DataSet {
  return { ...data, versions: new Map() };
}
