/** Large rows are asked for before they are taken in, whichever way a statement goes. */
import { expect, test } from 'vitest';
import { type Admit, type Caller, RowRefusedError } from '../../src/database/database.ts';
import { useTestServer } from '../support/test-server.ts';

const server = useTestServer();
const ANON: Caller = { role: 'anon', claims: { role: 'anon' } };
const LARGE = 3_000_000;

const reading = (letters: number) => ({ text: `select repeat('é', ${letters}) as one, 7 as two` });

/** @returns what the statement gave, each of the ways in which one can be sent */
function ways(letters: number, admit: Admit) {
  const { database } = server();
  const options = { readOnly: true, admit };
  return [
    database.asCaller(ANON, options, (it) => it.last<{ one: string }>(reading(letters))),
    database.asCaller(ANON, options, (it) => it.query<{ one: string }>(reading(letters))),
    database.asCaller(ANON, { admit }, (it) => it.last<{ one: string }>(reading(letters))),
    database.readRow<{ one: string }>(ANON, reading(letters), admit),
    database.readRow<{ one: string }>(ANON, reading(letters), admit),
  ];
}

test('a large row is asked for once, by its size, and comes whole', async () => {
  // Twice: the first time the connections are new.
  for (let round = 0; round < 2; round++) {
    const asked: number[] = [];
    const answers = await Promise.all(ways(LARGE, (bytes) => void asked.push(bytes)));
    for (const { rows } of answers) expect(rows).toEqual([{ one: 'é'.repeat(LARGE), two: 7 }]);
    expect(asked).toHaveLength(answers.length);
    for (const bytes of asked) expect(Math.round(bytes / LARGE)).toBe(2);
  }
});

test('a row that is not admitted fails alone, and the connection goes on', async () => {
  for (let round = 0; round < 2; round++) {
    const reason = new RowRefusedError('too much');
    const ends = await Promise.allSettled(ways(LARGE, () => reason));
    for (const end of ends) expect(end).toMatchObject({ status: 'rejected', reason });
    const answers = await Promise.all(ways(3, () => reason));
    for (const { rows } of answers) expect(rows).toEqual([{ one: 'ééé', two: 7 }]);
  }
});
