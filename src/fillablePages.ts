import { apiReadQuery } from '#api/query.ts'
import { queryClient } from '#api/queryClient.ts'
import type { LanguageCode } from '#contract/calls/account.ts'
import { type Article, content } from '#contract/calls/content.ts'
import { market, type MarketWithPrice } from '#contract/calls/market.ts'
import { articleContentsMinHeadings } from '#contract/constants.ts'
import { asDecimal } from '#contract/decimal.ts'
import type { PrerenderedScreenName } from '#contract/drawnShell.ts'
import { pageTemplateSlot } from '#contract/embeddedReply.ts'
import { asInstant } from '#contract/time.ts'
import { currentLanguage } from '#i18n/i18n.ts'
import { trustArticleHtmlAsClean } from '#widgets/content/articleHtml.ts'
import { parseMarketSymbolParamOrDefault } from '#widgets/market/requestedSymbol.ts'
import articleStyles from './screens/content/Article.module.css'
import rowStyles from './screens/content/ArticleRow.module.css'

/** A screen as it stands with an answer, whose words and figures the server fills in at each request (server/http/pages/filledPages.ts). */
export interface FillablePageTemplate {
  name: PrerenderedScreenName
  /** Which of several: the answer decides more than words. */
  variant: string
  title?: string
  /** Puts the answer where the screen reads it, in this language. */
  bring(code: LanguageCode): void
  /** Makes what was drawn a page with places to fill. */
  seal(markup: string): string
}

/** The article that is drawn. */
export const templateArticleId = 'drawn'

const article = (variant: 'contents' | 'text', headings: number): FillablePageTemplate => ({
  name: 'article',
  variant,
  title: pageTemplateSlot('title'),
  bring: (code) => {
    const drawn: Article = {
      id: templateArticleId,
      kind: 'help',
      category: 'basics',
      title: pageTemplateSlot('title'),
      summary: pageTemplateSlot('summary'),
      cover: '',
      lang: code,
      publishTime: asInstant(0),
      updateTime: asInstant(0),
      version: pageTemplateSlot('version'),
      minutes: 2,
      sample: false,
      html: pageTemplateSlot('html'),
      toc: Array.from({ length: headings }, (_, at) => ({ id: `h${at}`, title: `${at}` })),
      related: [],
    }
    trustArticleHtmlAsClean(pageTemplateSlot('html'))
    const { queryKey } = apiReadQuery(content.article, { id: templateArticleId, lang: currentLanguage().code })
    queryClient.setQueryData(queryKey, drawn)
  },
  seal: (markup) =>
    [rowStyles.facts, articleStyles.version].reduce<string>(
      (page, name) => page.replaceAll(`class="${name}"`, `class="${name}" data-late`),
      // Folded, and only there when it is opened.
      markup.replace(/<nav[\s\S]*?<\/nav>/, ''),
    ),
})

/** What stands nowhere else in the page, and the place that it becomes. */
const figures = { BTCUSDT: 'symbol', '7,000,000,001': 'price', '7,000,000,002': 'high', '7,000,000,003': 'low', '77.77': 'rate' } as const

const chart = (variant: 'rise' | 'fall', riseRate: string): FillablePageTemplate => ({
  name: 'chart',
  variant,
  bring: () => {
    const drawn: MarketWithPrice = {
      symbol: parseMarketSymbolParamOrDefault(undefined),
      currentPrice: asDecimal('7000000001'),
      markPrice: null,
      bid: null,
      ask: null,
      rise: null,
      riseRate: asDecimal(riseRate),
      high: asDecimal('7000000002'),
      low: asDecimal('7000000003'),
      open24: null,
      feedMode: 'SIM',
      stale: false,
      ts: asInstant(0),
      id: '',
      name: '',
      base: pageTemplateSlot('base'),
      quote: pageTemplateSlot('quote'),
      category: 'crypto',
      sources: [],
      amount: null,
      priceScale: 0,
      tick: asDecimal('1'),
      qtyStep: asDecimal('1'),
      minQty: asDecimal('1'),
      maxQty: asDecimal('1'),
      contractSize: asDecimal('1'),
      spreadBps: asDecimal('1'),
      feeRate: asDecimal('1'),
      maxLever: { strict: 2, intl: 2, newUser: 2 },
      tradable: { spot: true, contract: true, option: false, second: false, flash: false },
      session: { open: true },
      hot: 1,
    }
    queryClient.setQueryData(apiReadQuery(market.symbols, {}).queryKey, [drawn])
  },
  seal: (markup) => Object.entries(figures).reduce((page, [figure, name]) => page.replaceAll(figure, pageTemplateSlot(name)), markup),
})

export const pageTemplates: readonly FillablePageTemplate[] = [
  article('text', 0),
  article('contents', articleContentsMinHeadings),
  chart('rise', '0.7777'),
  chart('fall', '-0.7777'),
]
