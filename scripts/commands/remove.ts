/** `npm run remove`: removes an article, a review or a comment, with everything that depends on it. */
import { ServiceError } from "~/services/errors";
import { removableContent, type RemovableKind } from "~/services/articles/removal.server";
import { askToConfirm, NOT_CONFIRMED } from "../lib/confirm.mjs";
import { printFromDatabase, type Command } from "../lib/command";

const USAGE = `Usage:
  npm run remove -- article ID    with its comments, upvotes and views
  npm run remove -- review ID
  npm run remove -- comment ID
Asks for confirmation, unless --yes is at the end. The ID of an article is in the address of its page,
that of a comment follows #comment- there, and GET /api/reviews returns those of reviews.`;

export const run: Command = async (context) => {
  const isConfirmed = context.args.at(-1) === "--yes";
  const [kind = "", id = "", ...rest] = isConfirmed ? context.args.slice(0, -1) : context.args;
  if (!Object.hasOwn(removableContent, kind) || !/^[0-9a-f]{24}$/i.test(id) || rest.length) {
    context.printError(USAGE);
    return 2;
  }
  return printFromDatabase(context, async () => {
    const { describe, remove } = removableContent[kind as RemovableKind];
    const key = id.toLowerCase();
    // After an interrupted removal the item itself is gone, but related data may be left.
    context.print(
      (await describe(key)) ?? `There is no ${kind} ${key}; looking for data that it left behind`,
    );
    if (!(await askToConfirm(isConfirmed, kind))) throw new ServiceError("invalid", NOT_CONFIRMED);
    return `Removed ${await remove(key)}`;
  });
};
