/** Generates random requests for a site, from ordinary ones to requests that no browser sends. */
import fc from "fast-check";
import type { Input, Person, Target } from "./target";

export interface FuzzRequest {
  method: string;
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

/** Bytes that may not be a valid request. */
export interface FuzzBytes {
  bytes: Buffer;
}

export type FuzzInput = FuzzRequest | FuzzBytes;

type Fields = Record<string, unknown>;

const LONG = 20_000;
const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";

/** Values that are known to break software. */
const AWKWARD = [
  ...["", " ", "0", "-1", "1e400", "NaN", "null", "undefined", "true", "[]", "{}", "%", "%00"],
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "$gt", "$where", "a.b", "..", "."],
  ...["../../../etc/passwd", "//evil.example", "javascript:alert(1)", "<script>fired()</script>"],
  ...["\0", "\ud800", "\u202e", "\ufeff", "a\r\nSet-Cookie: a=b", "'", '"', "\\", "`", "${1}"],
  ...["999999999999999999999", "2026-02-30", "6790a1f2c3d4e5f60718293a.1769074200000"],
  ...["000000000000000000000000", "ffffffffffffffffffffffff", "https://example.org/", "GET", "all"],
];

const METHODS = ["GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"];

/** Repetitions of a short text, which are cheap to send and may be expensive to parse. */
const long = fc
  .tuple(
    fc.constantFrom("a", "[", "*_", "> ", "- ", "<b>", "((", "\n", "é", "0", "|", "`", "&"),
    fc.nat(LONG),
  )
  .map(([part, length]) => part.repeat(Math.ceil(length / part.length)));

const text = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...AWKWARD) },
  { weight: 3, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  { weight: 3, arbitrary: fc.string({ unit: "grapheme", maxLength: 200 }) },
  { weight: 2, arbitrary: fc.lorem({ maxCount: 30 }) },
  { weight: 1, arbitrary: fc.webUrl() },
  { weight: 1, arbitrary: long },
);

/** Half of a surrogate pair, which cannot be encoded in UTF-8. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

const encode = (value: string) => encodeURIComponent(value.replace(LONE_SURROGATE, "\ufffd"));

/** @returns an arbitrary that generates requests for a site */
export function requestsTo(target: Target, person: () => Person): fc.Arbitrary<FuzzInput> {
  const value = fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(...target.ids) },
    { weight: 2, arbitrary: text },
  );
  const inputs: readonly Input[] = [...target.forms, ...target.calls];
  const names = [...new Set(inputs.flatMap(({ fields }) => fields))];
  const name = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...names, "cursor", "limit", "after", "returnTo") },
    { weight: 1, arbitrary: text },
  );

  /** Generates paths from a pattern, with a value for each parameter. */
  const filled = (pattern: string) =>
    fc.array(value, { minLength: 4, maxLength: 4 }).map((values) =>
      pattern
        .split("/")
        .map((segment, i) =>
          /[:*]/.test(segment) ? encode(values[i % 4]!).slice(0, 3_000) : segment,
        )
        .join("/"),
    );
  const query = fc
    .array(fc.tuple(name, value), { maxLength: 4 })
    .map((pairs) =>
      pairs.map(([key, of]) => `${encode(key)}=${encode(of).slice(0, 3_000)}`).join("&"),
    );
  const suffix = fc.constantFrom("", "", "", "", ".data", "/", "//", ".json", "%2e");
  const address = (path: fc.Arbitrary<string>) =>
    fc
      .tuple(path, suffix, query)
      .map(([of, end, asked]) => (of + end + (asked ? `?${asked}` : "")).replace(/^\/?/, "/"));

  const known = fc.constantFrom(...target.routes).chain(filled);
  const anything = fc
    .string({ unit: "binary", maxLength: 60 })
    .map((path) => `/${encodeURI(path.replace(LONE_SURROGATE, "\ufffd"))}`);

  const headers = headersFor(person);
  const fieldsOf = ({ fields, examples }: Input) =>
    fc
      .tuple(
        fc.tuple(
          ...fields.map((field) => {
            const example = fc.constant(examples[field] ?? "a reasonable value");
            return fc.oneof(
              { weight: 3, arbitrary: example },
              { weight: 2, arbitrary: value },
              { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
            );
          }),
        ),
        fc.array(fc.tuple(name, value), { maxLength: 2 }),
        fc.integer({ min: 0, max: 4 }),
      )
      .map(([values, more, left]) => {
        // Mostly complete, because an input that lacks a field is refused before the other fields are used.
        const own = fields.map((field, i) => [field, values[i]] as const);
        return Object.fromEntries([...(left ? own : own.slice(1)), ...more]) as Fields;
      });

  const visit = fc.record({
    method: fc.oneof({ weight: 6, arbitrary: fc.constant("GET") }, fc.constantFrom(...METHODS)),
    path: address(fc.oneof({ weight: 9, arbitrary: known }, anything)),
    headers,
    body: fc.constant(null),
  });

  const submit = fc.constantFrom(...target.forms).chain((form) =>
    fc
      .tuple(
        address(fc.constant(form.path.replace(/[?#].*/s, ""))),
        headers,
        fieldsOf(form),
        fc.integer({ min: 0, max: 9 }),
      )
      .map(([path, sent, fields, kind]) => ({
        method: "POST",
        path,
        ...bodyOf(fields, sent, kind),
      })),
  );

  const call = fc.constantFrom(...target.calls).chain((of) =>
    fc
      .tuple(address(filled(of.path)), headers, fieldsOf(of), fc.integer({ min: 0, max: 9 }))
      .map(([path, sent, fields, kind]) =>
        of.method === "GET"
          ? { method: "GET", path, headers: sent, body: null }
          : {
              method: of.method,
              path,
              ...bodyOf(fields, { ...sent, "Content-Type": JSON_TYPE }, kind),
            },
      ),
  );

  const bytes = fc
    .tuple(
      fc.oneof(visit, submit, call),
      fc.array(
        fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.uint8Array({ maxLength: 8 })),
        { minLength: 1, maxLength: 5 },
      ),
    )
    .map(([request, changes]) => ({ bytes: damage(serialize(request), changes) }));

  return fc.oneof(
    { weight: 5, arbitrary: visit },
    { weight: 3, arbitrary: submit },
    { weight: 3, arbitrary: call },
    { weight: 1, arbitrary: bytes },
  );
}

/** Generates valid values of headers: Latin-1 without control characters. */
const headerText = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 60,
});

function headersFor(person: () => Person): fc.Arbitrary<Record<string, string>> {
  const some = (values: readonly string[]) =>
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...values) }, headerText);
  const own = fc.constantFrom("nobody", "cookie", "cookie", "token", "token", "both");
  const others = {
    "accept-encoding": some(["gzip", "br", "identity;q=0", "*;q=0", "gzip;q=0.5, br"]),
    accept: some(["text/html", "application/json", "*/*"]),
    "if-none-match": some(["*", 'W/"a"', '"a", "b"']),
    "if-modified-since": some(["Thu, 01 Jan 1970 00:00:00 GMT", "never"]),
    range: some(["bytes=0-1", "bytes=-1", "bytes=9-1", "bytes=0-0,2-3", "lines=1"]),
    origin: some(["null", "https://evil.example", "http://127.0.0.1", "x"]),
    "sec-fetch-site": some(["same-origin", "cross-site"]),
    "x-forwarded-for": some(["1.2.3.4", "::1, 2.3.4.5:99", "unknown"]),
    "x-forwarded-host": some(["evil.example"]),
    "x-http-method-override": some(["DELETE"]),
    expect: fc.constantFrom("100-continue", "tea"),
    "content-type": some([
      FORM,
      JSON_TYPE,
      "multipart/form-data",
      "text/plain",
      "multipart/form-data; boundary=x",
    ]),
    "user-agent": headerText,
  };
  // Only a few each time: with all of them, every request would be refused because of one of them.
  const few = fc
    .subarray(Object.keys(others) as (keyof typeof others)[], { maxLength: 3 })
    .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, others[name]]))));
  return fc.tuple(own, few, headerText).map(([who, rest, junk]) => ({
    ...rest,
    ...(who === "cookie" || who === "both" ? { cookie: person().cookie } : {}),
    ...(who === "token" || who === "both" ? { authorization: `Bearer ${person().token}` } : {}),
    ...(who === "nobody" ? { cookie: junk } : {}),
  }));
}

/** Creates a body with the given fields: as a form, as JSON, or as something that is neither. */
function bodyOf(
  fields: Fields,
  headers: Record<string, string>,
  kind: number,
): Pick<FuzzRequest, "headers" | "body"> {
  const isJson = headers["Content-Type"] === JSON_TYPE;
  const { "content-type": other, ...sent } = headers;
  if (kind === 0)
    return {
      headers: { ...sent, ...(other ? { "Content-Type": other } : {}) },
      body: asForm(fields),
    };
  if (kind === 1)
    return {
      headers: { ...sent, "Content-Type": JSON_TYPE },
      body: Buffer.from("[".repeat(30_000)),
    };
  if (kind === 3) {
    const parts = Object.entries(fields).map(
      ([key, of]) =>
        `--x\r\nContent-Disposition: form-data; name="${encode(key)}"\r\n\r\n${String(of)}\r\n`,
    );
    return {
      headers: { ...sent, "Content-Type": "multipart/form-data; boundary=x" },
      body: Buffer.from(`${parts.join("")}--x--\r\n`),
    };
  }
  if (kind === 2 || isJson) {
    return {
      headers: { ...sent, "Content-Type": JSON_TYPE },
      body: Buffer.from(JSON.stringify(fields)),
    };
  }
  return { headers: { ...sent, "Content-Type": FORM }, body: asForm(fields) };
}

const asForm = (fields: Fields) =>
  Buffer.from(
    Object.entries(fields)
      .map(
        ([key, of]) =>
          `${encode(key)}=${encode(typeof of === "string" ? of : (JSON.stringify(of) ?? ""))}`,
      )
      .join("&"),
  );

/** Serialises a request for a connection that is used only once. */
export function serialize({ method, path, headers, body }: FuzzRequest): Buffer {
  const lines = Object.entries({ Host: "127.0.0.1", Connection: "close", ...headers }).map(
    ([name, of]) => `${name}: ${of}`,
  );
  const length = body ? [`Content-Length: ${body.length}`] : [];
  const head = [`${method} ${path} HTTP/1.1`, ...lines, ...length, "", ""].join("\r\n");
  return Buffer.concat([Buffer.from(head, "latin1"), body ?? Buffer.alloc(0)]);
}

/** Overwrites bytes at some positions, given as fractions of the length. */
function damage(bytes: Buffer, changes: readonly (readonly [number, Uint8Array])[]): Buffer {
  const damaged = Buffer.from(bytes);
  for (const [place, others] of changes)
    damaged.set(
      others.subarray(0, Math.max(0, bytes.length - Math.floor(place * bytes.length))),
      Math.floor(place * bytes.length),
    );
  return damaged;
}
