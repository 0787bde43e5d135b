/** A page that a link can lead to. */
export interface LinkablePage {
  readonly name: string;
  readonly path: string;
}
