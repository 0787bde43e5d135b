/** The names of those whose carets are in one of the fields above the text, at its right end. */
import { useCallback, useSyncExternalStore } from 'react';
import type { Carets } from '../../document/carets/carets.ts';
import type { PageTexts } from '../../document/words/page-texts.ts';
import { personColour } from '../carets/person-colour.ts';
import '../carets/carets.css';

interface FieldGuestsProps {
  readonly carets: Carets;
  readonly field: keyof PageTexts;
  readonly nameOf: (userId: string) => string | undefined;
}

export function FieldGuests({ carets, field, nameOf }: FieldGuestsProps) {
  // One value for the same people, whatever else moves.
  const listPeople = useCallback(
    () => [...new Set(carets.in(field).map(({ userId }) => userId))].join(' '),
    [carets, field],
  );
  const people = useSyncExternalStore(carets.subscribe, listPeople);
  if (people === '') return null;
  return (
    <span className="field-guests" aria-hidden>
      {people.split(' ').map((userId) => {
        const name = nameOf(userId);
        return (
          name && (
            <span key={userId} className={`cm-person-${personColour(userId)}`}>
              {name}
            </span>
          )
        );
      })}
    </span>
  );
}
