import { expect, test } from 'vitest';
import { columnSources } from './view-columns.ts';

test('takes only columns that the outermost query gives unchanged', () => {
  const definition = `({QUERY :commandType 1 :rtable ({RTE :subquery {QUERY :targetList ({TARGETENTRY :expr {VAR}
 :resno 1 :resname hidden :resorigtbl 99 :resorigcol 9 :resjunk false})}}) :targetList ({TARGETENTRY :expr {VAR
 :varno 1} :resno 1 :resname a\\}b :ressortgroupref 0 :resorigtbl 42 :resorigcol 3 :resjunk false} {TARGETENTRY
 :expr {OPEXPR :args ({CONST} {VAR})} :resno 2 :resname sum :ressortgroupref 0 :resorigtbl 0 :resorigcol 0})})`;
  expect([...columnSources(definition.replaceAll('\n', ''))]).toEqual([[1, { relation: 42, column: 3 }]]);
});
