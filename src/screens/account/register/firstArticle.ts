/** The help article on where prices come from, by its id. */
export const pricesHelpArticleId = 'how-prices-are-made'
