/** `npm run events`: lists events such as sign-ins, rate limits and deletions, newest first. */
import { findAccount } from "~/models/user.server";
import { listEvents, type EventFilter } from "~/models/event.server";
import { eventKindNames, type EventKind } from "~/schemas/events";
import { ServiceError } from "~/services/errors";
import { printFromDatabase, type Command } from "../lib/command";

const LIMIT = 100;
const MAX_LIMIT = 1_000;

const USAGE = `Usage:
  npm run events                    the newest ${LIMIT} events
  npm run events -- --kind KIND     events of one kind
  npm run events -- --user ID       events of one account, given by its id or its email address
  npm run events -- --limit N       the newest N events, at most ${MAX_LIMIT}
  npm run events -- --before ID     the next page: the last line of a page prints the ID
The options can be combined. Kinds: ${eventKindNames.join(", ")}.`;

interface Asked {
  filter: EventFilter;
  limit: number;
}

const isId = (value: string) => /^[0-9a-f]{24}$/.test(value);

/** @returns the filter and limit of the command line, or `null` if it is invalid */
function parse(args: readonly string[]): Asked | null {
  const asked: Asked = { filter: {}, limit: LIMIT };
  for (let i = 0; i < args.length; i += 2) {
    const [name, value = ""] = args.slice(i, i + 2);
    if (name === "--kind" && eventKindNames.includes(value as EventKind)) {
      asked.filter.kind = value as EventKind;
    } else if (name === "--user" && (isId(value) || value.includes("@"))) {
      asked.filter.user = value;
    } else if (name === "--before" && isId(value)) {
      asked.filter.before = value;
    } else if (name === "--limit" && /^[1-9]\d{0,3}$/.test(value) && Number(value) <= MAX_LIMIT) {
      asked.limit = Number(value);
    } else return null;
  }
  return asked;
}

/** @throws ServiceError `notFound` for an email address that no account has */
async function userId(idOrEmail: string): Promise<string> {
  if (isId(idOrEmail)) return idOrEmail;
  const account = await findAccount(idOrEmail.trim().toLowerCase());
  if (!account) throw new ServiceError("notFound", `User ${idOrEmail} not found`);
  return account.id;
}

async function list({ filter, limit }: Asked): Promise<string> {
  const user = filter.user && (await userId(filter.user));
  const events = await listEvents({ ...filter, ...(user && { user }) }, limit);
  if (!events.length) return "There are no such events.";
  const lines = events.map(({ at, kind, count, user, address, requestId, details }) =>
    [
      at.toISOString(),
      count > 1 ? `${kind} ×${count}` : kind,
      user ? `user=${user}` : "",
      address ? `from=${address}` : "",
      requestId ? `request=${requestId}` : "",
      Object.keys(details).length ? JSON.stringify(details) : "",
    ]
      .filter(Boolean)
      .join("  "),
  );
  const last = events.at(-1)!.id;
  if (events.length === limit) lines.push(`Earlier events: --before ${last}`);
  return lines.join("\n");
}

export const run: Command = async (context) => {
  const asked = parse(context.args);
  if (asked) return printFromDatabase(context, () => list(asked));
  context.printError(USAGE);
  return 2;
};
