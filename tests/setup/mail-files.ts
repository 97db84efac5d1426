/** Mails of a site without an SMTP server, which writes them into files. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { linkIn } from "./mail-server";

/** @returns the link in the newest mail to an address that leads to a path, once there is one */
export async function mailedLink(
  { dataDir }: { dataDir: string },
  email: string,
  path: string,
): Promise<string> {
  const outbox = join(dataDir, "outbox");
  const find = async () => {
    const names = await readdir(outbox).catch(() => []);
    for (const name of names.sort().reverse()) {
      const text = (await readFile(join(outbox, name), "utf8")).replace(/=\n/g, "");
      if (text.includes(`To: ${email}`) && text.includes(path)) {
        return linkIn({ from: "", to: [], text }, path);
      }
    }
    return null;
  };
  await expect.poll(find).not.toBeNull();
  return (await find())!;
}
