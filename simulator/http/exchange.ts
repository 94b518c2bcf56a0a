/** A request; header names in lower case. `url`: path and query. */
export interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Text of the body; empty without one. A file has one character for each byte. */
  readonly body: string;
  /** IP address of the client; absent for a request from this process. */
  readonly from?: string | undefined;
  /** The data sent to an upload address, instead of a text. */
  readonly upload?: Upload;
}

/** Uploaded image data: its size, and whether it begins as gzip does. */
export interface Upload {
  readonly bytes: number;
  readonly gzip: boolean;
}

/** The answer and its delivery. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The body is a file: one character for each byte. */
  readonly isFile?: true;
  /** Real milliseconds before anything is sent. */
  readonly delayMs: number;
  /** 'all': the connection is dropped before the answer; 'half': it is dropped in the middle of the
   *  body. */
  readonly cut: 'none' | 'all' | 'half';
}
