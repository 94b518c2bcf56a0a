/** A request as it came in; header names in lower case. `url`: path and query. */
export interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Text of the body, empty without one. */
  readonly body: string;
  /** The IP address that it came from; absent for a request out of this process. */
  readonly from?: string | undefined;
  /** What came to an upload address, in place of a text. */
  readonly upload?: Upload;
}

/** Image data that was sent: how many bytes, and whether they begin as gzip does. */
export interface Upload {
  readonly bytes: number;
  readonly gzip: boolean;
}

/** What is sent back, and how. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Real milliseconds to wait before anything is sent. */
  readonly delayMs: number;
  /** 'all': the connection is dropped and nothing arrives; 'half': it is dropped in the middle of
   *  the body. */
  readonly cut: 'none' | 'all' | 'half';
}
