/**
 * The order of the test files. A long one that begins last keeps one core waiting. Vitest goes by what each took the
 * last time, and in a new clone by the size of the file, which says nothing about these.
 */
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const LONG_FOR_THEIR_SIZE: readonly string[] = [
  'scripts/database-schema/tried-in.test.ts',
  'server/src/database/engines/embedded/folder/directory-lock.test.ts',
  'server/src/database/engines/embedded/open-embedded.test.ts',
  'server/test/backup/restore.test.ts',
  'server/test/database/listen.test.ts',
  'server/test/database/migrate.test.ts',
  'server/test/database/stories.test.ts',
  'server/test/process/command.test.ts',
  'server/test/process/failed-start.test.ts',
  'server/test/process/first-start.test.ts',
  'server/test/process/full-disk.test.ts',
  'server/test/process/killed-mail.test.ts',
  'server/test/process/killed-upload.test.ts',
  'server/test/process/owner.test.ts',
  'server/test/process/power-cut.test.ts',
  'server/test/process/process.test.ts',
  'server/test/process/stop.test.ts',
  'server/test/process/tracing.test.ts',
  'server/test/rest/costly-callers.test.ts',
  'server/test/rest/unread-answers.test.ts',
  'server/test/storage/parallel-downloads.test.ts',
  'web/src/app/offline/forget-lost-pages.test.ts',
  'web/src/features/editor/corpus/kinds-agree.test.ts',
  'web/src/features/editor/corpus/round-trip.test.ts',
  'web/src/features/document/model/page-session.model.test.ts',
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
