import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LanguageCode } from '#contract/calls/account.ts'
import { type Article, content } from '#contract/calls/content.ts'
import { market, type MarketWithPrice } from '#contract/calls/market.ts'
import type { GetCall } from '#contract/call.ts'
import { articleContentsMinHeadings } from '#contract/constants.ts'
import { pageTemplateSlot, type EmbeddedReply, embeddedReplyElementId } from '#contract/embeddedReply.ts'
import { formatAmount, formatSignedPercent } from '#i18n/number.ts'
import { withTimeout } from '../../core/withTimeout.ts'
import { negotiateLanguage } from '../../core/requestLanguage.ts'
import { replyEncodingFor } from '../send.ts'

/** A page that is made of a template: which one, and what stands in its places. */
interface Filling {
  variant: string
  texts: Readonly<Record<string, string>>
  /** Cleaned already when it was stored. */
  html?: string
}

/** The read with whose answer a screen begins. */
interface FilledPage {
  call: GetCall
  /** What it asks, by the page's address; undefined where the page is sent without an answer. */
  params(search: URLSearchParams, lang: LanguageCode): Record<string, string> | undefined
  /** What of the answer stands in the page; undefined where no template fits. */
  fill(result: unknown, search: URLSearchParams, lang: LanguageCode): Filling | undefined
}

const articlePage: FilledPage = {
  call: content.article,
  params: (search, lang) => {
    const id = search.get('id') ?? ''
    return /^[a-z0-9-]{1,60}$/.test(id) ? { id, lang } : undefined
  },
  fill: (result, _, params) => {
    const { kind, lang, title, summary, version, html, toc } = result as Article
    // The bar above says what kind it is; one that is not translated yet is set in its own language.
    if (kind !== 'help' || lang !== params) return undefined
    return { variant: toc.length < articleContentsMinHeadings ? 'text' : 'contents', texts: { title, summary, version }, html }
  },
}

const chartPage: FilledPage = {
  call: market.symbols,
  // Another look of the chart is drawn by the app.
  params: (search) => ([...search].every(([name, value]) => name === 'symbol' || (name === 'period' && value === '15m')) ? {} : undefined),
  fill: (result, search) => {
    const symbol = search.get('symbol') ?? 'BTCUSDT'
    const listed = (result as MarketWithPrice[]).find((market) => market.symbol === symbol)
    const rate = formatSignedPercent(listed?.riseRate)
    const variant = rate.startsWith('+') ? 'rise' : rate.startsWith('−') ? 'fall' : undefined
    if (!listed?.currentPrice || listed.feedMode !== 'SIM' || !listed.tradable.contract || listed.amount !== null || !variant)
      return undefined
    // What is said of a market that ends or of a short day moves what stands below it, and a closed one has its buttons the other way round.
    if (listed.tradingEndsAt !== undefined || listed.since24 !== undefined || !listed.session.open) return undefined
    const { base, quote, priceScale } = listed
    const [price = '', high = '', low = ''] = [listed.currentPrice, listed.high, listed.low].map((value) => formatAmount(value, priceScale))
    return { variant, texts: { symbol, base, quote, price, high, low, rate: rate.slice(1, -1) } }
  },
}

const pages: Readonly<Record<string, FilledPage>> = { '/articleDetail': articlePage, '/kline': chartPage }

/** How long a page waits for what it would say, unless told; without it the app asks for itself. */
const defaultTimeoutMs = 250

export interface PrefilledPageDeps {
  /** The page with places to fill, or undefined: as files.ts finds it. */
  templateAt(path: string): string | undefined
  /** The answer that anybody gets to this read, as it travels; refuses as the call itself does. */
  read(call: GetCall, params: Record<string, string>, lang: LanguageCode, request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  timeoutMs?: number | undefined
}

/**
 * Sends the page of a screen with the answer that it begins with: its words and figures are read before any script has come, and the app takes
 * them over without asking. Gives false where there is none to send, such as an address without a template, an answer that is refused or late.
 */
export async function trySendPrefilledPage(deps: PrefilledPageDeps, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  // Not as an address: what stands there need not be one.
  const [pathname = '', query] = request.url.split(/\?(.*)/s)
  const page = Object.hasOwn(pages, pathname) ? pages[pathname] : undefined
  if (!page) return false
  const searchParams = new URLSearchParams(query)
  const { code, locale } = negotiateLanguage(request.headers)
  const params = page.params(searchParams, code)
  if (!params) return false
  const result = await withTimeout(deps.timeoutMs ?? defaultTimeoutMs, deps.read(page.call, params, code, request, reply)).catch(
    () => undefined,
  )
  const filling = result === undefined ? undefined : page.fill(result, searchParams, code)
  const template = filling && deps.templateAt(`/shells/${locale}${pathname}.${filling.variant}.html`)
  if (!filling || !template) return false
  const search = new URLSearchParams(params).toString()
  const answer: EmbeddedReply = { address: search === '' ? page.call.path : `${page.call.path}?${search}`, lang: code, result }
  const encoding = replyEncodingFor(request)
  if (encoding) reply.header('content-encoding', encoding)
  const body = await packed(filledPage(template, filling, answer), encoding)
  reply
    .type('text/html; charset=utf-8')
    .header('vary', 'accept-encoding, accept-language, cookie')
    .header('cache-control', 'no-cache')
    .send(body)
  return true
}

/** A template with its places filled and the answer at its end. */
function filledPage(template: string, { texts, html }: Filling, answer: EmbeddedReply): string {
  const values = new Map(Object.entries(texts).map(([name, text]) => [pageTemplateSlot(name), escaped(text)]))
  if (html !== undefined) values.set(pageTemplateSlot('html'), html)
  const filled = template.replace(/⟦\w+⟧/g, (place) => values.get(place) ?? '')
  const data = JSON.stringify(answer).replaceAll('<', '\\u003c')
  return filled.replace('</body>', () => `<script type="application/json" id="${embeddedReplyElementId}">${data}</script></body>`)
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? '')

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Made for one visitor at a time, so quickly rather than as small as could be. */
async function packed(page: string, encoding: 'br' | 'gzip' | undefined): Promise<string | Buffer> {
  if (encoding === 'br') return brotli(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  return encoding === 'gzip' ? zip(page) : page
}
