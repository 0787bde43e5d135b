/** The numbers of the pages about files, live channels and the rest. */
import { type Figures, KIB, MIB, SECOND } from './figures.ts';

const STORAGE = 'docs/storage.md';
const REALTIME = 'docs/realtime.md';
const FILES = 'docs/files.md';

export const FIGURES_OF_OTHER_PAGES: readonly Figures[] = [
  {
    file: 'biome.json',
    figures: [
      [
        'CONTRIBUTING.md',
        'A file has at most # lines',
        '"noExcessiveLinesPerFile": { "level": "error", "options": { "maxLines": # }',
      ],
      [
        'CONTRIBUTING.md',
        'a function #, and',
        '"noExcessiveLinesPerFunction": { "level": "error", "options": { "maxLines": # }',
      ],
    ],
  },
  {
    file: 'server/src/database/engines/postgres/open-postgres.ts',
    figures: [
      ['docs/deploy.md', 'Set `DATABASE_URL` to a Postgres # or newer', 'OLDEST_VERSION = #', 10_000],
      ['docs/deploy.md', '17 for each process: # that it shares', 'max: #'],
    ],
  },
  {
    file: 'server/src/protocols/auth/request/user-metadata.ts',
    figures: [
      ['docs/accounts.md', 'has at most # KB, and `app_metadata` 2 KB', 'MAX_BYTES = #', KIB],
      ['docs/accounts.md', '`app_metadata` # KB', 'MAX_APP_BYTES = #', KIB],
    ],
  },
  {
    file: 'server/src/protocols/auth/admin/pages.ts',
    figures: [['docs/accounts.md', 'a list of accounts has at most # on a page', 'MAX_SIZE = #']],
  },
  {
    file: 'server/src/protocols/storage/limits/parallel-work.ts',
    figures: [
      [STORAGE, 'has # uploads at a time', 'UPLOAD_LIMITS: Limits = { ofSender: #'],
      [STORAGE, 'uploads at a time, all people without an account #,', 'ofSender: 8, ofAnybody: #'],
      [STORAGE, 'and a process #; the next', 'ofAnybody: 32, ofAll: #'],
      [
        STORAGE,
        '# requests of one account or network may wait for variants',
        'new ParallelWork({ ofSender: #',
      ],
    ],
  },
  {
    file: 'server/src/protocols/storage/limits/download-line.ts',
    figures: [
      [STORAGE, '# of one account or network are sent at a time', 'DOWNLOAD_LIMITS = { ofSender: #'],
      [STORAGE, 'sent at a time, # of all people without an account', 'ofSender: 64, ofAnybody: #'],
      [STORAGE, 'and # in all; one that', 'ofAnybody: 192, ofAll: #'],
      [STORAGE, 'has waited for # seconds', 'patienceMs: #', SECOND],
      [STORAGE, 'or with # of the same account', 'LineLimits = { ofSender: #'],
    ],
  },
  {
    file: 'server/src/protocols/storage/request/arriving-bytes.ts',
    figures: [
      [STORAGE, 'must bring # KB in every', 'LEAST_BYTES = #', KIB],
      [STORAGE, 'KB in every # seconds', 'PERIOD_MS = #', SECOND],
    ],
  },
  {
    file: 'server/src/protocols/storage/request/json-body.ts',
    figures: [
      [STORAGE, 'Bodies of other requests have # MB', 'LARGEST_BYTES = #', MIB],
      [STORAGE, 'those of people without an account # KB', 'LARGEST_OF_ANYBODY_BYTES = #', KIB],
    ],
  },
  {
    file: 'server/src/protocols/storage/resumable/create.ts',
    figures: [
      [STORAGE, 'An account has # unfinished uploads', 'UNFINISHED_LIMITS = { ofOwner: #'],
      [STORAGE, 'all people without an account # together', 'ofAnybody: # }'],
    ],
  },
  {
    file: 'server/src/protocols/storage/render/transformation.ts',
    figures: [[STORAGE, '`width` and `height` go up to #', 'LONGEST_SIDE = #']],
  },
  {
    file: 'server/src/protocols/storage/render/renderer-process.ts',
    figures: [
      [STORAGE, 'A picture has # million pixels', 'LARGEST_PIXELS = #', 1_000_000],
      [STORAGE, '(AVIF: # million)', 'LARGEST_AVIF_PIXELS = #', 1_000_000],
      [STORAGE, 'moving up to # frames', 'MOST_FRAMES = #'],
      [STORAGE, 'and takes # seconds at most', 'SLOWEST_S = #'],
      [STORAGE, 'from 20 to 100 (#)', 'QUALITY = #'],
    ],
  },
  {
    file: 'server/src/protocols/storage/render/renderer.ts',
    figures: [
      [STORAGE, 'end after # seconds without work', 'IDLE_MS = #', SECOND],
      [STORAGE, 'would take more than # MB', 'LARGE_MB = #'],
    ],
  },
  {
    file: 'server/src/protocols/storage/render/variants.ts',
    figures: [[STORAGE, 'and # MB at most, and takes', 'LARGEST_FILE_BYTES = #', MIB]],
  },
  {
    file: 'server/src/protocols/storage/render/variant-folder.ts',
    figures: [[STORAGE, '`DATA_DIR/storage-variants`, up to # MB', 'MOST_BYTES = # * MIB']],
  },
  {
    file: 'server/src/config/config.ts',
    figures: [[STORAGE, 'a file has # MB at most, and a crash', 'LARGEST_IN_S3_MB = #']],
  },
  {
    file: 'server/src/protocols/realtime/socket/client-socket.ts',
    figures: [
      [REALTIME, 'leaves more than # MB unread', 'MOST_UNREAD_BYTES = #', MIB],
      [REALTIME, 'A join has # KB at most', 'LONGEST_JOIN_BYTES = #', KIB],
    ],
  },
  {
    file: 'server/src/protocols/realtime/limits/unsent-bytes.ts',
    figures: [
      [REALTIME, 'may leave # MB unread', 'MOST_BYTES_PER_NETWORK = #', MIB],
      [REALTIME, 'and all together # MB', 'MOST_BYTES = #', MIB],
    ],
  },
  {
    file: 'server/src/protocols/realtime/limits/deliveries.ts',
    figures: [
      [REALTIME, '# deliveries a second for all public topics', 'public: { process: #'],
      [REALTIME, 'of a process, # for one topic and for one address', 'address: #, topic: 10_000'],
      [REALTIME, 'for one address; #, 60,000 and 80,000 for private ones', 'private: { process: #'],
      [REALTIME, 'for one address; 100,000, # and 80,000', 'address: 80_000, topic: #'],
      [REALTIME, 'for one address; 100,000, 60,000 and # for', 'process: 100_000, address: #'],
      [REALTIME, 'those for public topics take # ms', 'private: 700, public: #'],
      [REALTIME, 'those for private ones #.', 'TIME = { private: #'],
    ],
  },
  {
    file: 'server/src/protocols/realtime/limits/call-windows.ts',
    figures: [
      [REALTIME, '# changes in 30 seconds', 'most: #'],
      [REALTIME, 'changes in # seconds', 'perMs: #', SECOND],
    ],
  },
  {
    file: 'server/src/protocols/realtime/presence/presences.ts',
    figures: [[REALTIME, 'all presences of a topic have # KB', 'MOST_TOPIC_BYTES = #', KIB]],
  },
  {
    file: 'web/src/features/document/wire/typing-batch.ts',
    figures: [
      [REALTIME, 'then those of # ms together', 'SHORTEST_MS = #'],
      [REALTIME, 'there are # ms for each of them', 'MS_PER_WRITER = #'],
      [REALTIME, 'and # ms at most: ten writers', 'LONGEST_MS = #'],
    ],
  },
  {
    file: 'web/src/features/document/carets/carets.ts',
    figures: [[REALTIME, 'each caret is sent again every # seconds', 'REPEAT_MS = #', SECOND]],
  },
  {
    file: 'web/src/features/files/files-card.tsx',
    figures: [[FILES, 'say from # % on', 'MUCH = #', 1 / 100]],
  },
  {
    file: 'web/src/features/document/undo/undo-steps.ts',
    figures: [
      ['docs/architecture.md', 'up to # steps and', 'MOST_STEPS = #'],
      ['docs/architecture.md', 'steps and # deleted characters', 'MOST_TEXT = #'],
    ],
  },
  {
    file: 'web/src/features/files/uploads/upload-queue.ts',
    figures: [['docs/architecture.md', 'reads again after # seconds', 'LOOK_AGAIN_MS = #', SECOND]],
  },
];
