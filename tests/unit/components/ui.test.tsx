import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Button } from "~/components/ui/button";
import { InputField, RadioFieldset, TextareaField } from "~/components/ui/field";
import { LinkedText } from "~/components/ui/linked-text";

const html = (element: ReactElement) => renderToStaticMarkup(element);
const words = (element: ReactElement) => html(element).replace(/<[^>]+>/g, "");

describe("a field", () => {
  test("is associated with its label, its hint and its errors", () => {
    const markup = html(
      <InputField
        label="Link"
        hint="Where it can be read"
        errors={["Please enter a valid URL."]}
        id="url"
        name="url"
        type="url"
      />,
    );
    expect(markup).toContain('<label for="url"');
    expect(markup).toContain('aria-describedby="url-hint url-error"');
    expect(markup).toContain('aria-invalid="true"');
    expect(markup).toMatch(/id="url-hint"[^>]*>Where it can be read/);
    expect(markup).toMatch(/id="url-error"[^>]*>.*Please enter a valid URL\./);
  });

  test("with radio buttons is described by its errors", () => {
    const markup = (errors?: string[]) =>
      html(
        <RadioFieldset legend="Rating" field={{ errors, errorId: "rating-error" } as never}>
          {null}
        </RadioFieldset>,
      );
    const refused = markup(["Required"]);
    expect(refused).toContain('<fieldset aria-describedby="rating-error" aria-invalid="true"');
    expect(refused).toMatch(/id="rating-error"[^>]*>.*Required/);
    expect(markup()).not.toContain("aria-");
  });

  test("counts an emoji as one character, as the server does", () => {
    const counted = (defaultValue: string) =>
      words(<TextareaField label="Summary" limit={200} id="s" defaultValue={defaultValue} />);
    expect(counted("😀".repeat(150))).toContain("150/200");
    expect(counted("😀".repeat(200))).not.toContain("too long");
    expect(counted("😀".repeat(201))).toContain("201/200 characters: too long");
  });

  test("is described by its counter, which says in words that the text is too long", () => {
    const field = (defaultValue: string) =>
      html(<TextareaField label="Note" limit={3} id="note" defaultValue={defaultValue} />);
    expect(field("four")).toContain('aria-describedby="note-counter"');
    expect(field("four")).toMatch(/id="note-counter"[^>]*>4\/3.*characters: too long/);
    expect(field("two")).not.toContain("too long");
  });
});

describe("a button", () => {
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
});

describe("plain text", () => {
  test("has its addresses linked, and everything else escaped", () => {
    const markup = html(<LinkedText text={"See https://a.example/b?c=1.\n<b>bold</b>"} />);
    expect(markup).toContain('href="https://a.example/b?c=1" rel="ugc nofollow noopener"');
    expect(markup).toContain("</a>.\n&lt;b&gt;bold&lt;/b&gt;");
  });

  test.each(["javascript:alert(1)", "//a.example"])("%s stays text", (text) => {
    expect(html(<LinkedText text={text} />)).not.toContain("<a");
  });
});
