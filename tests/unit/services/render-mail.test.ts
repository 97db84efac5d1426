import { describe, expect, test } from "vitest";
import { passkeyAddedMail, passkeyRemovedMail, tokenMadeMail } from "~/services/accounts/mails";
import { foreignText, named, renderMail } from "~/services/mail/render-mail";

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

describe("a text by somebody else", () => {
  test.each([
    ["What’s next? 5.5% yields, R² = 0.9", "What’s next? 5.5% yields, R² = 0.9"],
    ["Read evil.example now", "Read evil. example now"],
    ["https://evil.example/a", "https : //evil. example/a"],
    ["evil。example．com․org", "evil。 example． com․ org"],
    ["ask me@evil.example, @Mara", "ask me @ evil. example, @Mara"],
    ["two\r\nlines\u2028and\u0000more", "two lines and more"],
    ["a\u202eb\u2066c\u200bd", "abcd"],
    ["שוק ההון", "\u2068שוק ההון\u2069"],
    [" 👩‍👩‍👧 ", "👩‍👩‍👧"],
  ])("%j is shown as %j", (text, shown) => {
    expect(foreignText(text)).toBe(shown);
  });

  test("is cut to a length", () => {
    expect(foreignText(`${"long ".repeat(50)}end`)).toHaveLength(120);
    expect(foreignText("three words here", 11)).toBe("three words…");
  });
});

test("a mail with sections reads well as text, and has the same as HTML", () => {
  const content = {
    subject: "2 answers",
    before: ["This is new."],
    sections: [
      {
        title: "Answers",
        items: [
          { label: "Walt answered <you> & “Rates”", path: "/article/1#comment-2", detail: "Yes." },
          { label: "Ida named you", path: "/article/3" },
        ],
        more: { label: "And 3 more", path: "/notices" },
      },
      { title: "Open votes", items: [{ label: "Nils applied", path: "/partner" }] },
    ],
    foot: {
      lines: ["Replies to this mail are not read."],
      links: [{ label: "No more of these", path: "/unsubscribe/x.digest" }],
      exact: { about: "A head:", text: "site.example/ledger\n12\n\n— site.example/ledger AbC+/=" },
    },
  };
  const { text, html } = renderMail(content, { name: "Mara", origin: "https://a.example" });
  expect(text).toBe(`Hello Mara,

This is new.

Answers
-------

* Walt answered <you> & “Rates”
  Yes.
  https://a.example/article/1#comment-2

* Ida named you
  https://a.example/article/3

And 3 more:
https://a.example/notices

Open votes
----------

* Nils applied
  https://a.example/partner

-- 
Quorum
https://a.example

Replies to this mail are not read.

No more of these:
https://a.example/unsubscribe/x.digest

A head:

site.example/ledger
12

— site.example/ledger AbC+/=
`);
  expect(html).toContain(
    '<a href="https://a.example/article/1#comment-2">Walt answered &lt;you&gt; &amp; “Rates”</a>',
  );
  for (const part of ["Yes.", "And 3 more", "Open votes", "No more of these", "\n12\n"]) {
    expect(html).toContain(part);
  }
});
