/** Asks a site for something, again and again over some connections, and says how it went. */
import autocannon from "autocannon";

/** Something to ask for. */
export interface Task {
  name: string;
  /** What the next request is. */
  next(): MeasuredRequest;
  /** Whether it leaves something behind: then so much of it is done as is asked for, and no more. */
  writes?: boolean;
}

export interface MeasuredRequest {
  path: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
}

export interface Figures {
  requestsPerSecond: number;
  /** The milliseconds that 99 of 100 answers took no more than. */
  p99: number;
}

/** What a browser says with every request, so that it is answered as one: compressed, and counted. */
const BROWSER = {
  accept: "text/html,application/xhtml+xml,*/*;q=0.8",
  "accept-encoding": "gzip, deflate, br",
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
};

/** How long to go on: for a time, or for a number of requests. */
export type Extent = { duration: number } | { amount: number };

/** @throws when any answer is not one of success */
export async function measure(
  origin: string,
  task: Task,
  connections: number,
  extent: Extent,
): Promise<Figures> {
  const result = await autocannon({
    url: origin,
    connections,
    ...extent,
    timeout: 60,
    requests: [
      {
        setupRequest(request) {
          const { headers, ...asked } = task.next();
          return { ...request, ...asked, headers: { ...BROWSER, ...headers } };
        },
      },
    ],
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed || !result["2xx"]) {
    throw new Error(`${task.name}: ${failed} of ${result.requests.total} requests failed`);
  }
  return { requestsPerSecond: result["2xx"] / result.duration, p99: result.latency.p99 };
}
