/**
 * The order of the test files. A long one that begins last keeps one core waiting. Vitest goes by what each took the
 * last time, and in a new clone by the size of the file, which says nothing about these.
 */
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const LONG_FOR_THEIR_SIZE: readonly string[] = [
  'server/src/database/engines/embedded/directory-lock.test.ts',
  'server/src/database/engines/embedded/open-embedded.test.ts',
  'server/test/database/listen.test.ts',
  'server/test/process/failed-start.test.ts',
  'server/test/process/first-start.test.ts',
  'server/test/process/full-disk.test.ts',
  'server/test/process/process.test.ts',
  'server/test/process/stop.test.ts',
  'web/src/app/offline/forget-lost-pages.test.ts',
  'web/src/features/editor/state/model/page-session.model.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // A worker goes on with files of its own project only.
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const rank = (file: TestSpecification) =>
      2 * projects.indexOf(file.project) + (this.#isLong(file) ? 0 : 1);
    return sorted.sort((one, other) => rank(one) - rank(other));
  }

  #isLong({ moduleId }: TestSpecification): boolean {
    return LONG_FOR_THEIR_SIZE.includes(path.relative(this.ctx.config.root, moduleId));
  }
}
