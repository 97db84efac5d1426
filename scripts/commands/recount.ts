/** `npm run recount`: sets all counts right from the rows they follow. */
import { environment } from "~/config/env.server";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { recount } from "~/services/recount.server";

await startDatabase(environment());
try {
  const { articles, reviews, corrected } = await recount();
  console.log(
    `${articles} articles and ${reviews} reviews looked at, ${corrected} counts put right`,
  );
} finally {
  await closeDatabase();
}
