/** The command `serverStatus`, with the sections that apply to this server. */
import { hostname } from "node:os";
import { Double, Long } from "bson";
import type { Command } from "./command";
import type { Fields } from "./fields";
import { VERSION } from "./handshake";

/** Sections that a client may include or exclude; MongoDB accepts any name. */
const SECTIONS: Fields = Object.fromEntries(
  [
    ...["asserts", "connections", "electionMetrics", "extra_info", "flowControl", "globalLock"],
    ...["locks", "logicalSessionRecordCache", "mem", "metrics", "network", "opLatencies"],
    ...["opcounters", "repl", "security", "sharding", "storageEngine", "tcmalloc", "transactions"],
    ...["transportSecurity", "wiredTiger"],
  ].map((section) => [section, "ignored"]),
);

const MEGABYTE = 1024 * 1024;

/** The server runs within a program, so uptime and memory are those of the program's process. */
export const serverStatus: Command = {
  fields: SECTIONS,
  run({ connections }) {
    const seconds = process.uptime();
    return {
      host: hostname(),
      version: VERSION,
      process: "embedded-mongo",
      pid: Long.fromNumber(process.pid),
      uptime: new Double(Math.floor(seconds)),
      uptimeMillis: Long.fromNumber(Math.floor(seconds * 1000)),
      localTime: new Date(),
      connections: connections(),
      storageEngine: { name: "lmdb", persistent: true },
      mem: { bits: 64, resident: Math.round(process.memoryUsage.rss() / MEGABYTE) },
    };
  },
};
