/** The marks that an article may hold: the server stores no others, and the page shows no others. */
export const allowedArticleHtmlTags = [
  'h2',
  'h3',
  'p',
  'ul',
  'ol',
  'li',
  'strong',
  'em',
  'blockquote',
  'code',
  'a',
  'br',
  'sup',
  'sub',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
]

/** What a link keeps, and what a cell of a table keeps. A heading keeps nothing: its id is ours. */
export const allowedArticleHtmlAttributes = { link: ['href', 'rel'], cell: ['colspan', 'rowspan'] }
