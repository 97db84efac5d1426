import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const DIRECTORY = new URL("../app/models/", import.meta.url);

/** Makes every model known, so that opening the database makes the indexes of all of them. */
export async function registerModels(): Promise<void> {
  const names = await readdir(fileURLToPath(DIRECTORY));
  const models = names.filter((name) => name.endsWith(".server.ts"));
  await Promise.all(models.map((name) => import(new URL(name, DIRECTORY).href)));
}
