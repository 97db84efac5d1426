/**
 * What goes wrong beside an answer that stands: whoever asked is not told, whoever runs the site is. The
 * services have no log; a process that has one listens here. It is a channel of Node's, since the site's
 * process has every service twice, in Remix's bundle and beside it.
 */
import { channel } from "node:diagnostics_channel";

/** Something that went wrong. */
export interface Warning {
  /** In words for the log. */
  what: string;
  error: unknown;
}

const troubles = channel("investment-research-community.troubles");

/** @returns what takes an error, such as a `catch` does, and tells it to who listens */
export const reportWarning =
  (what: string) =>
  (error: unknown): void =>
    troubles.publish({ what, error } satisfies Warning);

/** Has something told of every trouble of this process. @returns what ends it */
export function onWarning(listen: (trouble: Warning) => void): () => void {
  const listener = (trouble: unknown) => listen(trouble as Warning);
  troubles.subscribe(listener);
  return () => void troubles.unsubscribe(listener);
}
