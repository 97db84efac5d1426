import { describe, expect, test } from "vitest";
import { passkeyAddedMail, passkeyRemovedMail, tokenMadeMail } from "~/services/accounts/mails";
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
    for (const mail of [tokenMadeMail, passkeyAddedMail, passkeyRemovedMail]) {
      const { subject, text, html } = renderMail(mail(name), {
        name: "Mara",
        origin: "https://site.example",
      });
      expect(text).toContain("see http evil example now");
      expect(subject + text + html).not.toContain("evil.example");
    }
  });
});
