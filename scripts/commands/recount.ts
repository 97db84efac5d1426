/** `npm run recount`: sets the counts of all articles right from the rows they follow. */
import { environment } from "~/config/env.server";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { recountArticles } from "~/services/recount.server";

await startDatabase(environment());
try {
  const { articles, corrected } = await recountArticles();
  console.log(`${articles} articles looked at, ${corrected} put right`);
} finally {
  await closeDatabase();
}
