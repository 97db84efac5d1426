import { Link, useLoaderData, type MetaFunction } from "@remix-run/react";
import { notes } from "../notes.server";

export const meta: MetaFunction = () => [
  { title: "Notes" },
  { name: "description", content: "The twenty newest research notes." },
];

export const loader = () => ({ notes });

export default function NoteList() {
  const { notes } = useLoaderData<typeof loader>();
  return (
    <main>
      <h1>Newest notes</h1>
      {notes.map(({ slug, title, summary, author, publishedAt, token, tags, ...counts }) => (
        <article className="card" key={slug}>
          <h2>
            <Link to={`/articles/${slug}`}>{title}</Link>
          </h2>
          <p className="about">
            By <Link to={`/articles/${slug}#${author.handle}`}>{author.name}</Link> ·{" "}
            <time dateTime={publishedAt}>{publishedAt.slice(0, 10)}</time> · {counts.minutes} min
            read · {token}
          </p>
          <p>{summary}</p>
          <ul className="tags">
            {tags.map((tag) => (
              <li key={tag}>{tag}</li>
            ))}
          </ul>
          <p className="about">
            <button type="button" aria-label={`Upvote ${title}`}>
              ▲ {counts.upvotes}
            </button>{" "}
            <span>{counts.comments} comments</span>
          </p>
        </article>
      ))}
    </main>
  );
}
