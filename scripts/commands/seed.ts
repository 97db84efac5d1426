/** `npm run seed`: adds the demonstration community to the configured database. */
import { seedDemo } from "~/services/demo/demo.server";
import { withDatabase, type Command } from "../lib/command";

export const run: Command = (context) =>
  withDatabase(context, async () => {
    const accounts = await seedDemo();
    context.print("The database holds the demonstration community now. Sign in as:");
    for (const { name, email, password } of accounts) {
      context.print(`  ${email}  ${password}  (${name})`);
    }
    return 0;
  });
