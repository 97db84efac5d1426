/** People of each role, and how they try acts: what is refused must have stored nothing. */
import { Types } from "mongoose";
import { setRole, setSuspension } from "~/models/user-role.server";
import { findUser } from "~/models/user.server";
import { call } from "./api";
import { collection } from "./database";
import { addSignedIn, type SignedIn } from "./people";
import { ask, type Handler } from "./routes";

export const roleNames = [
  ...["visitor", "unproven", "newcomer", "account", "suspended", "member"],
  ...["moderator", "suspended moderator", "administrator"],
] as const;
export type RoleName = (typeof roleNames)[number];
export type Refusal = "unauthenticated" | "forbidden" | "notFound";
const refusals: Record<number, Refusal> = {
  401: "unauthenticated",
  403: "forbidden",
  404: "notFound",
};

export async function addRole(name: RoleName): Promise<SignedIn | null> {
  if (name === "visitor") return null;
  const person = await addSignedIn({
    ...(name === "newcomer" && { createdAt: new Date() }),
    hasUnprovenEmail: name === "unproven" ? true : undefined,
    isMember: name === "member",
  });
  const { id } = person.viewer;
  if (name.endsWith("moderator")) await setRole(id, "moderator");
  if (name === "administrator") await setRole(id, "administrator");
  if (name.startsWith("suspended")) await suspend(id);
  return { ...person, viewer: (await findUser(id))! };
}

export const suspend = (id: string) =>
  setSuspension(id, { until: null, decisionId: new Types.ObjectId().toHexString() });

/** Tries an act. @returns `allowed`, the kind of its refusal, or what else it has answered */
export type Act = () => Promise<string>;
/** The ways of an act: by call, by form, by page. */
export type Ways = Record<string, Act>;

const answerOf = (status: number, location: string | null = null): string => {
  if (location?.startsWith("/login")) return "unauthenticated";
  return refusals[status] ?? (status < 400 ? "allowed" : `status ${status}`);
};

export const byCall =
  (who: SignedIn | null, path: string, body?: object, method?: string): Act =>
  async () =>
    answerOf((await call(path, { token: who?.token, body, method })).status);

export const byPage =
  (who: SignedIn | null, loader: Handler, path: string, params = {}): Act =>
  async () => {
    const { status, location } = await ask(loader, path, { params, cookie: who?.cookie });
    return answerOf(status, location);
  };

let formKey = 0;
export const byForm =
  (
    who: SignedIn | null,
    action: Handler,
    path: string,
    params: Record<string, string>,
    fields: Record<string, string>,
  ): Act =>
  async () => {
    const key = String((formKey += 1)).padStart(32, "0");
    const body = new URLSearchParams({ ...fields, formKey: key, answer: "data" });
    const { status } = await ask(action, path, { params, cookie: who?.cookie, body });
    return answerOf(status);
  };

/** What refused acts must not change. */
const STORED = [
  ...[
    "articles",
    "comments",
    "reviews",
    "revisions",
    "hidden-texts",
    "sessions",
    "setting-changes",
  ],
  ...["flags", "moderation-cases", "moderation-decisions", "moderation-log", "notices", "mails"],
  ...["blocked-domains", "job-runs", "account-links", "users"],
];
const MARKS = ["role", "suspension", "limitedUntil", "isAnonymousModerator"];
async function snapshot(): Promise<string> {
  const count = (name: string, filter = {}) => collection(name).countDocuments(filter);
  const decided = [
    { appeal: { $exists: true } },
    { undone: { $exists: true } },
    { toUndo: { $exists: true } },
  ];
  const counts = await Promise.all([
    ...STORED.map((name) => count(name)),
    ...MARKS.map((field) => count("users", { [field]: { $exists: true } })),
    ...decided.map((filter) => count("moderation-decisions", filter)),
    count("moderation-decisions", { "appeal.outcome": { $exists: true } }),
    count("users", { isMember: true }),
  ]);
  return counts.join();
}

interface Cell {
  name: string;
  expected: Refusal | null;
  /** Makes what the act is about, and its ways. */
  make: () => Promise<Ways>;
}

/** Works on twelve items at a time, which is faster: the database stores simultaneous writes together. */
async function workOnAll<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  const workOn = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: 12 }, workOn));
}

/**
 * Tries all ways of all cells: the refused ones first, on what they share, then each allowed one on something fresh.
 * @returns where the answer is another than expected, and the number of tries
 */
export async function tryOut(cells: readonly Cell[]): Promise<{ faults: string[]; tries: number }> {
  const faults: string[] = [];
  let tries = 0;
  const tryOne = async ({ name, expected }: Cell, way: string, act: Act) => {
    tries += 1;
    const answer = await act();
    const wanted = expected ?? "allowed";
    if (answer !== wanted) faults.push(`${name} by ${way}: ${answer}, not ${wanted}`);
  };
  const refused: [Cell, Ways][] = [];
  const isRefused = ({ expected }: Cell) => expected !== null;
  await workOnAll(cells.filter(isRefused), async (cell) => refused.push([cell, await cell.make()]));
  const before = await snapshot();
  await workOnAll(refused, async ([cell, ways]) => {
    for (const [way, act] of Object.entries(ways)) await tryOne(cell, way, act);
  });
  const after = await snapshot();
  if (after !== before) faults.push(`Something refused was stored: ${before} → ${after}`);
  await workOnAll(
    cells.filter((cell) => !isRefused(cell)),
    async (cell) => {
      let ways: Ways | null = await cell.make();
      for (const way of Object.keys(ways)) {
        ways ??= await cell.make();
        await tryOne(cell, way, ways[way]!);
        ways = null;
      }
    },
  );
  return { faults, tries };
}
