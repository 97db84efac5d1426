/** The input and output of the load generators. */

export interface MeasuredRequest {
  path: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
}

/** How long to measure: for a time in seconds, or for a number of requests. */
export type MeasurementLength = { duration: number } | { amount: number };

/** The requests to send, and the server. */
export interface Load {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  connections: number;
  /** Returns the next request. */
  next: () => MeasuredRequest;
  /** Headers of every request, in addition to its own. */
  headers: Readonly<Record<string, string>>;
}

/** The result of a measurement. */
export interface Outcome {
  /** The number of responses, whatever their status. */
  answers: number;
  seconds: number;
  /** The median and the 99th percentile of the latency, in milliseconds; `NaN` without responses. */
  p50: number;
  p99: number;
  /** Responses with a status that does not mean success. */
  refused: number;
  /** Connections that broke. */
  broken: number;
  timedOut: number;
}

/** How long to wait for a response. */
export const TIMEOUT_SECONDS = 60;
