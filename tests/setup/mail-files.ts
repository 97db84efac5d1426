/** Reads the mails of a site without an SMTP server, which writes them to files. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { vi } from "vitest";
import { linkIn } from "./mail-server";

/** Waits for a mail to an address that contains a text. @returns the newest such mail, with its headers */
export async function mailedText(
  { dataDir }: { dataDir: string },
  email: string,
  part: string,
): Promise<string> {
  const outbox = join(dataDir, "outbox");
  const find = async () => {
    const names = (await readdir(outbox).catch(() => [])).toSorted();
    const texts = await Promise.all(names.map((name) => readFile(join(outbox, name), "utf8")));
    return texts
      .map((text) => text.replace(/=\n/g, ""))
      .findLast((text) => text.includes(`To: ${email}`) && text.includes(part));
  };
  return vi.waitUntil(find, { timeout: 90_000 });
}

/** Waits for a mail to an address with a link to a path. @returns the link in the newest such mail */
export const mailedLink = async (
  site: { dataDir: string },
  email: string,
  path: string,
): Promise<string> => linkIn({ text: await mailedText(site, email, path) }, path);
