/** Several people in one line: "Ada", "Ada and Ben", "Ada, Ben and 3 others". */
import { setApart } from '../../../../markdown/src/text/right-to-left.ts';

export interface People {
  readonly names: readonly string[];
  /** How many there are besides, whose names this person may not read: they have left. */
  readonly unnamed: number;
}

const MOST_NAMES = 3;
/** If there are more people than that, so many are named. */
const NAMES_OF_MANY = 2;

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const { compare } = new Intl.Collator('en');

/** @param names null for somebody whose name may not be read */
export function peopleOf(names: readonly (string | null)[]): People {
  const known = names.filter((name) => name !== null);
  return { names: known.toSorted(compare), unnamed: names.length - known.length };
}

export function nameList(people: People): string {
  const { names, unnamed } = people;
  if (names.length + unnamed <= MOST_NAMES) return allNames(people);
  const shown = names.slice(0, NAMES_OF_MANY);
  return allNames({ names: shown, unnamed: unnamed + names.length - shown.length });
}

export function allNames({ names, unnamed }: People): string {
  if (names.length === 0) return unnamed > 1 ? `${unnamed} others` : 'Someone else';
  const others = unnamed > 1 ? [`${unnamed} others`] : unnamed === 1 ? ['someone else'] : [];
  return list.format([...names.map(setApart), ...others]);
}
