import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addDays, dayOf } from "~/domain/calendar-days";
import { readCloses } from "~/models/price.server";
import { runCommandOn, useDataDirectory } from "../setup/commands";
import { inEnvironment } from "../setup/environment";
import { coinbaseUntil, json, priceOf, startPriceServer } from "../setup/price-provider";

const data = useDataDirectory();
const today = dayOf(new Date());

test("imports closes from a file and from the standard input, and reports invalid rows", async () => {
  const file = join(data.path(), "closes.csv");
  const rows = [
    "date,asset,close",
    "2026-01-31,BTC,61234.5",
    "2026-02-30,BTC,1",
    "2026-01-31,NOPE,1",
    "2026-01-31,sol,98.25",
    "2026-01-30,BTC",
  ];
  await writeFile(file, rows.join("\n"));
  const first = await runCommandOn({ dataDir: data.path() }, "prices:import", file);
  expect(first).toEqual({
    code: 1,
    stdout: "2 closes stored, 2 of them new or changed; 3 rows rejected\n",
    stderr: [
      'line 3: "2026-02-30" is not a date such as 2026-01-31',
      'line 4: "NOPE" is not a known asset',
      "line 6: has 2 columns instead of 3\n",
    ].join("\n"),
  });

  const input = "date,asset,close\n2026-01-31,BTC,61234.5\n2026-02-01,BTC,61500\n";
  const second = await runCommandOn({ dataDir: data.path(), input }, "prices:import", "-");
  expect(second).toEqual({
    code: 0,
    stdout: "2 closes stored, 1 of them new or changed; 0 rows rejected\n",
    stderr: "",
  });

  await data.open();
  const filter = { source: "import", assets: ["BTC", "SOL"], from: "2026-01-01" } as const;
  expect(Object.fromEntries(await readCloses({ ...filter, to: "2026-12-31" }))).toEqual({
    BTC: [
      { day: "2026-01-31", close: 61234.5 },
      { day: "2026-02-01", close: 61500 },
    ],
    SOL: [{ day: "2026-01-31", close: 98.25 }],
  });
});

test("rejects an implausible close, and stores it with --force", async () => {
  const input = "date,asset,close\n2026-01-31,BTC,60000\n2026-02-01,BTC,6\n2026-02-02,BTC,60100\n";
  const load = (...options: string[]) =>
    runCommandOn({ dataDir: data.path(), input }, "prices:import", "-", ...options);
  expect(await load()).toEqual({
    code: 1,
    stdout: "2 closes stored, 2 of them new or changed; 1 row rejected\n",
    stderr:
      "line 3: the close of BTC on 2026-02-01 is implausible: 6 is 10,000 times less than 60000 on 2026-01-31: " +
      "at most 1.28 times is plausible within a day, and no other source confirms it. To store it anyway: --force BTC:2026-02-01\n",
  });
  expect(await load("--force", "btc:2026-02-01", "--force=SOL:2026-02-01")).toEqual({
    code: 1,
    stdout: "3 closes stored, 1 of them new or changed; 0 rows rejected\n",
    stderr: "--force: there is no row for SOL 2026-02-01\n",
  });
});

test("explains invalid arguments and unreadable files", async () => {
  const locked = join(data.path(), "locked.csv");
  await writeFile(locked, "x", { mode: 0o000 });
  // The superuser can read every file.
  const isRoot = process.getuid?.() === 0;
  const cases: [string[], number, RegExp][] = [
    [["prices:import"], 2, /^Usage:/],
    [["prices:import", "a.csv", "--force"], 2, /^Usage:/],
    [["prices:import", "a.csv", "--force", "all"], 2, /^Usage:/],
    [["prices:import", "a.csv", "--force", "*:2026-01-05"], 2, /^Usage:/],
    [["prices:import", "a.csv", "--force", "BTC"], 2, /^Usage:/],
    [["prices:update", "--force", "BTC:2026-02-30"], 2, /^Usage:/],
    [["prices:update", "now"], 2, /^Usage:/],
    [["prices:import", "no-such-file.csv"], 1, /^no-such-file\.csv cannot be read: ENOENT/],
    [["prices:import", data.path()], 1, /is a directory$/m],
    // It opens, and fails when it is read.
    [["prices:import", "/proc/self/mem"], 1, /^\/proc\/self\/mem cannot be read: E/],
    [["prices:import", locked], 1, isRoot ? /^The first line must/m : / cannot be read: EACCES/],
    [["prices:import", "package.json"], 1, /^The first line must be date,asset,close or /m],
  ];
  for (const [args, code, message] of cases) {
    const ended = await runCommandOn({ dataDir: data.path() }, ...args);
    const stderr: unknown = expect.stringMatching(message);
    expect(ended, args.join(" ")).toEqual({ code, stdout: "", stderr });
  }
});

test("updates prices from the configured provider, and reports missing and implausible closes", async () => {
  const yesterday = addDays(today, -1);
  const outlier = (pair: string, day: string) =>
    pair === "BTC-USD" && day === yesterday ? 6 : priceOf(pair, day);
  const server = await startPriceServer((req, res) =>
    (req.url?.includes("SOL") ? json({ message: "NotFound" }, 404) : coinbaseUntil(today, outlier))(
      req,
      res,
    ),
  );
  try {
    const env = { PRICE_PROVIDERS: "coinbase", COINBASE_URL: server.address };
    expect(await inEnvironment(env, () => data.run("prices:update"))).toEqual({
      code: 1,
      stdout: "3 tokens checked, 1,399 closes new or changed\n",
      stderr: expect.stringMatching(
        new RegExp(
          "^SOL: Coinbase Exchange answered with status 404\n" +
            `BTC ${yesterday}: implausible close from Coinbase Exchange: 6 is .* no other source confirms it\\. ` +
            `To store it anyway: --force BTC:${yesterday}\n` +
            "Yesterday's close is missing for BTC, SOL\\.\n$",
        ),
      ),
    });
    server.behave = coinbaseUntil(today, outlier);
    const force = () => data.run("prices:update", "--force", `BTC:${yesterday}`);
    expect(await inEnvironment(env, force)).toEqual({
      code: 0,
      stdout: "3 tokens checked, 701 closes new or changed\n",
      stderr: "",
    });
  } finally {
    await server.close();
  }
});

test("says that no provider is configured when there is none", async () => {
  expect(await runCommandOn({ dataDir: data.path() }, "prices:update")).toEqual({
    code: 1,
    stdout: "3 tokens checked, 0 closes new or changed\n",
    stderr:
      "Yesterday's close is missing for BTC, SOL, USDT.\n" +
      "No provider was asked, because PRICE_PROVIDERS is none.\n",
  });
});
