/** Measures a sentiment recommendation from a week of many documents, alone and while pages are requested. */
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { say, ScriptError } from "../lib/project.mjs";
import { median, table } from "./results";
import { dataDirectory, startChild, startSite } from "./servers";
import type { Week } from "./week";

const PAGES = ["/", "/community"];
const REPETITIONS = 3;

/** @param documents how many articles and comments were written in the week */
export async function benchGeneration(documents: number): Promise<string> {
  const dataDir = dataDirectory("week");
  say(`Storing ${documents} documents`);
  // In a process of its own, because it takes a gigabyte of memory.
  const filling = startChild(["week", dataDir, String(documents)]);
  const [week] = await Promise.race([
    once(filling, "message") as Promise<[Week]>,
    once(filling, "close").then(() => Promise.reject(new ScriptError("The week was not stored."))),
  ]);
  const { mentions, token } = week;
  const site = await startSite(dataDir, { DEMO: "0" });

  const rows: string[][] = [];
  for (const withPages of [false, true]) {
    const seconds: number[] = [];
    const blocked: number[] = [];
    const pages: number[] = [];
    for (let time = 0; time < REPETITIONS; time += 1) {
      await site.blockedMs();
      let isMade = false;
      const path = "/api/sentiment-recommendations/generate";
      const headers = { authorization: `Bearer ${token}` };
      const made = answer(site.origin + path, { method: "POST", headers }).finally(
        () => (isMade = true),
      );
      while (withPages && !isMade) {
        pages.push(await answer(site.origin + PAGES[pages.length % PAGES.length]!));
        await delay(5);
      }
      seconds.push((await made) / 1000);
      blocked.push(await site.blockedMs());
    }
    rows.push([
      withPages ? "while pages are requested" : "alone",
      `${Math.min(...seconds).toFixed(1)} to ${Math.max(...seconds).toFixed(1)} s`,
      `${Math.round(Math.max(...blocked))} ms`,
      ...(withPages ? [median(pages), Math.max(...pages)] : []).map((ms) => `${Math.round(ms)} ms`),
    ]);
  }
  await site.stop();
  return [
    `A recommendation from ${documents.toLocaleString("en")} documents with ${mentions.toLocaleString("en")} mentions:`,
    table([
      ["", "made in", "event loop blocked, at most", "pages, median", "pages, slowest"],
      ["goal", "20 s", "50 ms", "", ""],
      ...rows.map((row) => Array.from({ length: 5 }, (_, i) => row[i] ?? "")),
    ]),
  ].join("\n\n");
}

/** @returns the milliseconds until the last byte of the response */
async function answer(url: string, init?: RequestInit): Promise<number> {
  const started = performance.now();
  const response = await fetch(url, init);
  const body = await response.text();
  if (!response.ok) throw new ScriptError(`${url} answered ${response.status}: ${body}`);
  return performance.now() - started;
}
