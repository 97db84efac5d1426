/** Sends requests from this process with autocannon, which runs on every system and can send an exact number. */
import autocannon from "autocannon";
import { percentile } from "../figures";
import { TIMEOUT_SECONDS, type MeasurementLength, type Load, type Outcome } from "./load";

/** Requests per connection. The site closes a connection after a thousand, which autocannon does not handle. */
const RECONNECT_AFTER = 900;
/** How often to check whether the time is over. */
const SAMPLE_MS = 100;

export async function sendWithAutocannon(
  { origin, connections, next, headers }: Load,
  extent: MeasurementLength,
): Promise<Outcome> {
  const took: number[] = [];
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    const { headers: own, ...asked } = next();
    return { ...request, ...asked, headers: { ...headers, ...own } };
  };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(
      {
        ...{ url: origin, connections, timeout: TIMEOUT_SECONDS, sampleInt: SAMPLE_MS },
        ...{ reconnectRate: RECONNECT_AFTER, requests: [{ setupRequest }] },
        ...extent,
      },
      (error, result) => (error ? reject(error as Error) : resolve(result)),
    );
    running.on("response", (_client, _status, _bytes, milliseconds) => took.push(milliseconds));
  });
  took.sort((a, b) => a - b);
  const { errors, timeouts, non2xx, duration } = result;
  return {
    answers: took.length,
    seconds: duration,
    p50: took.length ? percentile(took, 50) : NaN,
    p99: took.length ? percentile(took, 99) : NaN,
    refused: non2xx,
    // autocannon counts timeouts among the errors.
    broken: errors - timeouts,
    timedOut: timeouts,
  };
}
