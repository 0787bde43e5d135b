/** A subject of `supabase/schema.sql`, and what belongs to it. */
export interface Subject {
  readonly title: string;
  /** A reader comes with it; the section answers it. */
  readonly question: string;
  /** An update whose triggers are listed in the order in which they fire. */
  readonly story?: {
    readonly table: string;
    readonly columns: readonly string[];
  };
  readonly tables?: readonly string[];
  readonly types?: readonly string[];
  readonly functions?: readonly string[];
}
