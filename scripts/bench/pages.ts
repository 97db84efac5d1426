/** Measures pages, API calls and feeds of the demonstration community. */
import { setTimeout as delay } from "node:timers/promises";
import { signUpSomebody, type Person } from "../fuzz/target";
import { say } from "../lib/project.mjs";
import { HEADERS, measure, withWriter, type SentRequest } from "./load";
import { Results, table } from "./results";
import { dataDirectory, startBaseline, startSite, type Server } from "./servers";

export interface BenchOptions {
  rounds: number;
  /** The length of each measurement. */
  seconds: number;
}

const CONNECTIONS = [10, 50];
const WARM_UP_SECONDS = 1;
/** Each of two processes compiles everything itself. */
const PROCESSES_WARM_UP_SECONDS = 10;
/** Views are stored once a second. */
const VIEWS_STORED_MS = 1_500;

/** A page, call or feed, and what is posted to change it. */
interface Page {
  name: string;
  requests: SentRequest[];
  write: () => SentRequest;
  /** The path of the baseline that it is compared with. */
  baseline: "/" | "/api/articles";
  /** Whether it is also measured with a session. The clients of calls and feeds send no cookie. */
  isForSignedIn: boolean;
}

/** One measurement of each round. */
interface Target {
  name: string;
  server: Server;
  requests: readonly SentRequest[];
  write?: () => SentRequest;
}

/** @returns how the pages compare with a bare Remix site: for anyone, while somebody posts, and with a session */
export async function benchPages(options: BenchOptions): Promise<string> {
  const baseline = await startBaseline();
  const site = await startSite(dataDirectory("pages"));
  const person = await signUpSomebody(site.origin, "reader");
  const pages = await pagesOf(site, person);
  const baselines: Target[] = (["/", "/api/articles"] as const).map((path) => ({
    name: `baseline ${path}`,
    server: baseline,
    requests: [{ path }],
  }));
  const results = await measureInTurns(
    [
      ...baselines,
      ...pages.flatMap(({ name, requests, isForSignedIn }): Target[] => [
        { name: `anonymous ${name}`, server: site, requests },
        ...(isForSignedIn
          ? [{ name: `signed in ${name}`, server: site, requests: withSession(requests, person) }]
          : []),
      ]),
    ],
    options,
  );
  say("While somebody posts once a second");
  const beside = await measureInTurns(
    [
      ...baselines,
      ...pages.map(({ name, requests, write }) => ({
        name: `anonymous ${name}`,
        server: site,
        requests,
        write,
      })),
    ],
    options,
  );
  const memory = memoryTable({ baseline, site });
  for (const server of [site, baseline]) await server.stop();

  const ratios = (kind: string, from: Results, { name, baseline }: Page) =>
    CONNECTIONS.map((n) => from.ratio(`${kind} ${name}, ${n}`, `baseline ${baseline}, ${n}`));
  const columns = (kind: string) => CONNECTIONS.map((n) => `${kind}, ${n}`);
  return [
    "Requests per second as multiples of the baseline's, with 10 and 50 connections:",
    table([
      ["", ...["anonymous", "with a writer", "signed in"].flatMap(columns)],
      ["goal", "40", "40", "8", "8", "0.8", "0.8"],
      ...pages.map((page) => [
        `\`${page.name}\``,
        ...ratios("anonymous", results, page),
        ...ratios("anonymous", beside, page),
        ...ratios("signed in", results, page),
      ]),
    ]),
    "Requests per second, p99 of the latency, and processor time per request:",
    table([
      [
        "",
        ...columns("connections").map((head) => head.replace("connections, ", "") + " connections"),
      ],
      ...[
        ...baselines.map(({ name }) => ({ name, from: results })),
        ...pages.map(({ name }) => ({ name: `anonymous ${name}`, from: results })),
        ...pages.map(({ name }) => ({
          name: `anonymous ${name}`,
          from: beside,
          with: ", with a writer",
        })),
        ...pages
          .filter(({ isForSignedIn }) => isForSignedIn)
          .map(({ name }) => ({ name: `signed in ${name}`, from: results })),
      ].map(({ name, from, ...more }) => [
        name + ("with" in more ? more.with : ""),
        ...CONNECTIONS.map((n) => from.cell(`${name}, ${n}`)),
      ]),
    ]),
    memory,
  ].join("\n\n");
}

/** @returns how two processes compare with one, which has a single core for all of its threads */
export async function benchProcesses(options: BenchOptions): Promise<string> {
  const one = await startSite(dataDirectory("one"), {}, "0");
  const two = await startSite(dataDirectory("two"), { WEB_CONCURRENCY: "2" }, "0,1");
  const targets: Target[] = [];
  const names: string[] = [];
  for (const [kind, server] of Object.entries({ one, two })) {
    const person = await signUpSomebody(server.origin, "reader");
    for (const { name, requests, isForSignedIn } of await pagesOf(server, person)) {
      if (!isForSignedIn) continue;
      if (kind === "one") names.push(name);
      targets.push({ name: `${kind} ${name}`, server, requests: withSession(requests, person) });
    }
  }
  const results = await measureInTurns(targets, options, PROCESSES_WARM_UP_SECONDS);
  const memory = memoryTable({ "one process": one, "two processes": two });
  for (const server of [one, two]) await server.stop();
  return [
    "Signed in. One process has one core for all of its threads, two have two, which the load generator shares.",
    table([
      ["", ...CONNECTIONS.flatMap((n) => [`one process, ${n} connections`, "two", "ratio"])],
      ["goal", ...CONNECTIONS.flatMap(() => ["", "", "1.4"])],
      ...names.map((name) => [
        `\`${name}\``,
        ...CONNECTIONS.flatMap((n) => {
          const [first, second] = [`one ${name}, ${n}`, `two ${name}, ${n}`] as const;
          return [results.cell(first), results.cell(second), results.ratio(second, first)];
        }),
      ]),
    ]),
    memory,
  ].join("\n\n");
}

/** Measures everything once in each round, so that a slow period of the machine affects all of it. */
async function measureInTurns(
  targets: readonly Target[],
  { rounds, seconds }: BenchOptions,
  warmUpSeconds = WARM_UP_SECONDS,
): Promise<Results> {
  const results = new Results();
  // Twice, because the first reading of an article counts as a view, which changes its page.
  for (let time = 0; time < 2; time += 1) {
    for (const { server, requests } of targets) {
      await measure(server, requests, CONNECTIONS[0]!, warmUpSeconds);
    }
    await delay(VIEWS_STORED_MS);
  }
  for (const connections of CONNECTIONS) {
    for (let round = 1; round <= rounds; round += 1) {
      say(`${connections} connections, round ${round} of ${rounds}`);
      for (const { name, server, requests, write } of targets) {
        const act = () => measure(server, requests, connections, seconds);
        const figures = await (write ? withWriter(server, write, act) : act());
        results.add(`${name}, ${connections}`, figures);
      }
    }
  }
  return results;
}

async function pagesOf({ origin }: Server, { token }: Person): Promise<Page[]> {
  const articles = await (await fetch(`${origin}/api/articles`, { headers: HEADERS })).json();
  const paths = (articles as { id: string }[]).map(({ id }) => `/article/${id}`);
  const { article, comment, review } = writesOf(token);
  const page = (path: string, write = article): Page => ({
    name: path,
    requests: [{ path }],
    write,
    baseline: "/",
    isForSignedIn: true,
  });
  let commented = 0;
  return [
    page("/"),
    page("/community"),
    {
      ...page("/article/{id}", () => comment(`/api${paths[commented++ % paths.length]}`)),
      requests: paths.map((path) => ({ path })),
    },
    page("/macro", review),
    page("/momentum"),
    { ...page("/community/feed.rss"), isForSignedIn: false },
    { ...page("/api/articles?limit=20"), isForSignedIn: false, baseline: "/api/articles" },
  ];
}

/** @returns functions that create requests, each with new content */
function writesOf(token: string) {
  let number = 0;
  const post = (path: string, body: object): SentRequest => ({
    method: "POST",
    path,
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
  });
  const TEXT = "Careful with its data, modest in its claims, and long.";
  return {
    article: () =>
      post("/api/articles/create", {
        title: `Notes of a quiet market, part ${++number}`,
        summary: TEXT,
        url: `https://journal.example/new/${number}`,
        content: `${TEXT}\n\n`.repeat(20),
      }),
    comment: (article: string) =>
      post(`${article.replace("/article/", "/articles/")}/comments`, { content: TEXT }),
    review: () =>
      post("/api/reviews", {
        title: `On quiet markets, part ${++number}`,
        author: `Author ${number}`,
        rating: 4,
        url: `https://journal.example/review/${number}`,
        review: TEXT,
        category: "monetary-policy",
      }),
  };
}

const withSession = (requests: readonly SentRequest[], { cookie }: Person): SentRequest[] =>
  requests.map((request) => ({ ...request, headers: { ...request.headers, cookie } }));

/** A table of the largest process of each server. The files that it has mapped are not counted as its own memory. */
function memoryTable(servers: Record<string, Server>): string {
  const rows = Object.entries(servers).map(([name, server]) => {
    const { memoryMb = NaN, ownMb = NaN } = server.usage() ?? {};
    return [name, String(Math.round(memoryMb)), String(Math.round(ownMb))];
  });
  const heads = ["memory of a process", "peak, MB", "its own, without files, MB (goal: under 300)"];
  return table([heads, ...rows]);
}
