import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COLOURS, COVERS } from '../../../supabase/functions/public-page/document/style.ts';

const TOKENS = new URL('../../../web/src/ui/theme/tokens.css', import.meta.url);

test('public pages have the colours of the product', () => {
  const tokens = readFileSync(TOKENS, 'utf8');
  for (const [name, [light, dark]] of Object.entries(COLOURS))
    expect(tokens).toContain(`--${name}: light-dark(${light}, ${dark});`);
  const written = tokens.replaceAll(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')');
  for (const [name, paint] of Object.entries(COVERS)) expect(written).toContain(`--cover-${name}: ${paint};`);
});
