/** The help article on where prices come from, by its id. */
export const pricesArticle = 'how-prices-are-made'
