/** Measures the processor time of the most expensive request of 16 KB for each route. */
import { exchange, statusOf } from "../fuzz/exchange";
import type { FuzzRequest } from "../fuzz/requests";
import {
  exploreSite,
  signInAgain,
  signUpSomebody,
  type Input,
  type Person,
  type Target,
} from "../fuzz/target";
import { say } from "../lib/project.mjs";
import { plainTable } from "./report";
import { dataDirectory, startSite, type Server } from "./workshop";

const SIZE = 16_000;
/** The lengths of a path and of a query that the site accepts. */
const MAX_PATH = 2_000;
const MAX_QUERY = 4_000;
const GOAL = "100 ms";
/** How often each input is sent. More than once, because the system counts processor time in hundredths of a second. */
const REPETITIONS = 5;
const NAME = "measurer";
/** How many of the most expensive inputs are shown. */
const SHOWN = 25;

interface Sent {
  name: string;
  request: FuzzRequest;
}

interface Cost {
  address: string;
  input: string;
  status: string;
  cpuMs: number;
}

const fill = (part: string, size: number) =>
  part.repeat(Math.ceil(size / part.length)).slice(0, size);

/** Headers that the site reads, each of the maximum length. */
const longHeaders: Record<string, string> = {
  cookie: fill("a=b; ", SIZE - 1_000),
  "accept-encoding": fill("gzip;q=0.1, ", SIZE - 1_000),
  "if-none-match": fill('W/"a", ', SIZE - 1_000),
  accept: fill("text/html;q=0.1, ", SIZE - 1_000),
  "user-agent": fill("Mozilla/5.0 (X11; bot) ", SIZE - 1_000),
  authorization: `Bearer ${fill("a", SIZE - 1_000)}`,
};

/** Texts that are expensive to parse, to sanitise, to match or to encode. */
const texts: Record<string, string> = {
  "brackets that open": "[",
  "links within links": "[a](b",
  "quotations within quotations": "> ",
  "lists within lists": "- a\n  ",
  "emphasis that never ends": "*a _b ",
  "elements that never end": "<b><i>",
  "a table": "|a",
  entities: "&amp;",
  addresses: "https://a.b/c ",
  backticks: "`a``",
  emoji: "👩‍👩‍👧‍👦",
  cashtags: "$BTC up, $ETH down. ",
  digits: "1",
  spaces: " ",
};

/** @returns the section of the report about the dearest inputs */
export async function benchInputs(): Promise<string> {
  const site = await startSite(dataDirectory("inputs"), { DEMO: "1" });
  const person = await signUpSomebody(site.origin, NAME);
  const target = await exploreSite(site.origin, person);
  const costs: Cost[] = [];
  for (const [address, inputs] of inputsByAddress(target)) {
    say(`Measuring ${address}`);
    const { token, cookie } = await signInAgain(site.origin, NAME);
    let dearest: Cost | undefined;
    for (const { name, request } of inputs({ token, cookie })) {
      const cost = await costOf(site, request);
      if (!dearest || cost.cpuMs > dearest.cpuMs) dearest = { address, input: name, ...cost };
    }
    if (dearest) costs.push(dearest);
  }
  await site.stop();
  costs.sort((a, b) => b.cpuMs - a.cpuMs);
  return plainTable([
    ["address", "its dearest input", "status", "ms of processor time", "goal, at most"],
    ...costs
      .slice(0, SHOWN)
      .map(({ address, input, status, cpuMs }) => [
        `\`${address}\``,
        input,
        status,
        cpuMs.toFixed(0),
        GOAL,
      ]),
  ]);
}

async function costOf(site: Server, request: FuzzRequest) {
  // The first request is not measured: it may load modules and fill caches.
  let received = await exchange(site.origin, request);
  const before = site.usage()?.cpuSeconds ?? NaN;
  for (let i = 0; i < REPETITIONS; i++) received = await exchange(site.origin, request);
  const after = site.usage()?.cpuSeconds ?? NaN;
  return { status: statusOf(received) ?? "none", cpuMs: ((after - before) * 1_000) / REPETITIONS };
}

/** The routes of a site, each with the requests to send. */
function inputsByAddress({ routes, forms, calls, ids }: Target) {
  const filled = (pattern: string) => pattern.replace(/[:*]\w*/g, ids[0]!);
  const pages = routes.map(
    (route) =>
      [`GET ${route}`, (person: Person) => readings(route, filled(route), person)] as const,
  );
  const inputs = [
    ...forms.map((form) => ({ ...form, path: form.path.replace(/[?#].*/s, "") })),
    ...calls.filter(({ method }) => method === "POST"),
  ];
  const sendings = inputs.map(
    (input) =>
      [
        `POST ${input.path}`,
        (person: Person) => writings(input, filled(input.path), person),
      ] as const,
  );
  return new Map([...pages, ...sendings]);
}

function readings(pattern: string, path: string, { cookie }: Person): Sent[] {
  const get = (name: string, address: string, headers: Record<string, string> = {}): Sent => ({
    name,
    request: { method: "GET", path: address, headers: { cookie, ...headers }, body: null },
  });
  const parameter = /:\w+/.test(pattern)
    ? [
        get("a long parameter", pattern.replace(/:\w+/g, fill("a", MAX_PATH / 2))),
        get("an encoded parameter", pattern.replace(/:\w+/g, fill("%F0%9F%98%80", 1_200))),
      ]
    : [];
  const search = ["q", "cursor", "after", "category"].map((name) =>
    get(`a long ${name}`, `${path}?${name}=${fill("a+", MAX_QUERY - 20)}`),
  );
  return [
    get("nothing", path),
    ...parameter,
    ...search,
    get("many parameters", `${path}?${fill("a=b&", MAX_QUERY)}`),
    get("many segments", `${path}/${fill("a/", 40)}`),
    ...Object.entries(longHeaders).map(([name, value]) =>
      get(`a long ${name}`, path, { [name]: value }),
    ),
  ];
}

function writings(
  { fields: all, examples }: Input,
  path: string,
  { token, cookie }: Person,
): Sent[] {
  const isCall = path.startsWith("/api/");
  // A repeated form key would make the site ignore the request.
  const fields = all.filter((field) => field !== "formKey");
  const send = (name: string, type: string, body: string): Sent => ({
    name,
    request: {
      method: "POST",
      path,
      headers: {
        "Content-Type": type,
        ...(isCall ? { Authorization: `Bearer ${token}` } : { Cookie: cookie }),
      },
      body: Buffer.from(body),
    },
  });
  const form = (values: Record<string, string>) => new URLSearchParams(values).toString();
  const valid: Record<string, string> = {
    ...Object.fromEntries(fields.map((field) => [field, "a reasonable value"])),
    ...examples,
  };
  const values = fields.flatMap((field) =>
    Object.entries(texts).map(([what, part]) => ({
      name: `${field}: ${what}`,
      body: { ...valid, [field]: fill(part, SIZE - 500) },
    })),
  );
  return isCall
    ? [
        send("arrays within arrays", "application/json", "[".repeat(SIZE)),
        send(
          "many fields",
          "application/json",
          JSON.stringify(Object.fromEntries(Array.from({ length: 1_500 }, (_, i) => [i, i]))),
        ),
        ...values.map(({ name, body }) => send(name, "application/json", JSON.stringify(body))),
      ]
    : [
        send("many fields", "application/x-www-form-urlencoded", fill("a=b&", SIZE)),
        send(
          "nested fields",
          "application/x-www-form-urlencoded",
          `${fill("a[0].", 4_000)}=1&${fill("b[999].c=1&", 12_000)}`,
        ),
        send(
          "many parts",
          "multipart/form-data; boundary=x",
          `${fill("--x\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n", SIZE)}--x--`,
        ),
        ...values.map(({ name, body }) =>
          send(name, "application/x-www-form-urlencoded", form(body)),
        ),
      ];
}
