declare module '@20minutes/s3rver' {
  class S3rver {
    constructor(options: {
      readonly port: number;
      readonly address: string;
      readonly silent: boolean;
      readonly directory: string;
      readonly allowMismatchedSignatures: boolean;
    });
    /** It is a Koa. */
    readonly middleware: ((
      context: { readonly path: string; readonly headers: Record<string, string | undefined> },
      next: () => Promise<void>,
    ) => Promise<void>)[];
    run(): Promise<unknown>;
    close(): Promise<void>;
  }
  export = S3rver;
}
