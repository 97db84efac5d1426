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
  <code className="rounded-sm bg-sunken px-1 py-px font-mono text-[0.875em] break-words">
    {children}
  </code>
);

interface CodeBlockProps {
  /** Accessible name. */
  label: string;
  children: string;
}

/** Scrolls if wider than the screen, also by keyboard. */
export const CodeBlock = ({ label, children }: CodeBlockProps) => (
  <pre
    role="group"
    aria-label={label}
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    tabIndex={0}
    className="max-h-[32rem] overflow-auto rounded border border-line bg-raised p-4 font-mono text-sm leading-relaxed print:max-h-none print:whitespace-pre-wrap"
  >
    <code>{children}</code>
  </pre>
);
