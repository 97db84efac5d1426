/** Reads the mails of a site without an SMTP server, which writes them to files. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { linkIn } from "./mail-server";

/** Waits for a mail to an address with a link to a path. @returns the link in the newest such mail */
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
