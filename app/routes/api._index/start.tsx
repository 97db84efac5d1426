import type { ReactNode } from "react";
import { CodeBlock } from "./code";

const JSON_HEADER = "-H 'Content-Type: application/json'";

const signIn = (origin: string) => `TOKEN=$(curl -s '${origin}/api/auth/login' \\
  ${JSON_HEADER} \\
  -d '{"email": "you@example.org", "password": "…"}' |
  sed -n 's/.*"token":"\\([^"]*\\)".*/\\1/p')`;

const post = (origin: string) => `curl '${origin}/api/articles/create' \\
  -H "Authorization: Bearer $TOKEN" \\
  ${JSON_HEADER} \\
  -d '{
    "title": "What the term premium is telling us",
    "summary": "Why long yields rise while policy rates fall.",
    "url": "https://example.org/term-premium"
  }'`;

const page = (origin: string) => `next='${origin}/api/reviews?limit=20'
while [ -n "$next" ]; do
  curl -s -D headers.txt "$next"
  next=$(sed -n 's/^[Ll]ink: <\\(.*\\)>; rel="next".*/\\1/p' headers.txt)
done`;

/** Three steps with curl, from no token to every review there is. */
export const Start = ({ origin }: { origin: string }) => (
  <ol className="grid grid-cols-1 gap-8">
    <Step number={1} title="Sign in, and keep the token" code={signIn(origin)}>
      An account is made here like on the page, or by a call of its own. The token is good for 30
      days from its last use.
    </Step>
    <Step number={2} title="Post an article" code={post(origin)}>
      What comes back is the article as it now stands. Posting the same link again is a 409 with the{" "}
      id of the article that has it.
    </Step>
    <Step number={3} title="Page through the reviews" code={page(origin)}>
      Reading needs no token. Each page says in its <span className="font-mono text-sm">Link</span>{" "}
      header where the next one is; the last says nothing.
    </Step>
  </ol>
);

interface StepProps {
  number: number;
  title: string;
  code: string;
  children: ReactNode;
}

const Step = ({ number, title, code, children }: StepProps) => (
  <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2">
    <span aria-hidden="true" className="font-display text-xl text-muted tabular-nums">
      {number}
    </span>
    <div className="min-w-0">
      <h3 className="font-display text-xl font-medium">{title}</h3>
      <p className="mt-1 mb-3 text-pretty">{children}</p>
      <CodeBlock label={title}>{code}</CodeBlock>
    </div>
  </li>
);
