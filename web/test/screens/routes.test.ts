import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { routes } from '../../src/app/routes.tsx';
import { COMPONENTS_PATH, paths } from '../../src/lib/paths.ts';

test('the router has the addresses of the table, which the server answers with the app, and no others', () => {
  const all = (some: readonly RouteObject[]): (string | undefined)[] =>
    some.flatMap(({ path, children = [] }) => [path, ...all(children)]);
  const elsewhere = [undefined, '*', COMPONENTS_PATH];
  expect(
    all(routes)
      .filter((path) => !elsewhere.includes(path))
      .sort(),
  ).toEqual(Object.values(paths).sort());
});
