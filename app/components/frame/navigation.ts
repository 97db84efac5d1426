export const navigation = [
  { to: "/research", label: "Research" },
  { to: "/community", label: "Community" },
  { to: "/momentum", label: "Momentum" },
  { to: "/sentiment", label: "Sentiment" },
  { to: "/investmentclub", label: "Club" },
] as const;
