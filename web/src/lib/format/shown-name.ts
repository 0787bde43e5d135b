/** How a person is shown to others. */

interface Named {
  readonly display_name: string | null;
  readonly full_name: string;
  readonly email: string | null;
}

/** @returns the name that they chose; else the full name, else the address */
export function shownName({ display_name, full_name, email }: Named): string {
  return display_name || full_name || email || 'Unknown';
}
