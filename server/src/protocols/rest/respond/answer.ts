/** An HTTP answer as plain data, before the HTTP library gets it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The only header that comes several times. */
  readonly cookies?: readonly string[];
  /** Null when the status or the method allows none. */
  readonly body: string | null;
}
