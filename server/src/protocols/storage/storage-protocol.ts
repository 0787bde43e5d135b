/**
 * Supabase Storage, mounted at /storage/v1. Who may do what is decided by the policies of storage.buckets and
 * storage.objects. The bytes are in a folder (files/), which knows no names.
 */
import path from 'node:path';
import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import packageJson from '../../../../package.json' with { type: 'json' };
import type { Secrets } from '../../config/secrets.ts';
import { diskId } from '../../files/disk-id.ts';
import type { FileStore } from '../../files/file-store.ts';
import { openFileStore } from '../../files/open-file-store.ts';
import { storedVersions } from '../../files/stored-versions.ts';
import { openUploadBytes } from '../../files/upload-bytes.ts';
import type { HttpEnvironment } from '../../http/http-environment.ts';
import type { Services } from '../../services.ts';
import { bucketRoutes } from './buckets/routes.ts';
import { requestErrors } from './errors.ts';
import { clearEndedUploads } from './inventory/clear-ended-uploads.ts';
import { startInventoryClock, warningsOf } from './inventory/inventory-clock.ts';
import type { Inventory } from './inventory/take-inventory.ts';
import { DownloadLine } from './limits/download-line.ts';
import { limitUploads } from './limits/parallel-work.ts';
import { createLinks } from './links/links.ts';
import { renderRoutes } from './objects/render-routes.ts';
import { objectRoutes } from './objects/routes.ts';
import { hasSharp } from './render/has-sharp.ts';
import { openVariants } from './render/variants.ts';
import { errorResponse, resumableErrorResponse, storageErrorOf } from './respond/error-response.ts';
import { resumableHeaders, resumableRoutes } from './resumable/routes.ts';
import { startSweeper } from './store/sweeper.ts';

const MIB = 1024 * 1024;

export interface StorageProtocol {
  readonly routes: Hono<HttpEnvironment>;
  readonly files: FileStore;
  /** The outcome of the last comparison of rows and bytes; undefined before the first. */
  inventory(): Inventory | undefined;
  /** Sentences for the operator. */
  warnings(): readonly string[];
  close(): Promise<void>;
}

export async function createStorageProtocol(
  services: Services,
  keys: Pick<Secrets, 'publishableKey' | 'secretKey' | 's3SecretAccessKey'>,
): Promise<StorageProtocol> {
  const { config, database, observe } = services;
  const { files, unfinished, parts } = await openFileStore(config, keys.s3SecretAccessKey, observe);
  // Only with a Postgres there may be other processes, with disks of their own.
  const sharedParts = config.database.kind === 'postgres' ? parts : undefined;
  const variants = openVariants(path.join(config.dataDir, 'storage-variants'), files);
  const remove = async (version: string) => {
    await files.remove(version);
    await variants.forget(version);
  };
  const uploadBytes = openUploadBytes(unfinished, sharedParts, await diskId(config.dataDir), observe);
  const places = { files: { remove }, unfinished, uploadBytes };
  const sweeper = await startSweeper(database, places, config.database.kind !== 'postgres', observe);
  const clearUploads = () => clearEndedUploads(database, unfinished, parts);
  const inventory = startInventoryClock(database, () => storedVersions(config, keys), clearUploads, observe);
  if (!hasSharp()) observe({ kind: 'images-not-rendered', platform: `${process.platform}-${process.arch}` });
  const shared = {
    ...services,
    publishableKey: keys.publishableKey,
    trustProxy: config.trustProxy,
    largestFileBytes: () => services.runTime.values.fileMegabytes * MIB,
    files,
    variants,
    unfinished,
    uploadBytes,
    sweeper,
    uploads: limitUploads(),
    downloads: new DownloadLine(),
    links: createLinks(keys.secretKey),
  };

  const toldOf = (error: Error, context: Context<HttpEnvironment>) => {
    const told = storageErrorOf(error);
    const { code } = told.refusal;
    // The client that is gone caused what failed.
    const isOurs = (code === 'InternalError' || code === 'DatabaseError') && !context.env.outgoing?.destroyed;
    if (isOurs) observe({ kind: 'request-failed', requestId: context.get('requestId'), error });
    return told;
  };
  const routes = new Hono<HttpEnvironment>();
  // Before CORS', which answers the questions for the server's abilities.
  routes.use('/upload/resumable/*', resumableHeaders(shared));
  routes.use(cors(CORS));
  routes.onError((error, context) => errorResponse(toldOf(error, context)));
  routes.route('/bucket', bucketRoutes(shared));
  routes.route('/object', objectRoutes(shared));
  routes.route('/render/image', renderRoutes(shared));
  const resumable = resumableRoutes(shared);
  resumable.onError((error, context) => resumableErrorResponse(toldOf(error, context)));
  routes.route('/upload/resumable', resumable);
  routes.get('/status', () => new Response());
  routes.get('/version', (context) => context.text(packageJson.version));
  routes.all('*', ({ req }) =>
    errorResponse(requestErrors.unknownRoute(`Route ${req.method}:${req.path} not found`)),
  );
  const close = async () => {
    variants.stop();
    await inventory.stop();
    await sweeper.stop();
  };
  const warnings = () => warningsOf(inventory.last());
  return { routes, files, inventory: inventory.last, warnings, close };
}

// Any origin may call, because cookies are never trusted.
const CORS = {
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  exposeHeaders: [
    'Accept-Ranges',
    'Content-Disposition',
    'Content-Length',
    'Content-Range',
    'ETag',
    'Last-Modified',
    'X-Transformations',
    'Location',
    'Tus-Complete',
    'Tus-Extension',
    'Tus-Max-Size',
    'Tus-Resumable',
    'Tus-Version',
    'Upload-Expires',
    'Upload-Length',
    'Upload-Metadata',
    'Upload-Offset',
  ],
  maxAge: 86_400,
};
