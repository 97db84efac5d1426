/** The groups of API calls. Each has its own page of the documentation. */
export const apiTags = [
  { name: "Accounts", description: "Sign up, sign in, verify a token and manage your account." },
  {
    name: "Articles",
    description: "The community’s articles with their comments, upvotes and views.",
  },
  { name: "Reviews", description: "Rated reviews of works published elsewhere, by hub." },
  {
    name: "Drafts",
    description: "Texts that you have not posted yet; nobody else can read them.",
  },
  { name: "Saved", description: "What you have saved, with your notes; nobody else can see it." },
  { name: "Notices", description: "What you have been told; only you can read it." },
  {
    name: "Hubs and categories",
    description: "The six hubs of the research room, and the categories of articles.",
  },
  { name: "People", description: "The people who write here, and what they have written." },
  {
    name: "Following",
    description:
      "The people, hubs, categories, assets and threads that you follow; nobody else sees them.",
  },
  {
    name: "Moderation",
    description: "Flags, decisions of moderators and appeals, and the public log of all decisions.",
  },
  {
    name: "Recommendations",
    description: "The recommendations of the two engines. Not investment advice.",
  },
  { name: "Whitepaper", description: "The organisation’s whitepaper, as HTML and as a PDF." },
  { name: "About the API", description: "This documentation in a machine-readable form." },
] as const;

export type ApiTag = (typeof apiTags)[number]["name"];

export const apiTagSlug = (tag: ApiTag): string => tag.toLowerCase().replaceAll(" ", "-");

/** @returns the path of the page that documents a tag's calls; paths below `/api` are calls */
export const apiTagPath = (tag: ApiTag): string => `/api-docs/${apiTagSlug(tag)}`;
