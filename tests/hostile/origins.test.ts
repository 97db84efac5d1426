/** Every method on every kind of address, with every kind of `Origin` header. */
import { expect, it } from "vitest";
import { head, dial, statusIn } from "../setup/raw-connection";
import { useSite } from "../setup/site";

const site = useSite();

const ID = "65f0c0ffee65f0c0ffee65f0";
const PAGES = ["/", "/community", "/login", "/dashboard", "/partner", "/nothing", `/article/${ID}`];
const RESOURCES = [
  ...["/theme", "/logout", "/session/restore", `/article/${ID}/comments`, "/manifest.webmanifest"],
  ...["/community/feed.atom", "/sitemap.xml", "/robots.txt", "/images/category/macro.svg"],
];
const API = ["/api/articles", "/api/articles/create", "/api/auth/login", "/api/nothing"];
const SERVER = ["/healthz", "/readyz", "/assets/nothing.js", "/favicon.ico"];
const ADDRESSES = [
  ...[...PAGES, ...RESOURCES, ...API, ...SERVER],
  ...[...PAGES, ...RESOURCES, ...API].map((path) => `${path === "/" ? "/_root" : path}.data`),
  ...["/community.data?index", "/login.data?_routes=x", "/api.data", "/api"],
];
const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];
const FORM = "Content-Type: application/x-www-form-urlencoded";

const origins = () => [
  ...[null, site().origin, "https://evil.example", "null", "garbage", "http://", ""],
  ...["file:///x", "https://a.example, https://b.example"],
];

it.each(METHODS)("%s never causes a server error", async (method) => {
  for (const address of ADDRESSES) {
    const bodies = method === "POST" || method === "PUT" ? ["", "email=x"] : [""];
    for (const origin of origins()) {
      for (const body of bodies) {
        const lines = [
          ...(origin === null ? [] : [`Origin: ${origin}`]),
          ...(body ? [FORM, `Content-Length: ${body.length}`] : []),
        ];
        const answer = await dial(
          site().origin,
          head(`${method} ${address} HTTP/1.1`, ...lines) + body,
        ).ended;
        const of = `${method} ${address} from ${origin} with ${JSON.stringify(body)}`;
        expect(statusIn(answer), of).toBeGreaterThanOrEqual(200);
        expect(statusIn(answer), of).toBeLessThan(500);
      }
    }
  }
});

it("HEAD responds with the status of GET, even from another origin", async () => {
  const statusOf = async (method: string, path: string, origin: string) =>
    statusIn(
      await dial(site().origin, head(`${method} ${path} HTTP/1.1`, `Origin: ${origin}`)).ended,
    );
  for (const address of ADDRESSES) {
    const expected = await statusOf("GET", address, "https://evil.example");
    expect(await statusOf("HEAD", address, "https://evil.example"), address).toBe(expected);
  }
});

it("the log contains only JSON, and no errors", () => {
  const printed = site().logs().trim().split("\n");
  const plain = printed.filter((line) => !line.startsWith("{"));
  expect(plain).toEqual([site().origin]);
  expect(printed.filter((line) => /"level":"(error|fatal)"/.test(line))).toEqual([]);
});
