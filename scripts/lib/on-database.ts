/** What a command does on the site's database, which it opens for itself and closes again. */
import { environment } from "~/config/env.server";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { ServiceError } from "~/services/errors";

/**
 * Does it and prints what came of it. What is refused is said in words, with what caused it, and the
 * command then ends with 1; any other failure is thrown.
 *
 * @param act gives what is to be printed
 */
export async function actOnDatabase(act: () => Promise<string>): Promise<void> {
  await startDatabase(environment());
  try {
    console.log(await act());
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { message, cause } = error;
    console.error(cause instanceof Error ? `${message}: ${cause.message}` : message);
    process.exitCode = 1;
  } finally {
    await closeDatabase();
  }
}
