/** An HTTP answer as plain data, before the HTTP library gets it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null when the status or the method allows none. */
  readonly body: string | null;
}
