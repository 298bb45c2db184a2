// The drawings that replies name: one file for each family, a view of it for each member. Drawn by server/build/marks.ts; a member that the
// file does not know shows the family's first view.

/** The disc of a currency: an address on this server, 24 × 24. */
export const coinIconUrl = (currency: string): string => `/icons/coins.svg#${currency}`

/** What a kind of earn product is known by: 24 × 24. */
export const earnProductIconUrl = (type: number): string => `/icons/products.svg#p${type}`

/** The drawing of a category of help or news: 24 × 24. */
export const articleCategoryIconUrl = (category: string): string => `/icons/covers.svg#${category}`
