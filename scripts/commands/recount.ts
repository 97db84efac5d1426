/**
 * `npm run recount`: sets all counts right, and notes the words of what cannot be searched yet.
 */
import { environment } from "~/config/env.server";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { recount } from "~/services/jobs/recount.server";
import { indexMissingWords } from "~/services/search/index-words.server";

await startDatabase(environment());
try {
  const { articles, reviews, corrected } = await recount();
  console.log(
    `${articles} articles and ${reviews} reviews looked at, ${corrected} counts put right`,
  );
  const filled = await indexMissingWords();
  if (filled) console.log(`${filled} documents can now be found by their words`);
} finally {
  await closeDatabase();
}
