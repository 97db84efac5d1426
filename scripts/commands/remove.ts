/** `npm run remove`: removes an article, a review or a comment, and what hangs on it. */
import { ServiceError } from "~/services/errors";
import { removableContent, type RemovableKind } from "~/services/moderation/removal.server";
import { isMeant, NOT_MEANT } from "../lib/confirm.mjs";
import { actOnDatabase } from "../lib/on-database";

const USAGE = `Usage:
  npm run remove -- article ID    with its comments, upvotes and views
  npm run remove -- review ID
  npm run remove -- comment ID
Each asks first, unless --yes is at the end. An ID is what stands in the page's address: for a comment
after #comment-, for a review in what GET /api/reviews answers.`;

const args = process.argv.slice(2);
const isSaid = args.at(-1) === "--yes";
const [kind = "", id = "", ...rest] = isSaid ? args.slice(0, -1) : args;

async function remove(kind: RemovableKind, id: string): Promise<string> {
  const { describe, remove } = removableContent[kind];
  // What is left of a removal that was interrupted has nothing to be described by.
  console.log((await describe(id)) ?? `There is no ${kind} ${id}; looking for what is left of it`);
  if (!(await isMeant(isSaid, kind))) throw new ServiceError("invalid", NOT_MEANT);
  return `Removed ${await remove(id)}`;
}

if (!Object.hasOwn(removableContent, kind) || !/^[0-9a-f]{24}$/i.test(id) || rest.length) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  await actOnDatabase(() => remove(kind as RemovableKind, id.toLowerCase()));
}
