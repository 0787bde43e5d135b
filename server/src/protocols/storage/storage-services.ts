/** The services that the operations of Storage share, beside those of every protocol. */

import type { FileStore } from '../../files/file-store.ts';
import type { UnfinishedFiles } from '../../files/unfinished-files.ts';
import type { UploadBytes } from '../../files/upload-bytes.ts';
import type { Services } from '../../services.ts';
import type { DownloadLine } from './limits/download-line.ts';
import type { ParallelWork } from './limits/parallel-work.ts';
import type { Links } from './links/links.ts';
import type { Variants } from './render/variants.ts';
import type { Sweeper } from './store/sweeper.ts';

export interface StorageServices extends Pick<Services, 'database' | 'resolveCaller' | 'bodies' | 'observe'> {
  readonly publishableKey: string;
  readonly trustProxy: boolean;
  /** The most that a file may have, whatever its bucket says. */
  readonly largestFileBytes: () => number;
  readonly files: FileStore;
  readonly variants: Variants;
  readonly unfinished: UnfinishedFiles;
  readonly uploadBytes: UploadBytes;
  readonly sweeper: Sweeper;
  readonly uploads: ParallelWork;
  readonly downloads: DownloadLine;
  readonly links: Links;
}
