import { describe, expect, test } from "vitest";
import { tokenMadeMail } from "~/services/accounts/account-mails";
import { noticeMail } from "~/services/accounts/account-notices";
import { named, renderMail } from "~/services/mail/render-mail";

describe("a name that a user has given", () => {
  test.each([
    ["My phone", " named “My phone”"],
    ["दूसरा फ़ोन", " named “दूसरा फ़ोन”"],
    ["https://evil.example/a?b=c", " named “https evil example a b c”"],
    ["evil。example．com․org", " named “evil example com org”"],
    ["evil\u200b.\u202eexample", " named “evil example”"],
    ["a” by us. Call “b", " named “a by us Call b”"],
    ["[x](//evil.example) <b>", " named “x evil example b”"],
    ["⒈⒈ ℡ ★", ""],
  ])("%j is shown as %j", (name, shown) => {
    expect(named(name)).toBe(shown);
  });

  test("is shown so in every mail", () => {
    const name = "see http://evil.example now";
    const url = "https://site.example/forgot";
    const mails = [
      tokenMadeMail({ name: "Mara", token: name, url }),
      ...(["passkeyAdded", "passkeyRemoved"] as const).map((kind) =>
        noticeMail({ kind, passkey: name }, { name: "Mara", url }),
      ),
    ];
    for (const mail of mails) {
      const { subject, text, html } = renderMail(mail, "https://site.example");
      expect(text).toContain("see http evil example now");
      expect(subject + text + html).not.toContain("evil.example");
    }
  });
});
