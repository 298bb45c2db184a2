import type { Config } from 'dompurify'
import { allowedArticleHtmlAttributes, allowedArticleHtmlTags } from '#contract/articleMarks.ts'

export type CleanArticleHtml = string | TrustedHTML

// Nothing arrives here that the server did not clean already; the ids of headings are its own.
const allowed: Config = {
  ALLOWED_TAGS: [...allowedArticleHtmlTags, '#text'],
  ALLOWED_ATTR: [...allowedArticleHtmlAttributes.link, ...allowedArticleHtmlAttributes.cell, 'id'],
  ALLOWED_URI_REGEXP: /^(?:[#/](?![/\\]))/,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
}

interface CleanArticle {
  /** The text before it was cleaned. */
  of: string
  clean: CleanArticleHtml
}

let newest: CleanArticle | undefined

/** The text of an article that was cleaned last, so that whoever cleaned it before it is shown need not wait. */
export const findLastCleanedArticle = (html: string): CleanArticle | undefined => (newest?.of === html ? newest : undefined)

/** Cleans once more in the page. The cleaner arrives only with the first article. */
export async function cleanArticleHtml(html: string): Promise<CleanArticleHtml> {
  const { default: cleaner } = await import('dompurify')
  const clean =
    'trustedTypes' in window ? cleaner.sanitize(html, { ...allowed, RETURN_TRUSTED_TYPE: true }) : cleaner.sanitize(html, allowed)
  newest = { of: html, clean }
  return clean
}

/**
 * Takes this text as clean and cleans nothing: for a page drawn at the build, where a slot stands that only the server's own text fills
 * (src/fillablePages.ts).
 */
export const trustArticleHtmlAsClean = (html: string): void => void (newest = { of: html, clean: html })
