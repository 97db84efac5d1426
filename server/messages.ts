/**
 * The messages between the primary and its worker processes. A running primary keeps its code while the
 * workers load newer builds, so these messages must stay compatible.
 */

/** From the primary: stop as on SIGTERM, or leave new connections to other workers and exit after the last open one. */
export type PrimaryMessage = "stop" | "retire";

/** From a worker process: it now serves requests. */
export interface ServingMessage {
  serving: {
    /** The site's address. */
    address: string;
    /** How many worker processes there should be. */
    workers: number;
    logLevel: string;
  };
}
