/**
 * Stands in for the client library's part for files in buckets: that part is a thirtieth of a first visit, and files are
 * asked for by few requests of our own (features/files/api), which tell how far an upload is.
 */
export class StorageClient {}
export class StorageApiError extends Error {}
