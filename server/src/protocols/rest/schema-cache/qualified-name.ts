/** A name as the database's catalogue has it: in its schema. */
export interface QualifiedName {
  readonly schema: string;
  readonly name: string;
}
