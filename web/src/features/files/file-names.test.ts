import { expect, test } from 'vitest';
import { NO_FILE, namedFiles, withFilesOnly } from './file-names.ts';

const KNOWN = '5f5b4a3e-9c1d-4e0f-8a7b-6c5d4e3f2a1b';
const OTHER = 'a'.repeat(8) + KNOWN.slice(8);

test('only names of other files lead nowhere', () => {
  const text = `![a](/files/${KNOWN.toUpperCase()}/a.png) \`/files/${OTHER}\` ![](/files/${OTHER}/b.png) /files/x`;
  expect(namedFiles(text)).toEqual([KNOWN, OTHER]);
  expect(withFilesOnly(text, new Set([KNOWN]))).toBe(
    `![a](/files/${KNOWN.toUpperCase()}/a.png) \`/files/${NO_FILE}\` ![](/files/${NO_FILE}/b.png) /files/x`,
  );
});
