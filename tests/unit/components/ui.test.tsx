import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { CharacterCounter } from "~/components/ui/character-counter";
import { DateTime } from "~/components/ui/date-time";
import { InputField, SelectField, TextareaField } from "~/components/ui/field";
import { FormAlert } from "~/components/ui/form-alert";
import { LinkedText } from "~/components/ui/linked-text";
import { hueOf } from "~/components/ui/topic-colors";

const html = (element: ReactElement) => renderToStaticMarkup(element);
const words = (element: ReactElement) => html(element).replace(/<[^>]+>/g, "");

describe("a field", () => {
  test("is associated with its label, its hint and its errors", () => {
    const markup = html(
      <InputField
        label="Link"
        hint="Where it can be read"
        errors={["Please enter a valid URL."]}
        input={{ id: "url", name: "url", type: "url" }}
      />,
    );
    expect(markup).toContain('<label for="url"');
    expect(markup).toContain('aria-describedby="url-hint url-error"');
    expect(markup).toContain('aria-invalid="true"');
    expect(markup).toMatch(/id="url-hint"[^>]*>Where it can be read/);
    expect(markup).toMatch(/id="url-error"[^>]*>.*Please enter a valid URL\./);
  });

  test("without errors is not marked as invalid", () => {
    const markup = html(<InputField label="Link" input={{ id: "url", "aria-invalid": true }} />);
    expect(markup).not.toContain("aria-invalid=");
    expect(markup).not.toContain("aria-describedby");
  });

  test("keeps a given description, without duplicate ids", () => {
    const markup = html(
      <TextareaField
        label="Note"
        errors="Required"
        textarea={{ id: "note", "aria-describedby": "rules note-error" }}
      />,
    );
    expect(markup).toContain('aria-describedby="rules note-error"');
  });

  test("accepts the props that a form library spreads, including the key", () => {
    const input = { key: "k1", id: "title", name: "title", required: true };
    expect(html(<InputField label="Title" input={input} />)).toContain("required");
  });

  test("offers its options", () => {
    const markup = html(
      <SelectField
        label="Category"
        select={{ id: "c", defaultValue: "b" }}
        options={[
          { value: "a", label: "A" },
          { value: "b", label: "B" },
        ]}
      />,
    );
    expect(markup).toContain('<option value="b" selected="">B</option>');
  });

  test("counts the characters of its initial value", () => {
    const textarea = { id: "summary", defaultValue: "four" };
    expect(words(<TextareaField label="Summary" limit={200} textarea={textarea} />)).toContain(
      "4/200",
    );
    expect(words(<CharacterCounter id="c" htmlFor="x" limit={200} />)).toBe("0/200");
  });

  test("counts an emoji as one character, as the server does", () => {
    const counted = (defaultValue: string) =>
      words(<TextareaField label="Summary" limit={200} textarea={{ id: "s", defaultValue }} />);
    expect(counted("😀".repeat(150))).toContain("150/200");
    expect(counted("😀".repeat(200))).not.toContain("too long");
    expect(counted("😀".repeat(201))).toContain("201/200 characters: too long");
  });

  test("is described by its counter, which says in words that the text is too long", () => {
    const field = (defaultValue: string) =>
      html(<TextareaField label="Note" limit={3} textarea={{ id: "note", defaultValue }} />);
    expect(field("four")).toContain('aria-describedby="note-counter"');
    expect(field("four")).toMatch(/id="note-counter"[^>]*>4\/3.*characters: too long/);
    expect(field("two")).not.toContain("too long");
  });
});

describe("a button", () => {
  test("submits by default, as in HTML", () => {
    expect(html(<Button>Post</Button>)).not.toContain("type=");
    expect(html(<Button type="button">Open</Button>)).toContain('type="button"');
  });

  test("is disabled while pending without losing the focus, and says what it does", () => {
    const markup = html(
      <Button pending pendingLabel="Analyzing...">
        Generate New
      </Button>,
    );
    expect(markup).toContain('aria-disabled="true"');
    expect(markup).toContain('aria-busy="true"');
    expect(markup).not.toContain(" disabled=");
    // Both labels are rendered, one of them invisible, so that the width stays the same.
    expect(markup).toMatch(/invisible[^>]*aria-hidden="true"[^>]*>Generate New/);
    expect(markup).toContain("Analyzing...");
  });

  test("hides its pending label when it is not pending", () => {
    const markup = html(<Button pendingLabel="Analyzing...">Generate New</Button>);
    expect(markup).toMatch(/invisible[^>]*aria-hidden="true"[^>]*>.*Analyzing\.\.\./);
    expect(markup).not.toContain("aria-disabled=");
  });
});

describe("plain text", () => {
  test("has its addresses linked, and everything else escaped", () => {
    const markup = html(<LinkedText text={"See https://a.example/b?c=1.\n<b>bold</b>"} />);
    expect(markup).toContain('href="https://a.example/b?c=1" rel="ugc nofollow noopener"');
    expect(markup).toContain("</a>.\n&lt;b&gt;bold&lt;/b&gt;");
  });

  test.each(["javascript:alert(1)", "a.example", "ftp://a.example", "//a.example"])(
    "%s stays text",
    (text) => {
      expect(html(<LinkedText text={text} />)).not.toContain("<a");
    },
  );

  test("keeps all its text", () => {
    const text = "https://a.example and https://b.example, end";
    expect(words(<LinkedText text={text} />)).toBe(text);
  });
});

describe("a date", () => {
  test("is formatted the same in every time zone", () => {
    const late = "2026-01-31T23:59:00.000Z";
    expect(html(<DateTime value={late} />)).toBe(
      '<time dateTime="2026-01-31T23:59:00.000Z">Jan 31, 2026</time>',
    );
    expect(words(<DateTime value={new Date(late)} withTime />)).toBe("Jan 31, 2026 at 23:59 UTC");
  });
});

test("an alert without a message is not rendered", () => {
  expect(html(<FormAlert>{undefined}</FormAlert>)).toBe("");
  expect(html(<FormAlert>Login failed</FormAlert>)).toMatch(/role="alert".*Login failed/);
});

test("a topic has its colour, and a general or unknown category has none", () => {
  expect(hueOf("macro")).toBe("macro");
  expect(hueOf("governance")).toBe("none");
  expect(hueOf("constructor")).toBe("none");
  expect(html(<Badge hue={hueOf("macro")}>Macro</Badge>)).toContain("bg-macro");
});

test("no component has a style attribute, which the content security policy would block", () => {
  const all = [
    <Button key={1}>x</Button>,
    <Badge key={2}>x</Badge>,
    <TextareaField key={3} label="x" limit={5} errors="x" textarea={{}} />,
    <FormAlert key={4}>x</FormAlert>,
  ];
  expect(all.map(html).join("")).not.toContain("style=");
});
