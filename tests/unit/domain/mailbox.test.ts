import { expect, test } from "vitest";
import { mailboxOf } from "~/domain/mailbox";

test.each([
  ["mara@example.org", "mara@example.org"],
  ["mara+a@example.org", "mara@example.org"],
  ["mara+a+b@example.org", "mara@example.org"],
  ["+mara@example.org", "+mara@example.org"],
  ["m.a.r.a@gmail.com", "mara@gmail.com"],
  ["m.ara+x.y@googlemail.com", "mara@gmail.com"],
  ["m.ara@mail.gmail.com", "m.ara@mail.gmail.com"],
])("the mailbox of %s is %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
