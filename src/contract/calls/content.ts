import * as z from 'zod/mini'
import { defineGetCall } from '../call.ts'
import { pageOfRecordsSchema, pagingParams } from '../page.ts'
import { wireTimeSchema } from '../timeSchema.ts'
import { languageCodeSchema } from './account.ts'

const articleKind = z.enum(['help', 'news', 'agreement'])

const summary = {
  id: z.string(),
  kind: articleKind,
  category: z.string(),
  title: z.string(),
  summary: z.string(),
  /** The drawing of its category, an address on this server. */
  cover: z.string(),
  lang: languageCodeSchema,
  publishTime: wireTimeSchema,
  updateTime: wireTimeSchema,
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

const PublicNotice = z.object({
  id: z.string(),
  title: z.string(),
  content: z.string(),
  type: z.string(),
  lang: languageCodeSchema,
  pinned: z.boolean(),
  publishTime: wireTimeSchema,
})
export type PublicNotice = z.output<typeof PublicNotice>

const Announcement = z.object({
  id: z.string(),
  title: z.string(),
  msgAbstract: z.string(),
  msgContent: z.string(),
  priority: z.enum(['L', 'M', 'H']),
  sendTime: wireTimeSchema,
  lang: languageCodeSchema,
})
export type Announcement = z.output<typeof Announcement>

const OfflineContentBundle = z.object({
  lang: languageCodeSchema,
  /** Changes with any text in it; given back as `since`, it brings only what is new. Its first eight letters are for showing. */
  version: z.string(),
  /** Every article and agreement that belongs to it, in reading order: what is not here is gone. */
  ids: z.array(z.string()),
  /** Help and news: all of them, or those that changed since. */
  articles: z.array(Article),
  agreements: z.array(Article),
  /** All of them; absent when none changed since. */
  announcements: z.optional(z.array(Announcement)),
  notices: z.optional(z.array(PublicNotice)),
  /** Hashes of the pictures that the texts show. */
  images: z.array(z.string()),
})
export type OfflineContentBundle = z.output<typeof OfflineContentBundle>

const lang = z.optional(languageCodeSchema)

export const content = {
  announcements: defineGetCall('/api/sys/annountCement/vue3List', {
    access: 'open',
    params: z.object({ ...pagingParams, lang }),
    reply: pageOfRecordsSchema(Announcement),
    kept: 'worker',
  }),
  notices: defineGetCall('/api/content/appNotice/list', {
    access: 'open',
    params: z.object({ ...pagingParams, lang }),
    reply: pageOfRecordsSchema(PublicNotice),
    kept: 'worker',
  }),
  articles: defineGetCall('/api/content/appHelpInfo/list', {
    access: 'open',
    params: z.object({
      ...pagingParams,
      lang,
      kind: z.optional(articleKind),
      category: z.optional(z.string()),
      keyword: z.optional(z.string().check(z.maxLength(60))),
    }),
    reply: pageOfRecordsSchema(ArticleSummary),
    kept: 'worker',
  }),
  article: defineGetCall('/api/content/appHelpInfo/queryById', {
    access: 'open',
    params: z.object({ id: z.string(), lang }),
    reply: Article,
    kept: 'worker',
  }),
  /** Ours: everything worth reading without a signal, in one reply, or what changed of it since a version. */
  offlineBundle: defineGetCall('/api/content/offlineBundle', {
    access: 'open',
    params: z.object({ lang, since: z.optional(z.string().check(z.maxLength(1_200))) }),
    reply: OfflineContentBundle,
    kept: 'shelf',
  }),
}
