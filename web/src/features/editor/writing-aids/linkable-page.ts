/** A page that a link can lead to. */
export interface LinkablePage {
  readonly name: string;
  readonly path: string;
  /** Their names, from the root down to the page's parent. */
  readonly ancestors: () => readonly string[];
}
