/** `/bucket`, mounted below /storage/v1. */
import { Hono } from 'hono';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import { operation } from '../operation.ts';
import type { StorageServices } from '../storage-services.ts';
import { createBucket } from './create-bucket.ts';
import { deleteBucket } from './delete-bucket.ts';
import { emptyBucket } from './empty-bucket.ts';
import { getBucket } from './get-bucket.ts';
import { listBuckets } from './list-buckets.ts';
import { updateBucket } from './update-bucket.ts';

export function bucketRoutes(services: StorageServices): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  app.post('/', operation(services, 'storage.bucket.create', createBucket));
  app.get('/', operation(services, 'storage.bucket.list', listBuckets));
  app.get('/:bucket', operation(services, 'storage.bucket.get', getBucket));
  app.put('/:bucket', operation(services, 'storage.bucket.update', updateBucket));
  app.post('/:bucket/empty', operation(services, 'storage.bucket.empty', emptyBucket));
  app.delete('/:bucket', operation(services, 'storage.bucket.delete', deleteBucket));
  return app;
}
