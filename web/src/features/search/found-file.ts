/** A file whose name answers a question. */
export interface FoundFile {
  readonly id: string;
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  /** A page that shows it. */
  readonly page: { readonly id: string; readonly name: string };
}
