import * as z from 'zod/mini'
import { read } from '../call.ts'
import { page, paging } from '../page.ts'
import { time } from '../timeSchema.ts'
import { language } from './account.ts'

const articleKind = z.enum(['help', 'news', 'agreement'])

const summary = {
  id: z.string(),
  kind: articleKind,
  category: z.string(),
  title: z.string(),
  summary: z.string(),
  lang: language,
  publishTime: time,
  updateTime: time,
  version: z.string(),
  /** What a calm reader needs, at least 1. */
  minutes: z.int(),
  /** Our own sample text, and says so. */
  sample: z.boolean(),
}
export const ArticleSummary = z.object(summary)
export type ArticleSummary = z.output<typeof ArticleSummary>

export const Article = z.object({
  ...summary,
  /** Sanitised on the server by an allow-list; sanitised again where it is shown. */
  html: z.string(),
  toc: z.array(z.object({ id: z.string(), title: z.string() })),
  related: z.array(ArticleSummary),
})
export type Article = z.output<typeof Article>

const Notice = z.object({
  id: z.string(),
  title: z.string(),
  content: z.string(),
  type: z.string(),
  lang: language,
  pinned: z.boolean(),
  publishTime: time,
})
type Notice = z.output<typeof Notice>

const lang = z.optional(language)

export const content = {
  announcements: read('/api/sys/annountCement/vue3List', {
    access: 'open',
    params: z.object({ ...paging, lang }),
    reply: page(
      z.object({
        id: z.string(),
        title: z.string(),
        msgAbstract: z.string(),
        msgContent: z.string(),
        priority: z.enum(['L', 'M', 'H']),
        sendTime: time,
        lang: language,
      }),
    ),
    kept: 'worker',
  }),
  notices: read('/api/content/appNotice/list', {
    access: 'open',
    params: z.object({ ...paging, lang }),
    reply: page(Notice),
    kept: 'worker',
  }),
  articles: read('/api/content/appHelpInfo/list', {
    access: 'open',
    params: z.object({
      ...paging,
      lang,
      kind: z.optional(articleKind),
      category: z.optional(z.string()),
      keyword: z.optional(z.string().check(z.maxLength(60))),
    }),
    reply: page(ArticleSummary),
    kept: 'worker',
  }),
  article: read('/api/content/appHelpInfo/queryById', {
    access: 'open',
    params: z.object({ id: z.string(), lang }),
    reply: Article,
    kept: 'worker',
  }),
  /** Ours (call 116): everything worth reading without a signal, in one reply. */
  offlineBundle: read('/api/content/offlineBundle', {
    access: 'open',
    params: z.object({ lang }),
    reply: z.object({ version: z.string(), articles: z.array(Article) }),
    kept: 'worker',
  }),
}
