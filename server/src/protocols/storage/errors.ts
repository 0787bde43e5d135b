/**
 * Refusals in the words and codes of Supabase Storage. The body has the true status; HTTP's is 400 for most of them, as
 * upstream (supabase/storage, src/internal/errors).
 */
export type StorageCode =
  | 'NoSuchBucket'
  | 'NoSuchKey'
  | 'NoSuchUpload'
  | 'InvalidRequest'
  | 'InvalidBucketName'
  | 'InvalidKey'
  | 'InvalidRange'
  | 'InvalidMimeType'
  | 'InvalidJWT'
  | 'InvalidSignature'
  | 'InvalidParameter'
  | 'EntityTooLarge'
  | 'ResourceNotEmpty'
  | 'KeyAlreadyExists'
  | 'BucketAlreadyExists'
  | 'ResourceAlreadyExists'
  | 'ResourceReferenced'
  | 'ResourceLocked'
  | 'AccessDenied'
  | 'FeatureNotEnabled'
  | 'DatabaseTimeout'
  | 'DatabaseReadOnly'
  | 'DatabaseError'
  | 'SlowDown'
  | 'TusError'
  | 'Aborted'
  | 'InternalError';

interface Refusal {
  readonly code: StorageCode;
  /** The status in the body. */
  readonly status: number;
  readonly message: string;
  /** Upstream's older name of the problem; the code when there is none. */
  readonly error?: string;
  /** HTTP's status, where it is not 400. */
  readonly http?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export class StorageError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal, cause?: unknown) {
    super(refusal.message, { cause });
    this.name = 'StorageError';
    this.refusal = refusal;
  }
}

const refuse = (code: StorageCode, status: number, message: string, rest: Partial<Refusal> = {}) =>
  new StorageError({ code, status, message, ...rest });

const duplicate = (code: StorageCode) =>
  refuse(code, 409, 'The resource already exists', { error: 'Duplicate' });

export const bucketErrors = {
  notFound: () => refuse('NoSuchBucket', 404, 'Bucket not found', { error: 'Bucket not found' }),
  badName: () => refuse('InvalidBucketName', 400, 'Bucket name invalid', { error: 'Invalid Input' }),
  exists: () => duplicate('BucketAlreadyExists'),
  notEmpty: () => refuse('ResourceNotEmpty', 409, 'The bucket you tried to delete is not empty'),
  badSizeLimit: () =>
    refuse('InvalidRequest', 400, 'Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B'),
};

export const objectErrors = {
  notFound: () => refuse('NoSuchKey', 404, 'Object not found', { error: 'not_found' }),
  badName: (name: string) => refuse('InvalidKey', 400, `Invalid key: ${name}`),
  exists: () => duplicate('KeyAlreadyExists'),
  tooLarge: (entity = 'object') =>
    refuse('EntityTooLarge', 413, `The ${entity} exceeded the maximum allowed size`, {
      error: 'Payload too large',
    }),
  badMimeType: (type: string) =>
    refuse('InvalidMimeType', 415, `mime type ${type} is not supported`, { error: 'invalid_mime_type' }),
  noPicture: (type: string) =>
    refuse('InvalidMimeType', 415, `The file is no picture, though its type says ${type}`, {
      error: 'invalid_mime_type',
    }),
  noContent: () => refuse('InvalidRequest', 400, 'No content provided'),
  badRange: (size: number) =>
    refuse('InvalidRange', 416, 'invalid range provided', {
      error: 'invalid_range',
      http: 416,
      headers: { 'content-range': `bytes */${size}` },
    }),
};

export const uploadErrors = {
  tooSlow: () => refuse('Aborted', 408, 'The upload came too slowly', { http: 408 }),
  cutShort: () => refuse('Aborted', 400, 'The upload ended before all of it had come'),
  tooMany: () =>
    refuse('SlowDown', 429, 'Too many uploads are under way: try again in a moment', {
      error: 'too_many_uploads',
      http: 429,
      headers: { 'retry-after': '5' },
    }),
  noRoom: () =>
    refuse('InternalError', 507, 'The disk of the server is full: no file can be saved until there is room', {
      error: 'disk_full',
      http: 507,
    }),
  storeFailed: (cause: unknown) =>
    new StorageError(
      {
        code: 'InternalError',
        status: 503,
        message: 'The store of the files does not answer: try again in a moment',
        error: 'store_unavailable',
        http: 503,
        headers: { 'retry-after': '5' },
      },
      cause,
    ),
  gone: () => refuse('ResourceLocked', 423, 'The upload took too long and was given up: upload it again'),
};

export const downloadErrors = {
  tooMany: () =>
    refuse('SlowDown', 429, 'Too many downloads are under way: try again in a moment', {
      error: 'too_many_downloads',
      http: 429,
      headers: { 'retry-after': '5' },
    }),
};

export const renderErrors = {
  unreadable: () => refuse('InvalidRequest', 400, 'The source image is invalid or unsupported for rendering'),
  tooLarge: (what: 'file' | 'resolution') =>
    refuse('InvalidRequest', 400, `The source image ${what} is too large to process`),
  tooSlow: () => refuse('InvalidRequest', 400, 'The source image takes too long to process'),
  tooMany: () =>
    refuse('SlowDown', 429, 'Too many images are being rendered: try again in a moment', {
      error: 'too_many_renders',
      http: 429,
      headers: { 'retry-after': '2' },
    }),
};

/** Refusals of uploads in several requests. Their answers have the true status. */
export const resumableErrors = {
  notFound: () =>
    refuse('NoSuchUpload', 404, 'Upload not found: it has expired, was given up, or never began'),
  otherOwner: () => refuse('AccessDenied', 403, 'The upload was begun by somebody else'),
  wrongVersion: () =>
    refuse('TusError', 412, 'Tus-Resumable must be 1.0.0', { headers: { 'tus-version': '1.0.0' } }),
  badHeader: (name: string) => refuse('TusError', 400, `Invalid ${name}`),
  wrongType: () => refuse('TusError', 415, 'Content-Type must be application/offset+octet-stream'),
  tooLarge: () => refuse('EntityTooLarge', 413, 'Maximum size exceeded'),
  wrongOffset: () => refuse('TusError', 409, 'Upload-Offset conflict'),
  busy: () => refuse('TusError', 409, 'Another request is adding to this upload'),
  complete: () => refuse('TusError', 400, 'The upload is complete: remove the file instead'),
  tooManyUnfinished: () =>
    refuse('SlowDown', 429, 'Too many uploads are unfinished: continue or end one of them first', {
      error: 'too_many_uploads',
    }),
};

export const linkErrors = {
  badToken: (message: string) => refuse('InvalidJWT', 400, message),
  wrongScope: (scope: string) => refuse('InvalidSignature', 400, `Token is not scoped for ${scope}`),
  variantOnly: () => refuse('InvalidSignature', 400, 'The link reads a variant of the image, not the image'),
  otherObject: () => refuse('InvalidSignature', 400, 'The url do not match the signature'),
  missing: () => refuse('InvalidSignature', 400, 'Missing x-signature header'),
  used: () => refuse('InvalidSignature', 400, 'The link has been used: each is good for one upload'),
};

export const requestErrors = {
  unauthorized: (message: string) => refuse('AccessDenied', 403, message, { error: 'Unauthorized' }),
  invalid: (message: string) => refuse('InvalidRequest', 400, message),
  unnamed: () =>
    refuse('InvalidRequest', 400, "headers must have required property 'authorization'", { error: 'Error' }),
  notEnabled: (feature: string) =>
    refuse('FeatureNotEnabled', 409, `The feature ${feature} is not enabled for this resource`),
  unknownRoute: (message: string) =>
    refuse('InvalidRequest', 404, message, { error: 'Not Found', http: 404 }),
  tooManyRequests: () =>
    refuse('SlowDown', 429, 'Too many requests', { error: 'too_many_connections', http: 429 }),
};

export const databaseErrors = {
  exists: () => duplicate('ResourceAlreadyExists'),
  referenced: () =>
    refuse(
      'ResourceReferenced',
      409,
      'The resource could not be updated or removed due to a foreign key constraint',
    ),
  relatedMissing: () => refuse('InvalidRequest', 404, 'The related resource does not exist'),
  locked: () => refuse('ResourceLocked', 423, 'The resource is locked'),
  timeout: () => refuse('DatabaseTimeout', 544, 'The connection to the database timed out', { http: 544 }),
  readOnly: () =>
    refuse('DatabaseReadOnly', 503, 'The database is currently in read-only mode. Please try again later.'),
  invalidValue: (message: string) => refuse('InvalidParameter', 400, message),
  other: (code: string) => refuse('DatabaseError', 500, `database error, code: ${code}`, { http: 500 }),
  unavailable: (seconds: number, message: string) =>
    refuse('SlowDown', 503, message, {
      error: 'too_many_connections',
      http: 503,
      headers: { 'retry-after': String(seconds) },
    }),
  unexpected: () => refuse('InternalError', 500, 'Internal Server Error', { error: 'Internal', http: 500 }),
};
