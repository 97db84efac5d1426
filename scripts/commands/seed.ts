/** `npm run seed`: adds the demonstration community to the database as it is. */
import { environment } from "~/config/env.server";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { seedDemo } from "~/services/demo/demo.server";

await startDatabase(environment());
try {
  const accounts = await seedDemo();
  console.log("The demonstration community is there. Sign in as:");
  for (const { name, email, password } of accounts)
    console.log(`  ${email}  ${password}  (${name})`);
} finally {
  await closeDatabase();
}
