/** The numbers of docs/limits.md, with those that other pages repeat. */
import { type Figures, GIB, KIB, MIB, SECOND } from './figures.ts';

const LIMITS = 'docs/limits.md';

export const FIGURES_OF_LIMITS: readonly Figures[] = [
  {
    file: 'server/src/machine/memory-need.ts',
    figures: [
      ['README.md', 'needs # MB of memory with the embedded database', 'embedded: #'],
      ['README.md', '# MB on a Postgres of yours', 'postgres: #'],
      ['README.md', 'building the web app # GB', 'BUILD_NEEDS_MB = #', 1024],
      ['docs/deploy.md', 'Give it # MB with the embedded database', 'embedded: #'],
      [LIMITS, '# MB, and 256 MB where the process may have 512', 'MOST_DATABASE_MB = #'],
      [
        'docs/decisions/0003-embedded-database-in-a-thread.md',
        'It may take # MB now',
        'MOST_DATABASE_MB = #',
      ],
    ],
  },
  {
    file: 'server/src/database/engines/embedded/sharing.ts',
    figures: [
      [LIMITS, '| 4, 12 | #, 8 |', 'placesPerCaller: #'],
      [LIMITS, '| 4, 12 | 8, # |', 'places: #'],
      [LIMITS, '| a caller is costly after | 4 s | # s |', 'longMs: #', SECOND],
      [LIMITS, '| a caller waits after their statement was ended | 10 s | # s |', 'firstWaitMs: #', SECOND],
      [LIMITS, '| a costly request begins while fewer are running than | 8 | # |', 'placesForLongCallers: #'],
      [LIMITS, 'statements of more than # ms', 'longStatementMs: #'],
    ],
  },
  {
    file: 'server/src/database/engines/postgres/sharing.ts',
    figures: [
      [
        LIMITS,
        '| requests at once: of one caller, of all | #, 12 |',
        'turns: { places: 12, placesPerCaller: #',
      ],
      [
        LIMITS,
        '| requests at once: of one caller, of all | 4, # |',
        'turns: { places: #, placesPerCaller: 4',
      ],
      [LIMITS, '| a caller is costly after | # s |', 'longMs: #, longPart: 0,', SECOND],
      [LIMITS, '| a caller waits after their statement was ended | # s |', 'firstWaitMs: #', SECOND],
      [LIMITS, '| a costly request begins while fewer are running than | # |', 'placesForLongCallers: #'],
    ],
  },
  {
    file: 'server/src/database/turns.ts',
    figures: [
      [LIMITS, 'Up to # requests of one caller wait', 'MOST_WAITING_PER_CALLER = #'],
      [LIMITS, 'half is forgotten every # seconds', 'HALF_FORGOTTEN_MS = #', SECOND],
      [LIMITS, 'waits for a connection for # seconds', 'PATIENCE_MS = #', SECOND],
    ],
  },
  {
    file: 'server/src/database/statements/statement-limits.ts',
    figures: [[LIMITS, 'one with a regular expression # s', 'PATTERN_MS = #', SECOND]],
  },
  {
    file: 'server/src/protocols/rest/request/patterns.ts',
    figures: [
      [LIMITS, 'has at most # characters, repeats', 'LONGEST = #'],
      [LIMITS, 'repeats at most # times in all', 'MOST_REPETITIONS = #'],
    ],
  },
  {
    file: 'server/src/protocols/rest/request/nesting.ts',
    figures: [
      [LIMITS, 'holds at most # values (413)', 'MOST_VALUES = #'],
      [
        'docs/data-api.md',
        'brackets at most 40 in filters and # in values and bodies',
        'DEEPEST_NESTING = #',
      ],
    ],
  },
  {
    file: 'server/src/protocols/rest/request/grammar/parse-select.ts',
    figures: [
      [LIMITS, 'Selections nest at most # levels of embedding', 'DEEPEST_EMBED = #'],
      ['docs/data-api.md', 'Selections nest at most # levels of embedding', 'DEEPEST_EMBED = #'],
    ],
  },
  {
    file: 'server/src/protocols/rest/request/http-request.ts',
    figures: [[LIMITS, 'A body has at most # MiB', 'LARGEST_BODY_BYTES = #', MIB]],
  },
  {
    file: 'server/src/http/bodies/request-bodies.ts',
    figures: [
      [LIMITS, 'or # KiB from somebody who is not signed in', 'LARGEST_BODY_OF_ANYBODY_BYTES = # * KIB'],
      [LIMITS, 'One person may have # MiB here at a time', 'allMb = #', 4],
      [LIMITS, 'is signed in # MiB; those who', 'perAddressBytes: # * MIB'],
      [LIMITS, 'are not signed in # MiB together', 'allMb = #', 8],
      [LIMITS, 'and everybody # MiB, or less', 'allMb = #'],
      [LIMITS, 'Bodies above # KiB are read', 'LARGE_BODY_BYTES = # * KIB'],
      [LIMITS, 'is on its way, # KiB have to arrive', 'leastBytes: # * KIB'],
      [LIMITS, 'have to arrive every # seconds', 'periodMs: #', SECOND],
    ],
  },
  {
    file: 'server/src/http/bodies/unsent-answers.ts',
    figures: [
      [LIMITS, 'has at most # MiB (413)', 'allMb = #', 2],
      [LIMITS, 'of answers above # KiB', 'largeBytes: # * KIB'],
      [LIMITS, 'nobody is signed in # MiB, and all together', 'allMb = #', 16],
      [LIMITS, 'and all together # MiB; one answer', 'allMb = #'],
      [LIMITS, 'has read nothing for # seconds', 'patienceMs: #', SECOND],
      [LIMITS, 'at less than # KiB a second', 'leastBytesPerSecond: # * KIB'],
    ],
  },
  {
    file: 'server/src/database/engines/embedded/open-embedded.ts',
    figures: [[LIMITS, 'starts with # MB of room', 'LEAST_ROOM_MIB = #']],
  },
  {
    file: 'server/src/database/engines/embedded/make/make-database.ts',
    figures: [[LIMITS, 'and a new one with #; otherwise', 'LEAST_ROOM_MIB = #']],
  },
  {
    file: 'supabase/migrations/20261127120000_create_pages.sql',
    figures: [
      [LIMITS, 'of one page has at most # MB (5,242,880 bytes)', 'octet_length(content) <= #', MIB],
      [LIMITS, 'its name # characters, its description', 'char_length(name) <= #'],
      [LIMITS, 'its description #. A workspace', 'char_length(description) <= #'],
    ],
  },
  {
    file: 'supabase/migrations/20261127110000_create_organizations.sql',
    figures: [
      [LIMITS, 'name has 1 to # characters', 'between 1 and # and'],
      [LIMITS, 'its description #, its slug', 'char_length(description) <= #'],
      [LIMITS, 'its slug #, the address', 'char_length(slug) <= #'],
      [LIMITS, 'of its logo #;', 'char_length(logo_url) <= #'],
    ],
  },
  {
    file: 'server/src/protocols/auth/request/new-password.ts',
    figures: [
      [LIMITS, 'has 6 to # characters (`server', 'MAX_CHARACTERS = #'],
      ['docs/accounts.md', 'a password has at most # characters', 'MAX_CHARACTERS = #'],
    ],
  },
  {
    file: 'server/src/protocols/auth/links/one-time-code.ts',
    figures: [[LIMITS, '# wrong guesses make a mailed code void', 'MAX_ATTEMPTS = #']],
  },
  {
    file: 'server/src/mail/queue/mail-store.ts',
    figures: [[LIMITS, 'At most # mails wait', 'MOST_WAITING = #']],
  },
  {
    file: 'markdown/src/kinds/long-text/syntax.ts',
    figures: [
      [LIMITS, 'is formatted up to # marks', 'MOST_MARKS = #'],
      [LIMITS, 'marks or # letters', 'LONGEST = #'],
    ],
  },
  {
    file: 'markdown/src/text/accents.ts',
    figures: [[LIMITS, 'drawn with # accents', 'SHOWN_ACCENTS = #']],
  },
  {
    file: 'web/src/features/editor/kinds/formula/draw-formula.ts',
    figures: [[LIMITS, 'a formula of more than # letters', 'MOST_LETTERS = #']],
  },
  {
    file: 'web/src/features/editor/reading/parts/read-parts.ts',
    figures: [
      [LIMITS, 'drawn in parts, up to # elements', 'beginning: { nodes: #,'],
      [LIMITS, 'in all, # of one block', 'nodesAtOnce: #, letters: 1_500_000'],
      [LIMITS, 'of one block and # letters of text', 'nodesAtOnce: 50_000, letters: # }'],
      [LIMITS, 'which leaves no time, # elements', "'within an event': { nodes: #,"],
    ],
  },
  {
    file: 'web/src/features/editor/reading/parts/reading-budget.ts',
    figures: [
      [LIMITS, 'takes more than # steps to read', 'MOST_STEPS = #'],
      [LIMITS, 'more than # steps, their lines are', 'MOST_STEPS_TO_COMPARE = #'],
    ],
  },
  {
    file: 'web/src/features/editor/kinds/table-of-contents/draw.tsx',
    figures: [[LIMITS, '# lines together; such a list', 'MOST_LINES = #']],
  },
  {
    file: 'web/src/features/editor/outline/outline.tsx',
    figures: [[LIMITS, 'and the outline #.', 'MOST = #']],
  },
  {
    file: 'web/src/features/editor/reading/compare/compare-rendered.ts',
    figures: [[LIMITS, 'Two versions with more than # elements', 'MOST_NODES = #']],
  },
  {
    file: 'web/src/features/history/state/text-diff.ts',
    figures: [[LIMITS, 'Of a line of more than # letters', 'LONGEST_LINE = #']],
  },
  {
    file: 'supabase/migrations/20261127140300_save_page_documents.sql',
    figures: [
      [LIMITS, 'has at most # MiB (`TR017`)', 'most_update_bytes constant integer := #', MIB],
      [LIMITS, 'kept of a document # MiB (`TR018`)', 'most_bytes constant integer := #', MIB],
    ],
  },
  {
    file: 'supabase/migrations/20261127140400_compact_page_documents.sql',
    figures: [[LIMITS, 'a state # MiB', 'most_bytes constant integer := #', MIB]],
  },
  {
    file: 'server/src/protocols/functions/functions-protocol.ts',
    figures: [
      [LIMITS, 'A request to a function may carry # MiB', 'LARGEST_BODY_BYTES = #', MIB],
      [LIMITS, '10 MiB, or # MiB from somebody', 'LARGEST_BODY_OF_ANYBODY_BYTES = #', MIB],
    ],
  },
  {
    file: 'server/src/protocols/functions/functions-host.ts',
    figures: [
      [LIMITS, 'has to begin within # seconds', 'answerMs: #', SECOND],
      [LIMITS, 'may take # MB of memory and compute', 'memoryMb: #'],
      [LIMITS, 'and compute for # seconds without', 'computeMs: #', SECOND],
    ],
  },
  {
    file: 'supabase/functions/public-page/text/render-markdown.ts',
    figures: [[LIMITS, 'A public page longer than # KB', 'LONGEST_MARKDOWN = #', KIB]],
  },
  {
    file: 'supabase/functions/public-page/text/work-budget.ts',
    figures: [
      [LIMITS, 'become more than # MB of HTML', 'MOST_CHARACTERS = #', MIB],
      [LIMITS, 'of HTML, or # elements and texts', 'MOST_NODES = #'],
    ],
  },
  {
    file: 'supabase/functions/public-page/page-versions.ts',
    figures: [[LIMITS, 'Some # MB of documents are kept', 'MOST_KEPT = #', MIB]],
  },
  {
    file: 'supabase/functions/public-page/work/drawing-turns.ts',
    figures: [[LIMITS, '# MB of texts may wait', 'MOST_WAITING = #', MIB]],
  },
  {
    file: 'supabase/migrations/20261127110800_invite_people.sql',
    figures: [
      [LIMITS, 'One call invites at most # addresses', 'cardinality(addresses) > #'],
      [LIMITS, 'makes at most # invitations and join links an hour', ') > # or more'],
      [LIMITS, 'and one workspace # a day', ') > # then'],
      [LIMITS, 'a join link for up to # days', 'days not between 1 and #'],
      [LIMITS, 'where it is limited, # people', 'max_uses not between 1 and #'],
    ],
  },
  {
    file: 'web/src/features/transfer/archive/import-limits.ts',
    figures: [
      [LIMITS, 'One import takes # pages', 'MOST_PAGES = #'],
      [LIMITS, 'pages of # MB each', 'LARGEST_PAGE_BYTES = #', MIB],
      [LIMITS, 'each, # MB together', 'LARGEST_IMPORT_BYTES = #', MIB],
      [LIMITS, 'and # files in all', 'MOST_FILES = #'],
      [LIMITS, 'in folders up to # deep', 'DEEPEST = #'],
      [LIMITS, 'pages may have # GB together', 'LARGEST_IMPORT_FILES_BYTES = #', GIB],
      [LIMITS, 'one from an archive # GB', 'LARGEST_UNPACKED_FILE_BYTES = #', GIB],
      [LIMITS, 'one within it at most # MB', 'LARGEST_INNER_ARCHIVE_BYTES = #', MIB],
    ],
  },
  {
    file: 'web/src/lib/browser/connection.ts',
    figures: [
      [
        LIMITS,
        '| time between two questions whether the server is back | # seconds |',
        'ASK_AGAIN_MS = #',
        SECOND,
      ],
    ],
  },
  {
    file: 'server/src/config/run-time-settings.ts',
    figures: [
      [LIMITS, 'A workspace holds # GB of texts', "workspace, default: '#'", KIB],
      [LIMITS, 'of a workspace take # GB', "workspaceFiles, default: '#'", KIB],
      ['docs/storage.md', 'is the largest file (# MB)', "fileMegabytes, default: '#'"],
    ],
  },
];
