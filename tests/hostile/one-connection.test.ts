/** Attacks of one client with a single connection or a few. */
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { usageOf } from "../../scripts/bench/process-usage";
import { dial, statusIn, type Wire } from "../setup/raw-connection";
import { useSite } from "../setup/site";

const site = useSite({ DEMO: "1" });
const wires: Wire[] = [];

afterEach(() => {
  for (const { socket } of wires.splice(0)) socket.destroy();
});

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;

function connectWith(bytes: string): Wire {
  const wire = dial(site().origin, bytes);
  wires.push(wire);
  return wire;
}

const processorSeconds = () => usageOf(site().pid)?.cpuSeconds ?? NaN;

/** @returns how many seconds of processor time the site spent during a call */
async function costOf(act: () => Promise<unknown>): Promise<number> {
  const before = processorSeconds();
  await act();
  return processorSeconds() - before;
}

describe("an address", () => {
  // Measured in processor time, which is the same on a busy machine. Each of these once took seconds.
  test.each([
    ["the manifest of routes with 7,000 paths", `/__manifest?version=0&p=${"a&p=".repeat(3_900)}`],
    ["7,500 segments", `/${"a/".repeat(7_500)}`],
    ["7,500 segments of data", `/${"a/".repeat(7_500)}.data`],
    ["7,500 parameters", `/community?${"a&".repeat(7_500)}`],
    ["a call with 7,500 segments", `/api/${"a/".repeat(7_500)}`],
  ])("of %s costs no more than another", async (_, path) => {
    await fetch(`${site().origin}/nothing/here`);
    const seconds = await costOf(async () => {
      const { until, socket } = connectWith(request(path));
      expect(statusIn(await until(/\r\n\r\n/))).toBeGreaterThanOrEqual(400);
      socket.destroy();
    });
    expect(seconds).toBeLessThan(1);
  });
});

test("a thousand pipelined requests cost as much as a few, and other clients are served", async () => {
  const seconds = await costOf(async () => {
    const { ended } = connectWith(request("/community?cursor=x").repeat(1_000));
    expect((await fetch(`${site().origin}/healthz`)).status).toBe(200);
    await ended;
    expect((await fetch(`${site().origin}/community`)).status).toBe(200);
  });
  expect(seconds).toBeLessThan(5);
});

test("responses that the client does not read take hardly any memory", async () => {
  await (await fetch(`${site().origin}/api/whitepaper.pdf`)).arrayBuffer();
  const before = usageOf(site().pid)?.ownMb ?? NaN;
  for (let i = 0; i < 5; i++) {
    connectWith(request("/api/whitepaper.pdf").repeat(100)).socket.pause();
  }
  await Promise.all(wires.map(({ socket }) => socket.connecting && once(socket, "connect")));
  await delay(1_000);
  expect((await fetch(`${site().origin}/healthz`)).status).toBe(200);
  const grown = (usageOf(site().pid)?.ownMb ?? NaN) - before;
  // Not checked on systems that do not report the memory of a process.
  if (!Number.isNaN(grown)) expect(grown).toBeLessThan(100);
});
