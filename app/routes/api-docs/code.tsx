/** Inline code and code blocks. */

/** Renders text in backticks as code, as Markdown does. */
export const WithCode = ({ text }: { text: string }) => (
  <>
    {text
      .split("`")
      .map((part, index) => (index % 2 === 0 ? part : <Code key={index}>{part}</Code>))}
  </>
);

export const Code = ({ children }: { children: string }) => (
  <code className="inline-code">{children}</code>
);

interface CodeBlockProps {
  /** Accessible name. */
  label: string;
  children: string;
}

/** A code block. It scrolls, also by keyboard, if it is wider than the screen. */
export const CodeBlock = ({ label, children }: CodeBlockProps) => (
  <pre
    role="group"
    aria-label={label}
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    tabIndex={0}
    className="code-block"
  >
    <code>{children}</code>
  </pre>
);
