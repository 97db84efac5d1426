/** What makes requests and what came of them, whichever program sends them. */

export interface MeasuredRequest {
  path: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
}

/** How long to go on: for a time in seconds, or for a number of requests. */
export type Extent = { duration: number } | { amount: number };

/** What is sent, and to whom. */
export interface Load {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  connections: number;
  /** Gives the next request. */
  next: () => MeasuredRequest;
  /** What every request says beside its own headers. */
  headers: Readonly<Record<string, string>>;
}

/** What came of it. */
export interface Outcome {
  /** How many requests were answered, whatever the status. */
  answers: number;
  seconds: number;
  /** The milliseconds that half of the answers took no more than, and 99 of 100; `NaN` without answers. */
  p50: number;
  p99: number;
  /** Answers whose status was none of success. */
  refused: number;
  /** Connections that broke. */
  broken: number;
  timedOut: number;
}

/** After which time an answer is not waited for any more. */
export const TIMEOUT_SECONDS = 60;
