/**
 * Stands in for the client library's part for files in buckets: the server has no buckets, and that part is a thirtieth
 * of a first visit.
 */
export class StorageClient {}
export class StorageApiError extends Error {}
