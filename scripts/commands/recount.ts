/**
 * `npm run recount`: sets all counts right, and notes the words of what cannot be searched yet.
 */
import { recount } from "~/services/jobs/recount.server";
import { indexMissingWords } from "~/services/search/index-words.server";
import { withDatabase, type Command } from "../lib/command";

export const run: Command = (context) =>
  withDatabase(context, async () => {
    const { articles, reviews, corrected } = await recount();
    context.print(
      `${articles} articles and ${reviews} reviews looked at, ${corrected} counts put right`,
    );
    const filled = await indexMissingWords();
    if (filled) context.print(`${filled} documents can now be found by their words`);
    return 0;
  });
