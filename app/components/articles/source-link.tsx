/** Links to the external work in a new tab, marked as user-generated. */
export const SourceLink = ({ article }: { article: { url: string; title: string } }) => (
  <a href={article.url} target="_blank" rel="ugc nofollow noopener" className="link source-link">
    View Source
    <span dir="auto" className="sr-only">{`of ${article.title} (opens in a new tab)`}</span>
  </a>
);
