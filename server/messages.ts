/**
 * What the primary and its worker processes tell each other. A running primary keeps its code while
 * newer builds come and go in the workers, so what is here stays understood.
 */

/** From the primary: end as by SIGTERM, or leave the connections to others and end with the last one. */
export type Order = "stop" | "retire";

/** From a worker process: it serves. */
export interface Serving {
  serving: {
    /** Of the site. */
    address: string;
    /** How many worker processes there should be. */
    workers: number;
    logLevel: string;
  };
}
