/** `/object`, mounted below /storage/v1. Routes with a full name come before buckets that could have such a name. */
import { type Context, Hono } from 'hono';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import { operation } from '../operation.ts';
import type { StorageServices } from '../storage-services.ts';
import { copy } from './copy.ts';
import { download, downloadPublic, downloadSigned } from './download.ts';
import { info, infoPublic } from './info.ts';
import { sign, signMany } from './links/sign.ts';
import { signUpload } from './links/sign-upload.ts';
import { uploadSigned } from './links/upload-signed.ts';
import { list } from './list.ts';
import { listV2 } from './list-v2.ts';
import { move } from './move.ts';
import { remove, removeMany } from './remove.ts';
import { replace, upload } from './upload.ts';

// The pattern takes every character, so that a wrong name is called wrong.
const FILE = '/:bucket/:name{[\\s\\S]+}';

export function objectRoutes(services: StorageServices): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  // These find out for themselves who may.
  const open =
    (handle: (services: StorageServices, context: Context<HttpEnvironment>) => Promise<Response>) =>
    (context: Context<HttpEnvironment>) =>
      handle(services, context);

  app.post('/list/:bucket', operation(services, 'storage.object.list', list));
  app.post('/list-v2/:bucket', operation(services, 'storage.object.list_v2', listV2));
  app.post('/move', operation(services, 'storage.object.move', move));
  app.post('/copy', operation(services, 'storage.object.copy', copy));
  app.post(`/upload/sign${FILE}`, operation(services, 'storage.object.sign_upload_url', signUpload));
  app.put(`/upload/sign${FILE}`, open(uploadSigned));
  app.post('/sign/:bucket', operation(services, 'storage.object.sign_many', signMany));
  app.post(`/sign${FILE}`, operation(services, 'storage.object.sign', sign));
  app.get(`/sign${FILE}`, open(downloadSigned));
  app.get(`/public${FILE}`, open(downloadPublic));
  app.get(`/authenticated${FILE}`, open(download));
  app.get(`/info/public${FILE}`, open(infoPublic));
  app.get(`/info/authenticated${FILE}`, open(info));
  app.get(`/info${FILE}`, open(info));
  app.delete('/:bucket', operation(services, 'storage.object.delete_many', removeMany));
  app.get(FILE, open(download));
  app.post(FILE, operation(services, 'storage.object.upload', upload));
  app.put(FILE, operation(services, 'storage.object.upload_update', replace));
  app.delete(FILE, operation(services, 'storage.object.delete', remove));
  return app;
}
