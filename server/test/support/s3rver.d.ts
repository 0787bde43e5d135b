declare module '@20minutes/s3rver' {
  class S3rver {
    constructor(options: {
      readonly port: number;
      readonly address: string;
      readonly silent: boolean;
      readonly directory: string;
      readonly allowMismatchedSignatures: boolean;
    });
    run(): Promise<unknown>;
    close(): Promise<void>;
  }
  export = S3rver;
}
