import sanitizeHtml from 'sanitize-html'
import { allowedArticleHtmlAttributes, allowedArticleHtmlTags } from '#contract/articleMarks.ts'

export interface SanitisedHtml {
  html: string
  /** The second-level headings, in order; their ids are ours and the same in every language. */
  toc: { id: string; title: string }[]
  /** The text alone, for searching. */
  words: string
}

// Their content is code or markup of another kind, not words to keep.
const dropped = [
  'script',
  'style',
  'textarea',
  'option',
  'noscript',
  'svg',
  'math',
  'iframe',
  'object',
  'embed',
  'template',
  'noembed',
  'noframes',
  'xmp',
  'plaintext',
  'title',
  'select',
  'button',
  'form',
  'audio',
  'video',
  'frameset',
  'applet',
  'base',
  'head',
]

// Never resolvable: only tells whether an address stays on this site.
const here = 'https://here.invalid'

/** Where a link may lead: a page of ours as it is, another site through /outlink, anything else nowhere. */
export function safeContentHref(href: string): { href: string; isOutside: boolean } | undefined {
  const text = href.trim()
  if (text === '') return undefined
  if (/^#[\w-]+$/.test(text)) return { href: text, isOutside: false }
  const url = URL.parse(text, `${here}/`)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  if (url.origin === here) return { href: url.pathname + url.search + url.hash, isOutside: url.pathname === '/outlink' }
  if (url.username || url.password) return undefined
  return { href: `/outlink?url=${encodeURIComponent(url.href)}`, isOutside: true }
}

const span = (value: string | undefined) => (value !== undefined && /^[1-9]\d?$/.test(value) ? value : undefined)

function cell(tagName: string, attribs: Record<string, string>): sanitizeHtml.Tag {
  const colspan = span(attribs['colspan'])
  const rowspan = span(attribs['rowspan'])
  return { tagName, attribs: { ...(colspan && { colspan }), ...(rowspan && { rowspan }) } }
}

const options: sanitizeHtml.IOptions = {
  allowedTags: allowedArticleHtmlTags,
  allowedAttributes: { a: allowedArticleHtmlAttributes.link, td: allowedArticleHtmlAttributes.cell, th: allowedArticleHtmlAttributes.cell },
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: dropped,
  enforceHtmlBoundary: false,
  transformTags: {
    a: (tagName, attribs) => {
      const link = safeContentHref(attribs['href'] ?? '')
      if (!link) return { tagName, attribs: {} }
      return { tagName, attribs: { href: link.href, rel: link.isOutside ? 'noopener noreferrer nofollow' : 'noopener' } }
    },
    td: cell,
    th: cell,
  },
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const toText = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()

/** Keeps an allow-list of plain reading marks, checks every link, numbers the headings. What it gives is safe to show. */
export function sanitiseHtml(raw: string): SanitisedHtml {
  const toc: SanitisedHtml['toc'] = []
  // After cleaning a heading has no attributes and no way to hide a quote, so plain text work is sound here.
  const html = sanitizeHtml(raw, options).replace(/<h2>(.*?)<\/h2>/gs, (_, inner: string) => {
    const id = `section-${toc.length + 1}`
    toc.push({ id, title: toText(inner) })
    return `<h2 id="${id}">${inner}</h2>`
  })
  return { html, toc, words: toText(html) }
}
