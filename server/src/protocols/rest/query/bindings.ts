/** The values of one statement. A value reaches SQL only as its placeholder. */
export class Bindings {
  readonly values: string[] = [];
  /** How much the statement may write before it fails; undefined for as much as it likes. */
  readonly mostBytes: number | undefined;

  constructor(mostBytes?: number) {
    this.mostBytes = mostBytes;
  }

  /** @returns the value's placeholder, whose type Postgres infers from where it stands */
  bind(value: string | number): string {
    this.values.push(String(value));
    return `$${this.values.length}`;
  }
}
